import { describe, expect, test } from "vitest";
import type { Field, Setting } from "../../../src/contract/index.ts";
import {
  authHeaders,
  callbackTestFields,
  kebabCase,
  reissueFields,
  settings,
} from "../../../src/contract/index.ts";
import { certorder, certorderEach, newFolder } from "../../harness/cli/cli.ts";
import { csr, environmentFor, listener } from "../../harness/cli/service.ts";

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

test("A number below zero is refused as a number, not as a flag", async () => {
  const [seconds, days, rounds, port] = await certorderEach([
    { args: ["reissue", "o", "--timeout-seconds", "-1"] },
    { args: ["reissue", "o", "--validity-days", "-2"] },
    { args: ["journal", "check", "--rounds", "-3"] },
    { args: ["sandbox", "--port", "-4"] },
  ]);
  expect(seconds?.stderr).toContain("--timeout-seconds must be a number of seconds above 0");
  expect(days?.stderr).toContain("--validity-days is -2; the smallest allowed value is 1.");
  expect(rounds?.stderr).toContain("--rounds must be a whole number from 1 to 1000.");
  expect(port?.stderr).toContain("--port must be a number from 0 to 65535.");
  for (const ended of [seconds, days, rounds, port]) expect(ended?.code).toBe(2);
});

describe("The flags", () => {
  test("carry every field of a reissue to the wire, each at its place", async () => {
    const { url, heard } = await listener();
    const { args, env } = flagsFor(reissueFields);
    const line = ["reissue", ...args, "--allow-mismatch", "--yes", "--idempotency-key", "k"];
    const { code, stderr } = await certorder(line, { env: { ...environmentFor(url), ...env } });
    expect(code, stderr).toBe(0);
    expect(heard).toMatchObject([{ method: "POST", path: "/openapi/v3/orders/order_id%20value/reissue" }]);
    expect(JSON.parse(heard[0]?.body ?? "")).toEqual({
      certificate: onTheWire(reissueFields, "certificate"),
      ...onTheWire(reissueFields, "body"),
    });
  });

  test("carry both fields of a callback test to the wire", async () => {
    const { url, heard } = await listener();
    const { args, env } = flagsFor(callbackTestFields);
    const { code } = await certorder(["callback-test", ...args], { env: { ...environmentFor(url), ...env } });
    expect(code).toBe(0);
    expect(heard).toMatchObject([{ method: "PUT", path: "/openapi/v3/account/callback/test" }]);
    expect(JSON.parse(heard[0]?.body ?? "")).toEqual(onTheWire(callbackTestFields, "body"));
  });

  test("take names one by one as well as in a list", async () => {
    const { url, heard } = await listener();
    const flags = "--sign-hash sha256 --common-name a.example --dns-names a.example --yes".split(" ");
    const names = ["--dns-names", "b.example, c.example"];
    await certorder(["reissue", "o", ...flags, ...names, "--idempotency-key", "k"], {
      env: environmentFor(url),
    });
    expect(JSON.parse(heard[0]?.body ?? "")).toMatchObject({
      certificate: { dns_names: ["a.example", "b.example", "c.example"] },
    });
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
      CERTORDER_CONNECT_TIMEOUT_SECONDS: "",
      CERTORDER_RESPONSE_TIMEOUT_SECONDS: "wrong",
      CERTORDER_MAX_TRIES: "wrong",
      CERTORDER_CA_FILE: "",
      CERTORDER_JOURNAL: "wrong",
      CERTORDER_JOURNAL_DIR: "/proc/nowhere",
      CERTORDER_JOURNAL_URL: "",
      CERTORDER_RESOLVE_BY_CALLBACK: "wrong",
    };
    expect(Object.keys(env).sort()).toEqual(
      Object.values(settings)
        .map((setting) => setting.env)
        .sort(),
    );
    const journal = newFolder();
    const flags = `--service right-service --base-url ${url}/ --key-id right-id --auth-key-stdin
      --timeout-seconds 30 --response-timeout-seconds 20 --max-tries 1
      --journal required --journal-dir ${journal} --resolve-by-callback auto`.split(/\s+/);
    const args = ["reissue", "o", "--sign-hash", "sha256", "--yes", "--idempotency-key", "k", ...flags];
    const { code, stderr } = await certorder(args, { env, stdin: "right-key\n" });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(heard[0]?.headers).toMatchObject({
      [authHeaders.keyId.toLowerCase()]: "right-id",
      [authHeaders.authKey.toLowerCase()]: "right-key",
    });
    const listed = await certorder(["journal", "list", "--all", "--json", "--journal-dir", journal]);
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
  test("are the access key, the auth key and the access code", () => {
    expect(secrets.map(([, name]) => name).sort()).toEqual([
      "access-key",
      "auth-key",
      "auth-key",
      "sign-key-pin",
    ]);
  });

  test("have no flag that takes a value, and the message does not repeat it", async () => {
    const lines = secrets.flatMap(([command, name]) => [
      { name, args: [command, `--${name}`, canary] },
      { name, args: [command, `--${name}=${canary}`] },
    ]);
    const ended = await certorderEach(lines);
    for (const [index, { name, args }] of lines.entries()) {
      const { code, stdout, stderr } = ended[index] ?? {};
      expect({ args, code, stdout }).toEqual({ args, code: 2, stdout: "" });
      expect(stderr).toContain(`There is no --${name}`);
      expect(stderr).toContain(`--${name}-file, --${name}-stdin or the environment`);
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
        ["--auth-key-stdin", canary, "order-2"],
        [canary],
        ["--sign-hash=sha256", key],
        [`--auth-key-file=${canary}`],
        [`--request-file={"sign_key_pin":"${canary}"}`],
      ].map((args) => ["reissue", "order-1", ...args]),
    ];
    const ended = await certorderEach(lines.map((args) => ({ args })));
    for (const [index, args] of lines.entries()) {
      const { code, stdout = "", stderr = "" } = ended[index] ?? {};
      expect({ args, code }).toEqual({ args, code: 2 });
      expect(stdout + stderr, args.join(" ")).not.toContain(canary);
    }
  });
});

test.each(["[a.example,b.example]", "['a.example']", '["a.example"', '["a.example",1]'])(
  "--dns-names %s is no JSON list, and the message shows the right form",
  async (given) => {
    const args = ["reissue", "o", "--sign-hash", "sha256", "--dns-names", given, "--dry-run"];
    const { code, stderr } = await certorder(args);
    expect(code).toBe(2);
    expect(stderr).toContain("Give the names without brackets and quotes, as www.example.com,example.com");
  },
);

test("--dns-names takes a JSON list, as workflows make it", async () => {
  const args = ["reissue", "o", "--sign-hash", "sha256", "--dns-names", '["a.example","b.example"]'];
  const { code, stdout } = await certorder([...args, "--dry-run", "--json"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/a\.example.*b\.example/s);
});
