import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { actionDialect } from "../../../src/action/dialect.ts";
import { inputs, listInputs } from "../../../src/action/index.ts";
import { readInputs } from "../../../src/action/read-inputs.ts";
import { runContext } from "../../../src/action/run-context.ts";
import {
  callbackTestOperation,
  InvalidInputError,
  kebabCase,
  reissueOperation,
} from "../../../src/contract/index.ts";
import { actionYml, operationYml } from "../../../src/generate/action.ts";
import {
  newFolder,
  reissueInputs,
  stepEnvironment,
  type Texts,
  workspaceFile,
} from "../../harness/action/action.ts";

const sandbox = { url: "https://api.example.com", credentials: { keyId: "key-1", authKey: "auth-key-1" } };
const environment = (given: Texts, env: Texts = {}) => ({
  ...stepEnvironment({ sandbox, inputs: given }),
  ...env,
});

/** What is said about wrong inputs, in the names of inputs. */
async function refusal(given: Texts, env: Texts = {}): Promise<string> {
  const error = await readInputs(environment(given, env)).catch((problem: unknown) => problem);
  if (!(error instanceof InvalidInputError)) throw new Error("it is not refused");
  const { message, remedy } = error.renderIn(actionDialect);
  return `${message}\n${remedy}`;
}

describe("A reissue is refused with", () => {
  const unasked = { "idempotency-key": "" };
  const byAge = { ...unasked, "max-age": "60d" };

  test.each<[Texts, string, Texts?]>([
    [{ operation: "renew" }, "Use one of callback-test, reissue."],
    [{ operation: "" }, "operation is missing."],
    [{ "auth-key": "" }, "secrets are empty in runs of pull requests from forks and of Dependabot"],
    [{ "key-id": "" }, "Give key-id, or set CERTORDER_KEY_ID."],
    [{ retries: "3" }, "retries is not an input of reissue."],
    [{ "i-know-will-revoke-last-cert": "yes" }, "i-know-will-revoke-last-cert must be literally true."],
    [{ "i-know-will-revoke-last-cert": "True" }, "i-know-will-revoke-last-cert must be literally true."],
    [{ "idempotency-key": "two\nlines" }, "idempotency-key has a line break"],
    [{ "idempotency-key": "" }, "A reissue needs idempotency-key or max-age"],
    [{ "idempotency-key": " \n" }, "hashFiles of no file is empty."],
    [{ "max-age": "60d" }, "Both max-age and idempotency-key are given."],
    [{ ...byAge, "max-age": "soon" }, "max-age is not a time above 0."],
    [{ ...byAge, "max-age": "23h" }, "max-age is less than a day."],
    [{ ...byAge, "validity-days": "60" }, "max-age is not below validity-days (60 days)"],
    [{ ...byAge, supersede: "0123456789ab" }, "Both max-age and supersede are given."],
    [{ journal: "none" }, "idempotency-key needs a journal"],
    [{ ...byAge, journal: "none" }, "max-age needs a journal"],
    [{}, "idempotency-key needs a journal", { CERTORDER_JOURNAL: "none" }],
    [{}, "CERTORDER_JOURNAL is set but empty. It names no journal.", { CERTORDER_JOURNAL: "" }],
    [{}, "unset it: then the journal is in the repository.", { CERTORDER_JOURNAL: "" }],
    [{ journal: "state" }, "journal is not an absolute path"],
    [{ journal: "redis://host" }, "journal has the scheme redis://"],
    [{ resolve: "it is fine" }, "resolve cannot be read."],
    [{ resolve: "0123456789ab:" }, "resolve cannot be read."],
    [{ import: "ID" }, "certificate-id is not given."],
    [{ import: "cert-1@yesterday" }, "issued-at is not a date."],
    [{ import: "cert-1@2999-01-01" }, "issued-at is in the future."],
    [{ import: "$(reboot)" }, "import names a certificate by an id that cannot be passed on safely"],
    [{ import: "cert-1", resolve: "0123456789ab:cert-1" }, "Both resolve and import are given."],
    [{ supersede: "0123456789ab", resolve: "0123456789ab:cert-1" }, "Both resolve and supersede are given."],
    [{ supersede: "the latest" }, "supersede is not the id of an attempt."],
    [{ journal: "none", resolve: "0123456789ab:cert-1" }, "resolve needs a journal."],
    [{ journal: "none", import: "cert-1" }, "import needs a journal."],
    [{ ...unasked, journal: "none", supersede: "0123456789ab" }, "supersede needs a journal"],
    [{ journal: "/var/x", "wait-until-issued": "soon" }, "wait-until-issued is not a time above 0."],
    [{ ...unasked, journal: "none", "wait-until-issued": "10m" }, "journal: none has none."],
    [{ "wait-until-issued": "10m" }, "journal: repository has none."],
    [{ "csr-file": "none.csr" }, "cannot be read (ENOENT)"],
    [{}, "there is no workspace", { GITHUB_WORKSPACE: undefined }],
    [{ csr: "MII" }, "csr is not an input. Use csr-file."],
    [{ "csr-from": "sign-cloud-csc" }, "csr-from is not an input. Write it into request-file."],
    [{ "dcv-method": "dns", resolve: "0123456789ab:cert-1" }, "dcv-method is not an input."],
    [{ csr: "MII", resolve: "0123456789ab:cert-1" }, "csr is not an input."],
    [{ dns_names: "a.example" }, "dns_names is not an input. Write dns-names."],
    [{ dcv_method: "dns" }, "dcv_method is not an input. Write it into request-file."],
    [{ dnsnames: "a.example" }, "dnsnames is not an input. Correct its name, or leave it out."],
    [{ "sign-key-pin": "123456" }, 'Set csr_from in request-file to "sign-cloud-csc"'],
  ])("%j: %s", async (given, text, env) => {
    const said = await refusal({ ...reissueInputs, "idempotency-key": "spring", ...given }, env);
    expect(said.replaceAll("\n", " ")).toContain(text);
  });

  test("all that is wrong, at once", async () => {
    const given = { "validity-days": "soon", "dry-run": "perhaps", "max-tries": "0", "base-url": "ftp://x" };
    const said = await refusal({ operation: "reissue", ...given });
    for (const name of [
      "max-tries must be",
      "base-url uses ftp",
      "order-id is missing",
      "sign-hash is missing",
      "validity-days must be",
      "dry-run must be",
    ])
      expect(said).toContain(name);
    expect(said).not.toMatch(/order_id|sign_hash/);
  });
});

