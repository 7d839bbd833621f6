import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { toolPath } from "../../../scripts/tool-folder.ts";
import type { Sandbox } from "../../../src/sandbox/index.ts";
import { anotherCsr } from "../../harness/action/csr.ts";
import type { FakeGitHub } from "../../harness/action/fake-github.ts";
import { csr } from "../../harness/terraform/tofu.ts";

// Runs workflows under the real act, in host mode, as a repository that uses the action would have them.

export const root = join(import.meta.dirname, "..", "..", "..");
export const workflows = readdirSync(join(root, "examples", "workflows")).sort();
export const starters = ["callback-monitor.yml", "certificate-reissue.yml"];

/** The whole workflows in the guides, by their names. */
export function guideWorkflows(): ReadonlyMap<string, string> {
  const blocks = ["github-action.md", "monitor.md", "callbacks.md", "renew.md"].flatMap((name) => {
    const guide = readFileSync(join(root, "docs", "guides", name), "utf8");
    return [...guide.matchAll(/```yaml\n(name: (.*)\n[\s\S]*?)```/g)];
  });
  return new Map(blocks.map(([, yaml = "", name = ""]) => [name, yaml]));
}

/** Copies the actions into a repository, in the guide's own words. */
export function copyActions(repository: string): void {
  const guide = readFileSync(join(root, "docs", "guides", "github-action.md"), "utf8");
  const [, commands = ""] = /```sh\n(mkdir [\s\S]*?)```/.exec(guide) ?? [];
  execFileSync("sh", ["-e", "-c", commands.replaceAll("../certorder/", `${root}/`)], { cwd: repository });
}

/** What the workflow reported while it ran: act's own record, one object for each event. */
type Event = Partial<
  Readonly<Record<"job" | "step" | "stepResult" | "command" | "name" | "arg" | "content" | "msg", string>>
>;

interface Ran {
  readonly exit: number | null;
  /** The outputs of the action's steps, by job. */
  readonly outputs: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** How each step of each job ended, as `JOB/STEP`. */
  readonly steps: Readonly<Record<string, string>>;
  readonly summaries: string;
  /** Annotations, and what other steps printed. */
  readonly said: string;
}

export interface Circumstances {
  readonly event?: "workflow_dispatch" | "schedule" | "push";
  readonly runId: number;
  readonly runAttempt?: number;
  readonly inputs?: Readonly<Record<string, string>>;
  /** Variables and secrets of the repository that are other than they should be. */
  readonly settings?: Readonly<Record<string, string>>;
  /** More than the usual ones. */
  readonly secrets?: Readonly<Record<string, string>>;
}

interface World {
  readonly sandbox: Sandbox;
  readonly github: FakeGitHub;
}

/** A repository with all the example workflows, unmodified, and the files that they name. */
export class Site {
  readonly folder = mkdtempSync(join(tmpdir(), "certorder-site-"));
  readonly #repository = join(this.folder, "site");
  readonly #action = join(this.folder, "action");
  readonly #world: World;

