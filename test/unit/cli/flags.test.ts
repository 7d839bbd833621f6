import { describe, expect, test } from "vitest";
import type { Field, Setting } from "../../../src/contract/index.ts";
import {
  authHeaders,
  callbackTestFields,
  kebabCase,
  reissueFields,
  settings,
} from "../../../src/contract/index.ts";
import { certorder, certorderEach } from "../../harness/cli/cli.ts";
import { csr, csrFile, environmentFor, listener } from "../../harness/cli/service.ts";
import { newJournal } from "../../harness/journal/new-journal.ts";

/** A value of each field that no other field has, and what is needed beside it. */
const strings = ["first.example", "second.example"];
const special: Record<string, unknown> = {
  csr,
  csr_from: "sign-cloud-csc",
  dcv_method: "dns-persist",
  dns_names: strings,
  url: "https://callback.example/hook",
};
function sampleValue(name: string, field: Field): unknown {
  if (name in special) return special[name];
  if (field.values) return field.values.at(-1);
  return { string: `${name} value`, strings, boolean: true, integer: name.length }[field.kind];
}

function flagsFor(fields: Readonly<Record<string, Field>>) {
  const args: string[] = [];
  const env: Record<string, string> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = sampleValue(name, field);
    if (field.sensitive) env[`CERTORDER_${name.toUpperCase()}`] = String(value);
    else if (name === "order_id") args.push(String(value));
    else if (name === "csr") args.push("--csr-file", csrFile);
    else if (field.kind === "boolean") args.push(`--${kebabCase(name)}`);
    else args.push(`--${kebabCase(name)}=${field.kind === "strings" ? strings.join(",") : value}`);
  }
  return { args, env };
}

function onTheWire(fields: Readonly<Record<string, Field>>, place: Field["place"]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => field.place === place)
      .map(([name, field]) => [name, sampleValue(name, field)]),
  );
}

describe("The flags", () => {
  test("carry every field of both requests to the wire, each at its place", async () => {
    const { url, heard } = await listener();
    const [reissue, callback] = [flagsFor(reissueFields), flagsFor(callbackTestFields)];
    const line = ["reissue", ...reissue.args, "--allow-mismatch", "--yes", "--idempotency-key", "k"];
    const ended = [
      await certorder(line, { env: { ...environmentFor(url), ...reissue.env } }),
      await certorder(["callback-test", ...callback.args], {
        env: { ...environmentFor(url), ...callback.env },
      }),
    ];
    expect(ended).toMatchObject([{ code: 0 }, { code: 0 }]);
    expect(heard).toMatchObject([
      { method: "POST", path: "/openapi/v3/orders/order_id%20value/reissue" },
      { method: "PUT", path: "/openapi/v3/account/callback/test" },
    ]);
    expect(heard.map(({ body }) => JSON.parse(body))).toEqual([
      { certificate: onTheWire(reissueFields, "certificate"), ...onTheWire(reissueFields, "body") },
      onTheWire(callbackTestFields, "body"),
    ]);
  });

  test("take names one by one as well as in lists, also those that workflows make", async () => {
    const names = ["a.example", "b.example, c.example", '["d.example","e.example"]'];
    const args = names.flatMap((name) => ["--dns-names", name]);
    const { stdout } = await certorder(["reissue", "o", "--sign-hash", "x", ...args, "--dry-run", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      body: { certificate: { dns_names: ["a", "b", "c", "d", "e"].map((name) => `${name}.example`) } },
    });
  });

  test("refuse a list of names that is no JSON, and show the right form", async () => {
    const lists = ["[a.example,b.example]", "['a.example']", '["a.example"', '["a.example",1]'];
    for (const list of lists)
      expect(await certorder(["reissue", "o", "--sign-hash", "x", "--dns-names", list])).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("without brackets and quotes, as www.example.com,example.com"),
      });
  });

  test("give a number below zero to the field, which refuses it", async () => {
    const { code, stderr } = await certorder("reissue o --validity-days -2 --timeout-seconds -1");
    expect(code).toBe(2);
    expect(stderr).toContain("--validity-days is -2; the smallest allowed value is 1.");
    expect(stderr).toContain("--timeout-seconds must be a number of seconds above 0");
  });
});