test("Without idempotency-key and max-age, the lines to paste are shown", async () => {
  const said = await refusal(reissueInputs);
  expect(said).toContain(`Add one of these lines:
    idempotency-key: \${{ hashFiles('site.csr') }} # once for each CSR that is committed
    idempotency-key: \${{ github.run_id }} # once for each run
    max-age: 60d # if the latest certificate is older
`);
});

describe("A step with a statement", () => {
  const order = { operation: "reissue", "order-id": "order-ssl-1" };
  const resolve = "0123456789ab:cert-1:same-id";

  test.each<Texts>([
    { resolve },
    { import: "cert-1" },
    { import: "cert-1@latest,2026-01-01" },
    { resolve, "sign-hash": "sha256", "csr-file": "none.csr", "validity-days": "soon" },
    { ...reissueInputs, import: "cert-1@latest", "idempotency-key": "k", "max-age": "60d" },
  ])("needs neither a request nor a key: %j", async (given) => {
    await readInputs(environment({ ...order, ...given }));
  });

  test.each<[Texts, string]>([
    [{ operation: "reissue", resolve }, "order-id is missing."],
    [{ operation: "reissue", import: "cert-1" }, "order-id is missing."],
    [{ ...reissueInputs, import: "cert-1", "csr-file": "none.csr" }, "cannot be read (ENOENT)"],
  ])("is refused if what it needs is missing: %j", async (given, text) => {
    expect(await refusal(given)).toContain(text);
  });
});

describe("A file of the workspace is refused if", () => {
  const folder = newFolder();
  const workspace = join(folder, "workspace");
  const pem = "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDSecretSecretSecret\n-----END PRIVATE KEY-----\n";
  beforeAll(() => {
    mkdirSync(workspace);
    writeFileSync(join(folder, "outside.csr"), "Secret");
    symlinkSync(join(folder, "outside.csr"), join(workspace, "link.csr"));
    writeFileSync(join(workspace, "key.csr"), pem);
    writeFileSync(join(workspace, "text.json"), "sign_key_pin: Secret");
    writeFileSync(join(workspace, "other.json"), JSON.stringify({ sign_hash: "Secret" }));
  });

  test.each([
    ["it is outside", { "csr-file": "../outside.csr" }, "csr-file names a file outside the workspace."],
    ["its path is absolute", { "csr-file": join(folder, "outside.csr") }, "outside the workspace."],
    ["it is a link that leads out", { "csr-file": "link.csr" }, "outside the workspace."],
    ["it has a private key", { "csr-file": "key.csr" }, "private key"],
    ["it is not JSON", { "request-file": "text.json" }, "request-file is not a JSON object."],
    ["it has other fields", { "request-file": "other.json" }, "Move it into the certificate object."],
  ])("%s, and nothing of it is shown", async (_, given, text) => {
    const said = await refusal({ ...reissueInputs, ...given }, { GITHUB_WORKSPACE: workspace });
    expect(said).toContain(text);
    expect(said).not.toContain("Secret");
  });

  test("a private key is given in place of a name, also in a dry run", async () => {
    const said = await refusal({ ...reissueInputs, "common-name": pem, "dry-run": "true" });
    expect(said).toContain("common-name has a line break");
    expect(said).not.toMatch(/MC4|PRIVATE/);
  });
});

