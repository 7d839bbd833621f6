import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Sandbox } from "../../../src/sandbox/index.ts";
import { startSandbox } from "../../../src/sandbox/index.ts";
import type { Texts } from "../../harness/action/action.ts";
import { newFolder, reissueInputs, runAction } from "../../harness/action/action.ts";
import { FakeGitHub } from "../../harness/action/fake-github.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ httpsPort: false });
});
afterAll(() => sandbox.close());

/** Runs with inputs that are wrong, and returns what was said about them. Nothing may have been sent. */
async function refused(inputs: Texts, env: Texts = {}): Promise<string> {
  const before = sandbox.requests.length;
  const { code, outputs, said, summary, stderr } = await runAction({ sandbox, inputs, env });
  expect(code).toBe(1);
  expect(stderr).toBe("");
  expect(outputs.outcome).toBe("not-sent");
  expect(summary).toContain("Nothing was sent");
  expect(sandbox.requests).toHaveLength(before);
  return said;
}

describe("The action refuses", () => {
  test("an operation that does not exist, and names those that do", async () => {
    expect(await refused({ operation: "renew" })).toContain("Use one of callback-test, reissue.");
    expect(await refused({})).toContain("operation is missing.");
  });

  test("all wrong inputs at once, with the names of inputs", async () => {
    const said = await refused({ operation: "reissue", "validity-days": "soon", "fail-on": "fail" });
    expect(said).toContain("order-id is missing.");
    expect(said).toContain("sign-hash is missing.");
    expect(said).toContain("validity-days must be a whole number");
    expect(said).toContain("fail-on is not an input of reissue.");
    expect(said).not.toMatch(/order_id|sign_hash/);
  });

  test("an empty secret, and names forks, Dependabot and environments", async () => {
    const said = await refused({ ...reissueInputs, "auth-key": "" });
    expect(said).toContain("auth-key is missing.");
    expect(said).toContain("secrets are empty in runs of pull requests from forks and of Dependabot");
  });

  test.each(["yes", "True"])("an acknowledgement that is %j and not true", async (text) => {
    const said = await refused({ ...reissueInputs, "i-know-will-revoke-last-cert": text });
    expect(said).toContain("i-know-will-revoke-last-cert must be literally true.");
  });

  test("an idempotency-key without a journal that outlasts the run", async () => {
    const needs = "idempotency-key needs a history that outlasts this run";
    const keyed = { ...reissueInputs, "idempotency-key": "spring" };
    expect(await refused({ ...keyed, history: "none" })).toContain(needs);
    const twoLines = { ...keyed, history: "repository", "idempotency-key": "two\nlines" };
    expect(await refused(twoLines)).toContain("idempotency-key has a line break");
    expect(await refused({ ...keyed, history: "journal" })).toContain(needs);
    const github = await FakeGitHub.start();
    const inputs = { ...keyed, history: "journal", "journal-dir": newFolder() };
    const { outputs } = await runAction({ sandbox, github, inputs });
    await github.close();
    expect(outputs.outcome).toBe("done");
  });

  test("a journal that the history does not use", async () => {
    const recorded = { ...reissueInputs, history: "repository" };
    const unused = (name: string) => `${name} names a journal, and history: repository does not use it.`;
    expect(await refused({ ...recorded, "journal-dir": "/var/x" })).toContain(unused("journal-dir"));
    expect(await refused({ ...reissueInputs, "journal-url": "file:///var/x" })).toContain(
      unused("journal-url"),
    );
    expect(await refused(recorded, { CERTORDER_JOURNAL_DIR: "/var/x" })).toContain(unused("journal-dir"));
  });

  test("a choice that does not exist", async () => {
    expect(await refused({ ...reissueInputs, history: "cache" })).toContain(
      "history must be one of repository, journal, none.",
    );
    for (const resolve of ["it is fine", "0123456789ab", "0123456789ab happened cert-1", "0123456789ab:"])
      expect(await refused({ ...reissueInputs, resolve })).toContain("resolve cannot be read.");
    expect(await refused({ ...reissueInputs, supersede: "the latest" })).toContain(
      "supersede is not the id of an attempt.",
    );
    for (const [name, text] of Object.entries({ resolve: "0123456789ab:cert-1", supersede: "0123456789ab" }))
      expect(await refused({ ...reissueInputs, history: "none", [name]: text })).toContain(
        `${name} needs a history.`,
      );
    const health = { operation: "callback-test", "report-issue": "on-failure" };
    expect(await refused({ ...health, "failure-threshold": "0" })).toContain("from 1 to 20");
    expect(await refused({ ...health, "issue-title": "two\nlines" })).toContain("one line");
    expect(await refused({ ...health, "issue-labels": "Certorder-Mute" })).toContain(
      "without certorder-mute",
    );
  });

  test("a record without a repository and a commit", async () => {
    const said = await refused(
      { ...reissueInputs, history: "repository" },
      { GITHUB_REPOSITORY: "acme/../other" },
    );
    expect(said).toContain("GITHUB_REPOSITORY is not as GitHub sets it");
    expect(await refused({ ...reissueInputs, history: "repository" }, { GITHUB_SHA: undefined })).toContain(
      "GITHUB_SHA is not set",
    );
  });

  test("csr together with csr-file", async () => {
    expect(await refused({ ...reissueInputs, csr: "MII" })).toContain("Both csr and csr-file are given.");
  });

  test("files outside the workspace, also through links", async () => {
    const folder = newFolder();
    const workspace = join(folder, "workspace");
    mkdirSync(workspace);
    writeFileSync(join(folder, "secret.csr"), "outside");
    symlinkSync(join(folder, "secret.csr"), join(workspace, "link.csr"));
    for (const path of ["../secret.csr", join(folder, "secret.csr"), "link.csr"])
      expect(
        await refused({ ...reissueInputs, "csr-file": path }, { GITHUB_WORKSPACE: workspace }),
      ).toContain("csr-file names a file outside the workspace.");
    expect(await refused({ ...reissueInputs, "csr-file": "none.csr" })).toContain("cannot be read (ENOENT)");
    expect(await refused(reissueInputs, { GITHUB_WORKSPACE: undefined })).toContain("there is no workspace");
  });

  test("a request file that is not JSON or has other fields, without quoting it", async () => {
    const workspace = newFolder();
    writeFileSync(join(workspace, "text.json"), "sign_key_pin: top-secret-pin");
    writeFileSync(join(workspace, "other.json"), JSON.stringify({ sign_hash: "sha256" }));
    const inputs = { operation: "reissue", "order-id": "order-ssl-1" };
    const env = { GITHUB_WORKSPACE: workspace };
    const said = await refused({ ...inputs, "request-file": "text.json" }, env);
    expect(said).toContain("request-file is not a JSON object.");
    expect(said).not.toContain("top-secret-pin");
    expect(await refused({ ...inputs, "request-file": "other.json" }, env)).toContain(
      "Move it into the certificate object.",
    );
  });

  test("a private key in place of the CSR, without sending or showing it", async () => {
    const workspace = newFolder();
    const pem =
      "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIPrivatePrivatePrivate\n-----END PRIVATE KEY-----\n";
    writeFileSync(join(workspace, "site.csr"), pem);
    const said = await refused(reissueInputs, { GITHUB_WORKSPACE: workspace });
    expect(said).toMatch(/private key/i);
    expect(said).not.toContain("PrivatePrivate");
  });
});