describe("Settings", () => {
  test("given as flags win over the environment, and empty variables count as not set", async () => {
    const { url, heard } = await listener();
    const env = {
      CERTORDER_BASE_URL: "https://wrong.invalid",
      CERTORDER_SERVICE: "wrong",
      CERTORDER_KEY_ID: "wrong",
      CERTORDER_AUTH_KEY: "wrong",
      CERTORDER_TIMEOUT_SECONDS: "wrong",
      CERTORDER_MAX_TRIES: "wrong",
      CERTORDER_CA_FILE: "",
      CERTORDER_JOURNAL: "wrong",
    };
    expect(Object.keys(env).sort()).toEqual(
      Object.values(settings)
        .map((setting) => setting.env)
        .sort(),
    );
    const journal = newJournal();
    const flags = `--service right-service --base-url ${url}/ --key-id right-id --auth-key-stdin
      --timeout-seconds 30 --max-tries 1
      --journal ${journal}`.split(/\s+/);
    const args = ["reissue", "o", "--sign-hash", "sha256", "--yes", "--idempotency-key", "k", ...flags];
    const { code, stderr } = await certorder(args, { env, stdin: "right-key\n" });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(heard[0]?.headers).toMatchObject({
      [authHeaders.keyId.toLowerCase()]: "right-id",
      [authHeaders.authKey.toLowerCase()]: "right-key",
    });
    const listed = await certorder(["journal", "show", "o", "--json", "--journal", journal]);
    expect(JSON.parse(listed.stdout)).toMatchObject({
      attempts: [{ order_id: "o", last_event: "done", service: "right-service", address: url }],
    });
  });
});

/** Every secret that a command takes, with the command. */
const secrets = [
  ...listSecrets("reissue", { ...reissueFields, ...settings }),
  ...listSecrets("callback-test", { ...callbackTestFields, ...settings }),
];
function listSecrets(command: string, table: Readonly<Record<string, Field | Setting>>) {
  return Object.entries(table)
    .filter(([, { sensitive }]) => sensitive === true)
    .map(([name]) => [command, kebabCase(name)] as const);
}

const canary = "canary-4711";

describe("Secrets", () => {
  test("are the access key, the auth key and the access code, and no flag takes their value", async () => {
    expect(new Set(secrets.map(([, name]) => name))).toEqual(
      new Set(["access-key", "auth-key", "sign-key-pin"]),
    );
    for (const [command, name] of secrets)
      for (const { code, stdout, stderr } of await certorderEach([
        `${command} --${name} ${canary}`,
        `${command} --${name}=${canary}`,
      ])) {
        expect({ code, stdout }, name).toEqual({ code: 2, stdout: "" });
        expect(stderr).toContain(`There is no --${name}`);
        expect(stderr).toContain(`--${name}-file, --${name}-stdin or the environment`);
        expect(stderr).not.toContain("Did you mean");
        expect(stderr).not.toContain(canary);
      }
  });

  test("are not repeated if they are given in the wrong place", async () => {
    const key = `-----BEGIN PRIVATE KEY-----\n${canary}\n-----END PRIVATE KEY-----`;
    const lines = [
      [key],
      ["csr", "inspect", key],
      ["csr", "inspect", "--", key],
      ...[
        [`--authkey=${canary}`],
        [`--auth-key-stdin=${canary}`],
        ["--auth-key-stdin", canary],
        ["--sign-hash=sha256", key],
        [`--auth-key-file=${canary}`],
        [`--request-file={"sign_key_pin":"${canary}"}`],
      ].map((args) => ["reissue", "order-1", ...args]),
    ];
    for (const [index, { code, stdout, stderr }] of (await certorderEach(lines)).entries()) {
      expect(code, lines[index]?.join(" ")).toBe(2);
      expect(stdout + stderr, lines[index]?.join(" ")).not.toContain(canary);
    }
  });
});