describe("A callback test is refused with", () => {
  test.each<[Texts, string]>([
    [{ retries: "often" }, "retries must be a whole number from 0 to 10."],
    [{ retries: "11" }, "retries must be a whole number from 0 to 10."],
    [{ retries: "1.5" }, "retries must be"],
    [{ "report-issue": "on-failure" }, "report-issue must be one of true, false."],
    [{ "order-id": "order-1" }, "order-id is not an input of callback-test."],
    [{ csr: "MII" }, "csr is not an input. Leave it out."],
    [{ service: "staging" }, "service is not an input of callback-test."],
    [{ "max-tries": "1" }, "max-tries is not an input of callback-test."],
    [{ "dry-run": "true" }, "dry-run is not an input of callback-test."],
  ])("%j: %s", async (given, text) => {
    const said = await refusal({ operation: "callback-test", ...given });
    expect(said.replaceAll("\n", " ")).toContain(text);
  });

  test("no input that action.yml fills in", async () => {
    const filledIn = { "require-callback": "false", "idempotency-key": "", journal: "" };
    await readInputs(environment({ operation: "callback-test", ...filledIn }, { CERTORDER_JOURNAL: "" }));
  });
});

test.each<[Texts, string]>([
  [{ GITHUB_REPOSITORY: "acme/../other" }, "GITHUB_REPOSITORY is not as GitHub sets it"],
  [{ GITHUB_SHA: undefined }, "GITHUB_SHA is not set"],
  [{ GITHUB_RUN_ID: "7/../8" }, "GITHUB_RUN_ID is not as GitHub sets it"],
  [{ GITHUB_API_URL: "api" }, "GITHUB_API_URL is not as GitHub sets it"],
])("A run is refused if the runner sets %j", (env, text) => {
  expect(() => runContext(environment({}, env))).toThrow(text);
});

test.each<[string, Texts, Texts]>([
  ["repository", {}, {}],
  ["repository", { journal: "repository" }, { CERTORDER_JOURNAL: "/var/x" }],
  ["repository", {}, { CERTORDER_JOURNAL: "repository" }],
  ["/var/x", {}, { CERTORDER_JOURNAL: "/var/x" }],
  ["postgres://me@host/db", { journal: "postgres://me@host/db" }, { CERTORDER_JOURNAL: "/var/x" }],
])("The journal is %s with the inputs %j and the variables %j", async (place, given, env) => {
  const { own } = await readInputs(environment({ ...reissueInputs, "idempotency-key": "k", ...given }, env));
  expect(own("journal")).toBe(place);
});

test("Each field of a reissue is an input, or is refused as an input and taken from request-file", async () => {
  const names = Object.keys(reissueOperation.fields).map(kebabCase);
  const rare = names.filter((name) => !Object.hasOwn(inputs, name));
  expect(rare).toHaveLength(9);
  const said = await refusal({ ...reissueInputs, ...Object.fromEntries(rare.map((name) => [name, "x"])) });
  for (const name of rare) expect(said).toContain(`${name} is not an input.`);
  const certificate = {
    csr_from: "sign-cloud-csc",
    un_modify_key: true,
    custom_expiration_date: "2027-01-01",
  };
  const body = { dcv_method: "dns-persist", persist_until: 0, persist_policy: "wildcard", dcv_scope: "all" };
  const file = { certificate, ...body, sign_key_pin_tip: "the usual one" };
  const given = { "request-file": workspaceFile(JSON.stringify(file)), "idempotency-key": "k" };
  const { values } = await readInputs(environment({ ...reissueInputs, ...given }));
  expect(values).toMatchObject({ ...certificate, ...body, sign_key_pin_tip: "the usual one" });
  expect(rare.filter((name) => values[name.replaceAll("-", "_")] === undefined)).toEqual([]);
});

test("action.yml has no default for journal, so that the variable counts, and no expression in a description", () => {
  expect(actionYml()).toMatch(/ {2}journal:\n.*\n {4}required: false\n {2}\S/);
  expect(actionYml()).not.toMatch(/description: .*\$\{\{/);
});

test.each([callbackTestOperation.name, reissueOperation.name])(
  "The action with the operation %s has its own inputs only, the important ones first",
  (name) => {
    const names = Object.keys(listInputs(name));
    expect(names.slice(0, 3)).toEqual(["base-url", "key-id", "auth-key"]);
    const own = Object.entries(inputs).filter(([, input]) => (input.for ?? name) === name);
    expect(names.toSorted()).toEqual(
      own
        .map(([input]) => input)
        .filter((input) => input !== "operation")
        .sort(),
    );
    expect(operationYml(name)).toContain(`main: ../../dist/${name}.js`);
  },
);
