import { proxySetting } from "../../contract/index.ts";
import type { Check } from "./check.ts";
import type { Examination } from "./examination.ts";
import { failed, ok, warning } from "./finding.ts";
import { connectThrough, connectTo, secureTrusted } from "./network/connect.ts";
import { exchange } from "./network/exchange.ts";
import { describeFailure } from "./network/failure.ts";
import { resolveHost } from "./network/resolve.ts";

/** What the action uses of a repository, and the permission for it. */
const uses = [
  { path: "deployments", permission: "deployments: write", purpose: "journal: repository" },
  { path: "issues", permission: "issues: write", purpose: "report-issue" },
] as const;

export const githubCheck: Check = {
  name: "github-token",
  applies: ({ env }) =>
    env.GITHUB_ACTIONS === "true" &&
    tokenOf(env) !== undefined &&
    /^[\w.-]+\/[\w.-]+$/.test(env.GITHUB_REPOSITORY ?? "") &&
    URL.canParse(apiUrl(env)),
  limitMs: 5_000,
  async run(examination, signal) {
    const answers = await Promise.all(
      uses.map(async (use) => ({ ...use, status: await get(use.path, examination, signal) })),
    ).catch((error: Error) => error);
    if (answers instanceof Error)
      return warning(`GitHub ${describeFailure(answers)}.`, "Check the network and GITHUB_API_URL.");
    if (answers.some(({ status }) => status === 401))
      return failed("GitHub does not accept the token.", "Set GITHUB_TOKEN to github.token, or unset it.");
    const refused = answers.filter(({ status }) => status !== 200);
    if (refused.length === 0)
      return ok("The token may read deployments and issues. Only a write shows whether it may write.");
    const missing = refused.map(
      ({ path, purpose, status }) => `${path}, which ${purpose} needs (HTTP ${status})`,
    );
    return warning(
      `The token may not read ${missing.join(", or ")}.`,
      ["If the job uses it:", "permissions:", ...refused.map(({ permission }) => `  ${permission}`)].join(
        "\n",
      ),
    );
  },
};

function tokenOf({ GITHUB_TOKEN, GH_TOKEN }: Examination["env"]): string | undefined {
  return GITHUB_TOKEN || GH_TOKEN || undefined;
}

function apiUrl({ GITHUB_API_URL }: Examination["env"]): string {
  return GITHUB_API_URL || "https://api.github.com";
}

/** The status of a list of the repository. */
async function get(list: string, { env, means }: Examination, signal: AbortSignal): Promise<number> {
  const url = new URL(`${apiUrl(env)}/repos/${env.GITHUB_REPOSITORY}/${list}?per_page=1`);
  const named = proxySetting(url, env)?.proxy;
  const proxy = named instanceof URL ? named : undefined;
  const [address = ""] = await resolveHost(proxy ?? url, means, signal);
  const socket = proxy
    ? await connectThrough(proxy, address, url, { trust: undefined, signal })
    : await connectTo(address, url, signal);
  const headers = { authorization: `Bearer ${tokenOf(env)}`, accept: "application/vnd.github+json" };
  if (url.protocol === "http:")
    return (await exchange(socket, url, { method: "GET", headers }, signal)).status;
  const secured = await secureTrusted(socket, url, undefined, signal);
  return (await exchange(secured, url, { method: "GET", headers }, signal)).status;
}
