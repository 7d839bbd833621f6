import { DeploymentStore } from "../../../../src/action/deployments/store.ts";
import { connectGitHub, type GitHub, TimeBudget } from "../../../../src/action/github.ts";
import { reportHealth } from "../../../../src/action/health/report.ts";
import { CertOrderClient } from "../../../../src/client/index.ts";
import { CertOrderError } from "../../../../src/contract/index.ts";
import { Journal } from "../../../../src/journal/index.ts";
import { type Sandbox, startSandbox } from "../../../../src/sandbox/index.ts";
import { reissueInputs, runAction } from "../../../harness/action/action.ts";
import { type Deployment, sha } from "../../../harness/action/fake-github.ts";
import { quietRunner } from "../../../harness/action/quiet-runner.ts";
import { csr } from "../../../harness/provider/provider.ts";
import type { Random } from "../../../harness/random.ts";
import type { Target } from "../fuzz/target.ts";
import { HostileGitHub } from "./hostile-github.ts";

const run = {
  owner: "acme",
  repo: "site",
  runId: 7,
  attempt: 2,
  sha,
  workflow: "health.yml",
  job: "check",
  url: "https://github.com/acme/site/actions/runs/7",
};
const report = {
  check: {
    ...{ id: "0123456789abcdef", workflow: "health.yml", job: "check", matrix: "", name: "" },
    ...{ service: "production", address: "" },
  },
  labels: ["certorder-callback"],
  assignees: [],
  skipped: undefined,
};
const told = { code: "callback_send_error", cause: "It fails.", remedy: "Mend it.", runUrl: run.url };

/** What the action makes of GitHub's answers: its journal in the repository, and its issues. */
export const target: Target = {
  // Most of the time is spent waiting for what GitHub's lists show late.
  lanes: 48,
  hangsAfterMs: 240_000,
  async open() {
    const [github, sandbox] = await Promise.all([HostileGitHub.start(), startSandbox({ httpsPort: false })]);
    const here = { ...run, apiUrl: github.url, graphqlUrl: `${github.url}/graphql` };
    const connect = () => connectGitHub("fake-github-token", here, new TimeBudget(120_000));
    await reissue(sandbox, await connect());
    const [done] = github.genuine.deployments;
    if (!done || sandbox.ledger.length !== 1) throw new Error("An honest reissue is not recorded.");
    const others = Array<Deployment>(120).fill({ ...done, payload: { v: 4, order: "another" } });
    const pasts: readonly Deployment[][] = [[], [done], [{ ...done, statuses: [] }], [...others, done]];
    const { deployments } = github.genuine;

    return {
      async attack(random) {
        deployments.splice(0, Number.POSITIVE_INFINITY, ...structuredClone(random.pick(pasts)));
        github.random = random;
        const before = sandbox.requests.at(-1)?.seq ?? 0;
        try {
          await actOn(random, github, sandbox, connect);
        } finally {
          github.random = undefined;
        }
        const sent = sandbox.requests.filter(({ seq, operation }) => seq > before && operation === "reissue");
        if (sent.length > 1) throw new Error(`${sent.length} reissues`);
      },
      close: async () => void (await Promise.all([github.close(), sandbox.close()])),
    };
  },
};

async function actOn(
  random: Random,
  github: HostileGitHub,
  sandbox: Sandbox,
  connect: () => Promise<GitHub>,
): Promise<void> {
  if (random.below(12) === 0) return wholeAction(random, github, sandbox);
  if (random.below(2) === 0) return reissue(sandbox, await connect());
  const kind = random.pick([undefined, "fails", "untested", "misconfigured"] as const);
  const result = { kind, at: new Date(), run: "7.1" };
  // Says what went wrong by itself, and never fails.
  await reportHealth(report, result, told, { connect, runner: quietRunner(), rereadAfterMs: 0 });
}

/** As src/action/reissue.ts does it. */
async function reissue({ url, credentials }: Sandbox, github: GitHub): Promise<void> {
  const idempotencyKey = "acme/site run 7";
  const { authKey } = credentials;
  const store = new DeploymentStore(github, authKey, () => [
    "order-ssl-1",
    idempotencyKey,
    client.service.address,
  ]);
  const journal = new Journal(store);
  const client: CertOrderClient<Journal> = new CertOrderClient({
    baseUrl: url,
    ...credentials,
    journal,
    env: {},
  });
  const request = { signHash: "sha256", commonName: "www.example.com", csr };
  await client.reissue("order-ssl-1", request, { idempotencyKey }).catch(expectClassified);
}

function expectClassified(error: unknown): void {
  if (!CertOrderError.is(error)) throw error;
}

/** The bundle, as a runner starts it. It fails or not, but it knows why. */
async function wholeAction(random: Random, github: HostileGitHub, sandbox: Sandbox): Promise<void> {
  const inputs = random.pick([
    { ...reissueInputs, "idempotency-key": "7" },
    { operation: "callback-test", "report-issue": "true", "timeout-seconds": "5" },
  ]);
  const named = { ...inputs, "github-token": "fake-github-token" };
  const env = { GITHUB_API_URL: github.url, GITHUB_GRAPHQL_URL: `${github.url}/graphql` };
  const { code, said, stderr } = await runAction({ sandbox, inputs: named, env });
  if (said.includes("A mistake in certorder itself")) throw new Error(said);
  if (code !== 0 && code !== 1) throw new Error(`the action ended with ${code}: ${stderr}`);
}