describe("The action takes", () => {
  test("settings from the environment, and an input wins", async () => {
    const { credentials, url } = sandbox;
    const env = { CERTORDER_BASE_URL: "http://127.0.0.1:9", CERTORDER_AUTH_KEY: credentials.authKey };
    const inputs = { ...reissueInputs, history: "none", "base-url": url, "key-id": credentials.keyId };
    const { code, commands } = await runAction({ inputs, env });
    expect(code).toBe(0);
    expect(commands).toContainEqual({ name: "add-mask", title: "", message: credentials.authKey });
  });

  test("what the inputs leave out from a request file", async () => {
    const workspace = newFolder();
    const certificate = { sign_hash: "sha1", common_name: "Example Software", csr_from: "sign-cloud-csc" };
    const body = { certificate, sign_key_pin: "sandbox-pin-2468" };
    writeFileSync(join(workspace, "request.json"), JSON.stringify(body));
    const { code, outputs, commands } = await runAction({
      sandbox,
      env: { GITHUB_WORKSPACE: workspace },
      inputs: {
        operation: "reissue",
        history: "none",
        "order-id": "order-code-1",
        "request-file": "request.json",
        "sign-hash": "sha256",
      },
    });
    expect(code).toBe(0);
    expect(outputs["certificate-id"]).toBe(sandbox.ledger.at(-1)?.certificateId);
    // A secret in the file is hidden like one in an input.
    expect(commands).toContainEqual({ name: "add-mask", title: "", message: "sandbox-pin-2468" });
  });
});
