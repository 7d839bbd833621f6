import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startSandbox } from "../../src/sandbox/index.ts";
import { version } from "../../src/version.ts";
import { FakeGitHub } from "../../test/harness/action/fake-github.ts";
import { atTheEnd } from "../../test/harness/at-the-end.ts";
import { newFolder } from "../../test/harness/new-folder.ts";
import { toolPath } from "../tool-folder.ts";
import { startGitServer } from "./git-server.ts";
import { Person } from "./run.ts";
import type { Stage, World } from "./stage.ts";

/** The action, which act gets from a Git server of this machine as a runner gets it from GitHub. */
export const action: Stage = {
  name: "action",
  tries: "act gets it by Git: at the version's tag, the major tag and a commit",
  tools: ["act"],
  async run(world) {
    const projects = newFolder("rehearsal-git-");
    const bare = join(projects, "certorder", "certorder");
    execFileSync("git", ["clone", "--quiet", "--bare", world.repository, bare]);
    execFileSync("git", ["config", "uploadpack.allowAnySHA1InWant", "true"], { cwd: bare });
    const server = await startGitServer(projects);
    const tag = `v${version}`;
    const commit = execFileSync("git", ["rev-parse", tag], { cwd: bare, encoding: "utf8" }).trim();
    for (const ref of [tag, `v${version.split(".", 1)}`, commit]) await reissue(world, server, ref);
  },
};

type GitServer = Awaited<ReturnType<typeof startGitServer>>;

/** Runs the example that reissues, with the action at this tag or commit. */
async function reissue({ repository }: World, { host, authority }: GitServer, ref: string): Promise<void> {
  const sandbox = await startSandbox({ httpsPort: false });
  const github = await FakeGitHub.start();
  atTheEnd(() => Promise.all([sandbox.close(), github.close()]));
  const person = new Person({ SSL_CERT_FILE: authority });
  const workflows = join(person.folder, ".github", "workflows");
  mkdirSync(workflows, { recursive: true });
  const example = readFileSync(join(repository, "examples", "workflows", "reissue.yml"), "utf8");
  const used = example.replaceAll(/(uses: certorder\/\S+)@\S+/g, `$1@${ref}`);
  if (used === example && !example.includes(`@${ref}`))
    throw new Error("The example does not use the action.");
  writeFileSync(join(workflows, "reissue.yml"), used);
  cpSync(join(repository, "examples", "site.csr"), join(person.folder, "site.csr"));
  await person.shell(`git init --quiet --initial-branch main
git remote add origin https://${host}/acme/site.git
git add --all
git -c user.name=person -c user.email=person@example.com commit --quiet --message Site`);
  github.sha = (await person.run("git", "rev-parse", "HEAD")).trim();
  const event = join(person.home, "event.json");
  writeFileSync(event, JSON.stringify({ repository: { default_branch: "main" }, inputs: {} }));
  const pairs = (flag: string, values: Readonly<Record<string, string>>) =>
    Object.entries(values).flatMap(([name, value]) => [flag, `${name}=${value}`]);
  const text = await person.run(
    toolPath("act"),
    ...[
      "workflow_dispatch",
      "--eventpath",
      event,
      "--workflows",
      join(".github", "workflows", "reissue.yml"),
    ],
    ...["--platform", "ubuntu-latest=-self-hosted", "--github-instance", host, "--no-cache-server"],
    ...["--action-cache-path", join(person.home, "cache")],
    ...pairs("--secret", {
      GITHUB_TOKEN: "fake-github-token",
      CERTORDER_AUTH_KEY: sandbox.credentials.authKey,
    }),
    ...pairs("--var", { CERTORDER_BASE_URL: sandbox.url, CERTORDER_KEY_ID: sandbox.credentials.keyId }),
    ...pairs("--env", {
      GITHUB_API_URL: github.url,
      GITHUB_GRAPHQL_URL: github.graphqlUrl,
      GITHUB_RUN_ID: "1",
    }),
  );
  if (sandbox.ledger.length !== 1 || !/The order was reissued as cert-/.test(text))
    throw new Error(`The workflow at ${ref} did not reissue once.\n${text}`);
}
