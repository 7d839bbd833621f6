import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { certorder, certorderEach, newFolder } from "../../harness/cli/cli.ts";
import type { TestService } from "../../harness/cli/service.ts";
import {
  csr,
  csrFile,
  environmentFor,
  goodRequest,
  listener,
  names,
  service,
  unconfirmed,
} from "../../harness/cli/service.ts";
import { killing, kindOf, stepsIn } from "../../harness/killing.ts";

const orders = ["plain", "json", "csr-stdin", "request-file", "request-stdin", "overridden", "reads"];
let sandbox: TestService;
beforeAll(async () => {
  sandbox = await service(orders);
});

const request = { certificate: { csr, common_name: names[0], dns_names: names, sign_hash: "sha256" } };
const requestFile = (content: unknown) => {
  const path = join(newFolder(), "request.json");
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
};
/** What the first reissue of a machine says. */
const newJournal = expect.stringMatching(
  /^The journal in \S+ is new: it knows no earlier reissue\.\n$/,
) as string;
/** Without a confirmation. */
const confirmed = ["--yes", "--idempotency-key", "k"];
const asked = (orderId: string) => sandbox.requests.filter((seen) => seen.orderId === orderId);

describe("certorder reissue", () => {
  test.concurrent("prints the new certificate for people, on standard output only", async () => {
    const { code, stdout, stderr } = await certorder(["reissue", "plain", ...goodRequest()], sandbox);
    expect({ code, stderr }).toEqual({ code: 0, stderr: newJournal });
    const [{ certificateId } = {}] = sandbox.ledger.filter(({ orderId }) => orderId === "plain");
    expect(stdout).toBe(`✓ reissued order plain: certificate ${certificateId}\n`);
    expect(asked("plain")).toHaveLength(1);
  });

  test.concurrent("prints one JSON object for programs", async () => {
    const { code, stdout, stderr } = await certorder(
      ["reissue", "json", ...goodRequest(), "--json"],
      sandbox,
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: newJournal });
    expect(JSON.parse(stdout)).toEqual({
      outcome: "done",
      order_id: "json",
      certificate_id: expect.stringMatching(/^cert-/),
      attempt_id: expect.stringMatching(/^[0-9a-f]{12}$/),
      already_done: false,
      http_status: 200,
      tries: 1,
    });
  });

  test.concurrent("reads the log of its order once before it decides, and once after it recorded that it is sent", async () => {
    const folder = newFolder();
    const env = { ...sandbox.env, CERTORDER_JOURNAL_DIR: join(folder, "journal") };
    const reissue = (more = {}) =>
      certorder(["reissue", "reads", ...goodRequest()], { env: { ...env, ...more } });
    expect(await reissue()).toMatchObject({ code: 0 });
    const steps = join(folder, "steps");
    expect(await reissue(killing(steps))).toMatchObject({ code: 0 });
    const reads = stepsIn(steps)
      .map(kindOf)
      .filter((name) => ["readFile", "append", "send"].includes(name));
    expect(reads.slice(0, 4)).toEqual(["readFile", "append", "readFile", "send"]);
    expect(reads.filter((name) => name === "readFile")).toHaveLength(2);
  });

  test.concurrent("takes the CSR from standard input as -", async () => {
    const args = ["--sign-hash", "sha256", "--common-name", names[0], "--csr-file", "-"];
    const { code } = await certorder(["reissue", "csr-stdin", ...args, ...confirmed], {
      ...sandbox,
      stdin: csr,
    });
    expect(code).toBe(0);
    expect(asked("csr-stdin")).toMatchObject([{ body: { certificate: { csr } } }]);
  });

  test.concurrent("takes the whole request from a file, or from standard input", async () => {
    const path = requestFile(request);
    const runs = await Promise.all([
      certorder(["reissue", "request-file", "--request-file", path, ...confirmed], sandbox),
      certorder(["reissue", "request-stdin", "--request-file", "-", ...confirmed], {
        ...sandbox,
        stdin: JSON.stringify(request),
      }),
    ]);
    expect(runs).toMatchObject([{ code: 0 }, { code: 0 }]);
    for (const order of ["request-file", "request-stdin"])
      expect(asked(order)).toMatchObject([{ body: request }]);
  });

  test.concurrent("lets flags win over the file, field by field", async () => {
    const path = requestFile({ ...request, dcv_method: "dns", dcv_scope: "from-the-file" });
    const flags = ["--sign-hash", "sha512", "--dcv-scope", "from-the-flag", "--validity-days", "90"];
    const { code } = await certorder(
      ["reissue", "overridden", "--request-file", path, ...flags, ...confirmed],
      sandbox,
    );
    expect(code).toBe(0);
    expect(asked("overridden")).toMatchObject([
      {
        body: {
          certificate: { ...request.certificate, sign_hash: "sha512", validity_days: 90 },
          dcv_method: "dns",
          dcv_scope: "from-the-flag",
        },
      },
    ]);
  });

  test("refuses a wrong request with all of its problems at once, and sends nothing", async () => {
    const { url, heard } = await listener();
    const wrong = "--validity-days 0 --persist-until x --sign-key-pin-tip t --csr nonsense".split(" ");
    const run = (more: string[], env: Record<string, string>) =>
      certorder(["reissue", ...wrong, ...more, "--yes", "--max-tries", "0"], { env });
    const [people, programs, alone] = await Promise.all([
      run([], { CERTORDER_BASE_URL: "http://service.example" }),
      run(["--json"], {}),
      run(["order-1", "--sign-hash", "sha256"], environmentFor(url)),
    ]);
    const fields = "ORDER_ID --sign-hash --validity-days --persist-until --sign-key-pin-tip CSR";
    for (const what of `${fields} --key-id --auth-key-file --max-tries`.split(" "))
      expect(people.stderr).toContain(what);
    expect(people).toMatchObject({ code: 2, stdout: "" });
    expect(people.stderr).toMatch(/^✗ \d+ problems; nothing was sent:/);

    const result = JSON.parse(programs.stdout) as { issues: { field: string }[] };
    expect(programs).toMatchObject({ code: 2, stderr: "" });
    expect(result).toMatchObject({ outcome: "not-sent" });
    expect(result.issues.map(({ field }) => field)).toEqual(
      expect.arrayContaining("base_url key_id auth_key max_tries order_id sign_hash csr".split(" ")),
    );
    expect(alone).toMatchObject({ code: 2 });
    expect(heard).toEqual([]);
  });

  test.concurrent("refuses a request file that is not a JSON object", async () => {
    const contents = ["{", "[]", "null", '"x"', ""];
    const ended = await certorderEach(
      contents.map((content) => ({
        args: ["reissue", "o", "--request-file", requestFile(content), "--yes"],
      })),
      sandbox.env,
    );
    for (const [index, { code, stderr }] of ended.entries()) {
      expect(code, contents[index]).toBe(2);
      expect(stderr).toContain("is not a JSON object");
    }
  });

  test.concurrent("names members of the request file that do not belong there", async () => {
    const path = requestFile({ sign_hash: "sha256", certificate: { dcv_method: "dns", colour: "red" } });
    const { code, stderr } = await certorder(["reissue", "o", "--request-file", path, "--yes"], sandbox);
    expect(code).toBe(2);
    expect(stderr).toContain(
      '"sign_hash" is not a field of this request at this place. Move it into the certificate object.',
    );
    expect(stderr).toContain('"certificate.dcv_method"');
    expect(stderr).toContain('"certificate.colour"');
  });

  test.concurrent("refuses a file that cannot be read as a usage error", async () => {
    const flags = [
      ["--request-file", "/nowhere/request.json"],
      ["--csr-file", "/nowhere/site.csr"],
      ["--csr-file", "/"],
      ["--auth-key-file", "/nowhere/key"],
      ["--sign-key-pin-file", "/nowhere/pin"],
    ];
    const ended = await certorderEach(
      flags.map((given) => ({ args: ["reissue", "o", ...given, "--yes"] })),
      sandbox.env,
    );
    for (const [index, { code, stderr }] of ended.entries()) {
      expect(code).toBe(2);
      expect(stderr).toMatch(new RegExp(`✗ ${flags[index]?.[0]} .*cannot be read \\((ENOENT|EISDIR)\\)`));
    }
  });

  test.concurrent("refuses a CSR that is given twice", async () => {
    const both = ["--csr", csr.trim().replace(/^-/, " -"), "--csr-file", csrFile];
    const args = ["reissue", "o", "--sign-hash", "sha256", ...both, "--yes"];
    const { code, stderr } = await certorder(args, sandbox);
    expect(code).toBe(2);
    expect(stderr).toContain("Both --csr-file and --csr are given.");
  });

  test.concurrent("sends nothing without a terminal and without --yes", async () => {
    const { url, heard } = await listener();
    const { code, stderr } = await certorder(["reissue", "o", ...unconfirmed], { env: environmentFor(url) });
    expect(code).toBe(2);
    expect(stderr).toContain("Add --yes and --idempotency-key KEY to send it without a confirmation.");
    expect(heard).toEqual([]);
  });

  test.concurrent("shows warnings with the result, for people and for programs", async () => {
    const { url } = await listener();
    const args = ["reissue", "o", "--sign-hash", "sha256", "--validity-days", "9999", ...confirmed, "--json"];
    const { code, stdout, stderr } = await certorder(args, { env: environmentFor(url) });
    expect(code).toBe(0);
    expect(stderr).toContain("warning: --validity-days is 9999");
    expect(JSON.parse(stdout)).toMatchObject({ warnings: [{ field: "validity_days", severity: "warning" }] });
  });
});