  constructor(world: World) {
    if (!existsSync(toolPath("act"))) throw new Error("There is no act. Run: npm run tools");
    this.#world = world;
    // What a tag of the action holds, as far as a runner looks at it.
    const called = join(".github", "workflows", "callback-health.yml");
    for (const name of ["action.yml", "actions", "dist", "package.json", called])
      cpSync(join(root, name), join(this.#action, name), { recursive: true });
    mkdirSync(join(this.#repository, "requests"), { recursive: true });
    cpSync(join(root, "examples", "workflows"), join(this.#repository, ".github", "workflows"), {
      recursive: true,
    });
    for (const starter of starters) {
      const text = readFileSync(join(root, "examples", "starter-workflow", starter), "utf8");
      // GitHub replaces this word when a person adds the workflow.
      writeFileSync(
        join(this.#repository, ".github", "workflows", starter),
        text.replace("$default-branch", "main"),
      );
    }
    copyActions(this.#repository);
    for (const [name, yaml] of guideWorkflows())
      writeFileSync(join(this.#repository, ".github", "workflows", `guide ${name}.yml`), yaml);
    writeFileSync(join(this.#repository, "site.csr"), csr);
    const requests = {
      "order-ssl-1": { csr, common_name: "www.example.com", dns_names: ["www.example.com", "example.com"] },
      "order-ssl-2": { csr: anotherCsr("shop.example.com"), common_name: "shop.example.com" },
      "order-dual-1": { csr: anotherCsr("dual.example.com"), common_name: "dual.example.com" },
    };
    for (const [order, request] of Object.entries(requests)) {
      const body = { certificate: { sign_hash: "sha256", dns_names: [request.common_name], ...request } };
      writeFileSync(join(this.#repository, "requests", `${order}.json`), JSON.stringify(body));
      writeFileSync(join(this.#repository, "requests", `${order}.csr`), request.csr);
    }
    this.#git("init", "--quiet", "--initial-branch", "main");
    this.#git("remote", "add", "origin", "https://github.com/acme/site.git");
    this.#git("add", "--all");
    const person = ["-c", "user.name=test", "-c", "user.email=test@example.com"];
    this.#git(...person, "commit", "--quiet", "--message", "Site");
    world.github.sha = this.#git("rev-parse", "HEAD").trim();
  }

  #git(...args: string[]): string {
    return execFileSync("git", args, { cwd: this.#repository, encoding: "utf8" });
  }

  /** Starts a workflow. Its processes are a group of their own, so that they can be killed as a runner that dies is. */
  start(workflow: string, circumstances: Circumstances) {
    const { event = "workflow_dispatch", runId, runAttempt = 1 } = circumstances;
    const { inputs = {}, settings = {}, secrets = {} } = circumstances;
    const { sandbox, github } = this.#world;
    const home = mkdtempSync(join(this.folder, "runner-"));
    const pairs = (flag: string, values: Readonly<Record<string, string>>) =>
      Object.entries(values).flatMap(([name, value]) => [flag, `${name}=${value}`]);
    const eventPath = join(home, "event.json");
    // GitHub names the default branch in each event of a repository; act does not.
    writeFileSync(eventPath, JSON.stringify({ repository: { default_branch: "main" }, inputs }));
    const args = [
      event,
      ...["--eventpath", eventPath],
      ...["--workflows", join(".github", "workflows", workflow)],
      ...["--platform", "ubuntu-latest=-self-hosted"],
      ...["--local-repository", `certorder/certorder@v0=${this.#action}`],
      ...["--action-cache-path", join(home, "cache"), "--no-cache-server", "--action-offline-mode", "--json"],
      ...pairs("--secret", {
        GITHUB_TOKEN: "fake-github-token",
        CERTORDER_AUTH_KEY: settings.CERTORDER_AUTH_KEY ?? sandbox.credentials.authKey,
        ...secrets,
      }),
      ...pairs("--var", {
        CERTORDER_BASE_URL: settings.CERTORDER_BASE_URL ?? sandbox.url,
        CERTORDER_KEY_ID: sandbox.credentials.keyId,
      }),
      ...pairs("--input", inputs),
      ...pairs("--env", {
        GITHUB_API_URL: github.url,
        GITHUB_GRAPHQL_URL: github.graphqlUrl,
        GITHUB_RUN_ID: String(runId),
        GITHUB_RUN_ATTEMPT: String(runAttempt),
        GITHUB_WORKFLOW_REF: `acme/site/.github/workflows/${workflow}@refs/heads/main`,
        NODE_COMPILE_CACHE: join(tmpdir(), "certorder-test-compile-cache"),
      }),
    ];
    const child = spawn(toolPath("act"), args, {
      cwd: this.#repository,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      // Nothing of this machine's own: act hands its environment down to the steps.
      env: { PATH: [join(root, "node_modules", ".bin"), process.env.PATH].join(delimiter), HOME: home },
    });
    let log = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        log += text;
      });
    return {
      signal: (name: NodeJS.Signals) => child.pid !== undefined && process.kill(-child.pid, name),
      ended: once(child, "close").then(([exit]) => ranWith(exit as number | null, log)),
    };
  }

  run(workflow: string, circumstances: Circumstances): Promise<Ran> {
    return this.start(workflow, circumstances).ended;
  }
}

function ranWith(exit: number | null, log: string): Ran {
  const events = log.split("\n").flatMap((line): Event[] => {
    try {
      return [JSON.parse(line) as Event];
    } catch {
      return [];
    }
  });
  const outputs: Record<string, Record<string, string>> = {};
  const steps: Record<string, string> = {};
  for (const { job = "", step, stepResult, command, name, arg } of events) {
    const shortJob = job.slice(job.indexOf("/") + 1).trim();
    if (command === "set-output" && name) outputs[shortJob] = { ...outputs[shortJob], [name]: arg ?? "" };
    if (step && stepResult) steps[`${shortJob}/${step}`] = stepResult;
  }
  return {
    exit,
    outputs,
    steps,
    summaries: events.map(({ content = "" }) => content).join("\n"),
    said: events
      .map(({ command, arg, msg = "" }) => (command === "error" || command === "warning" ? arg : msg))
      .join("\n"),
  };
}
