import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { certorderEach, newFolder, startCertorder } from "../../harness/cli/cli.ts";
import type { Heard } from "../../harness/cli/service.ts";
import { environmentFor, goodRequest, listener } from "../../harness/cli/service.ts";
import { executable } from "../../harness/program.ts";

const secrets = {
  CERTORDER_AUTH_KEY: 'cAnary/auth+key="1&2\\',
  CERTORDER_SIGN_KEY_PIN: 'cAnary pin "ü" + / \\',
  CERTORDER_ACCESS_KEY: "cAnary access <k>é/+",
};

/** How a service, or whatever stands before it, might spell what it was sent. */
const spellings: Record<string, (secret: string) => string> = {
  raw: (secret) => secret,
  base64: (secret) => Buffer.from(secret).toString("base64"),
  base64url: (secret) => Buffer.from(secret).toString("base64url"),
  url: encodeURIComponent,
  json: (secret) => JSON.stringify(secret).slice(1, -1),
  hex: (secret) => Buffer.from(secret).toString("hex"),
  HEX: (secret) => Buffer.from(secret).toString("hex").toUpperCase(),
};

function hitsIn(text: string): string[] {
  const lower = text.toLowerCase();
  return Object.values(secrets).flatMap((secret) =>
    Object.entries(spellings)
      .filter(([, spell]) => lower.includes(spell(secret).toLowerCase()))
      .map(([name]) => `${secret} as ${name}`),
  );
}

/** What the service answers with, given its echo of the secrets. */
const answers: Record<string, (echo: string) => { status: number; body: string }> = {
  refused: (echo) => ({ status: 400, body: JSON.stringify({ code: "no", message: echo }) }),
  "refused-by-code": (echo) => ({ status: 403, body: JSON.stringify({ code: echo.replaceAll(" ", "") }) }),
  "refused-in-text": (echo) => ({ status: 422, body: `<h1>${echo}</h1>` }),
  failed: (echo) => ({ status: 500, body: JSON.stringify({ error: { message: `x ${echo}` } }) }),
  redirected: (echo) => ({ status: 302, body: echo }),
  "not-json": (echo) => ({ status: 200, body: `${"long ".repeat(58)}${echo}` }),
  "without-id": (echo) => ({ status: 200, body: JSON.stringify({ code: "success", echo, message: echo }) }),
  coded: (echo) => ({ status: 200, body: JSON.stringify({ code: "odd", msg: echo }) }),
};

const echoOf = ({ headers, body }: Heard, spell: (secret: string) => string) => {
  const { sign_key_pin: pin, access_key: access } = JSON.parse(body || "{}") as Record<string, string>;
  return [headers["x-cc-auth-key"], pin, access].map((secret) => secret && spell(String(secret))).join(" ; ");
};

describe("no secret appears in output or journal", () => {
  test("whatever the service echoes, in whatever spelling, with whatever outcome", async () => {
    const echoed: string[] = [];
    const { url } = await listener((heard, response) => {
      const [, answer = "", spelling = ""] = heard.path.split("/");
      const echo = echoOf(heard, spellings[spelling] ?? String);
      const { status, body } = answers[answer]?.(echo) ?? { status: 404, body: "" };
      echoed.push(body);
      response.writeHead(status, { location: "https://elsewhere.example/" }).end(body);
    });
    const folder = newFolder();
    const pin = ["--csr-from", "sign-cloud-csc"];
    const runs = Object.keys(answers).flatMap((answer) =>
      Object.keys(spellings).flatMap((spelling) => {
        const base = { CERTORDER_BASE_URL: `${url}/${answer}/${spelling}`, CERTORDER_KEY_ID: "demo" };
        const env = { ...secrets, ...base, CERTORDER_JOURNAL: folder };
        return [
          { args: ["reissue", `${answer}-${spelling}`, ...goodRequest(), ...pin], env },
          { args: ["reissue", `${answer}-${spelling}-json`, ...goodRequest(), ...pin, "--json"], env },
          { args: ["callback-test"], env },
          { args: ["callback-test", "--json"], env },
        ];
      }),
    );
    const ended = await certorderEach(runs);
    // The test is worth something only if the secrets did come back.
    expect(echoed).toHaveLength(runs.length);
    for (const body of echoed)
      expect(hitsIn(body.replaceAll('\\"', '"').replaceAll("\\\\", "\\"))).not.toEqual([]);
    for (const [index, { stdout, stderr }] of ended.entries())
      expect(hitsIn(stdout + stderr), `${runs[index]?.args.join(" ")}\n${stdout}${stderr}`).toEqual([]);
    expect(new Set(ended.map(({ code }) => code))).toEqual(new Set([0, 3, 5, 6]));
    const journals = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
    expect(journals.length).toBeGreaterThan(50);
    expect(hitsIn(journals.join())).toEqual([]);
  });

  test("when nothing is sent: refused here, no connection, dry run", async () => {
    const env = { ...secrets, CERTORDER_BASE_URL: "http://127.0.0.1:9", CERTORDER_KEY_ID: "demo" };
    const once = ["--max-attempts", "1"];
    const runs = [
      ["reissue", "o", ...goodRequest(), "--csr-from", "sign-cloud-csc", ...once],
      ["reissue", "o", ...goodRequest(), ...once],
      ["reissue", "o", ...goodRequest(), "--csr-from", "sign-cloud-csc", "--dry-run"],
      ["callback-test", ...once],
      ["callback-test", "--url", "nonsense"],
      ["callback-test", "--dry-run"],
    ].flatMap((args) => [
      { args, env },
      { args: [...args, "--json"], env },
    ]);
    const ended = await certorderEach(runs);
    for (const [index, { stdout, stderr }] of ended.entries())
      expect(hitsIn(stdout + stderr), runs[index]?.args.join(" ")).toEqual([]);
    expect(new Set(ended.map(({ code }) => code))).toEqual(new Set([0, 2, 4]));
  });
});

// An executable writes none.
test.skipIf(executable)("the report that Node writes at a crash does not hold the keys", async () => {
  let arrived = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const { url } = await listener(() => arrived());
  const folder = newFolder();
  const crash = encodeURIComponent('process.on("SIGUSR2", () => { throw new Error("crash"); })');
  const options = `--import=data:text/javascript,${crash} --report-uncaught-exception --report-directory=${folder}`;
  const env = { ...environmentFor(url), ...secrets, NODE_OPTIONS: options };
  const { child, ended } = startCertorder(
    ["reissue", "o", ...goodRequest(), "--csr-from", "sign-cloud-csc"],
    {
      env,
    },
  );
  await arrival;
  child.kill("SIGUSR2");
  const { code, stdout, stderr } = await ended;
  expect(code).not.toBe(0);
  const [report = ""] = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  expect(JSON.parse(report)).toMatchObject({ javascriptStack: { message: "Error: crash" } });
  expect(hitsIn(report + stdout + stderr)).toEqual([]);
  expect(report).not.toContain("cAnary");
});
