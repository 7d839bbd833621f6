import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Sandbox } from "../../../src/sandbox/index.ts";
import { newFolder as newFolderNamed } from "../new-folder.ts";
import type { FakeGitHub } from "./fake-github.ts";
import { sha } from "./fake-github.ts";

export const root = join(import.meta.dirname, "..", "..", "..");
export const bundle = join(root, "dist", "index.js");

/** One command to the runner, as its parser would read it from the log. */
export interface Command {
  readonly name: string;
  readonly title: string;
  readonly message: string;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  readonly commands: readonly Command[];
  readonly annotations: readonly Command[];
  /** What people read in the annotations. */
  readonly said: string;
}

export type Texts = Readonly<Record<string, string | undefined>>;

export interface Circumstances {
  readonly inputs?: Texts;
  readonly env?: Texts;
  readonly sandbox?: Pick<Sandbox, "url" | "credentials">;
  readonly github?: FakeGitHub;
  readonly runId?: number;
  readonly runAttempt?: number;
  /** The runner's disk: a new one for each run, as on GitHub's own runners. */
  readonly home?: string;
}

export const newFolder = () => newFolderNamed("certorder-action-");

/** The workspace of each step, unless it has its own. Test files share this module, so the folder stays until the process ends. */
const workspace = mkdtempSync(join(tmpdir(), "certorder-workspace-"));
process.once("exit", () => rmSync(workspace, { recursive: true, force: true }));
copyFileSync(join(root, "examples", "site.csr"), join(workspace, "site.csr"));
let files = 0;

/** Writes a file into the workspace. Returns the path that an input names. */
export function workspaceFile(text: string): string {
  files += 1;
  writeFileSync(join(workspace, `file-${files}`), text);
  return `file-${files}`;
}

/** What the runner puts into the environment of a step. */
export function stepEnvironment(circumstances: Circumstances): Record<string, string | undefined> {
  const { sandbox, github, inputs = {}, runId = 7, runAttempt = 1 } = circumstances;
  const given: Texts = {
    ...(sandbox && {
      "base-url": sandbox.url,
      "key-id": sandbox.credentials.keyId,
      "auth-key": sandbox.credentials.authKey,
    }),
    ...(github && { "github-token": "fake-github-token" }),
    ...inputs,
  };
  return {
    GITHUB_REPOSITORY: "acme/site",
    GITHUB_RUN_ID: String(runId),
    GITHUB_RUN_ATTEMPT: String(runAttempt),
    GITHUB_SHA: sha,
    GITHUB_SERVER_URL: "https://github.com",
    ...(github && { GITHUB_GRAPHQL_URL: github.graphqlUrl }),
    ...(github && { GITHUB_API_URL: github.url }),
    GITHUB_WORKFLOW_REF: "acme/site/.github/workflows/health.yml@refs/heads/main",
    GITHUB_REF: "refs/heads/main",
    GITHUB_REF_NAME: "main",
    GITHUB_EVENT_NAME: "schedule",
    GITHUB_JOB: "check",
    GITHUB_WORKSPACE: workspace,
    ...Object.fromEntries(Object.entries(given).map(([name, text]) => [`INPUT_${name.toUpperCase()}`, text])),
  };
}

/** Starts the bundle as the runner would: inputs and everything else in the environment, and nothing of this machine's. */
export function startAction(circumstances: Circumstances) {
  const { env = {} } = circumstances;
  const folder = newFolder();
  const files = { output: join(folder, "output"), summary: join(folder, "summary") };
  for (const file of Object.values(files)) writeFileSync(file, "");
  const child = spawn(process.execPath, [bundle], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      HOME: circumstances.home ?? folder,
      // Compiling the bundle again would take most of every run.
      NODE_COMPILE_CACHE: join(tmpdir(), "certorder-test-compile-cache"),
      GITHUB_OUTPUT: files.output,
      GITHUB_STEP_SUMMARY: files.summary,
      ...stepEnvironment(circumstances),
      ...env,
    },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const ended = once(child, "close").then(([code]): Ended => {
    const commands = commandsIn(stdout + stderr);
    const annotations = commands.filter(({ name }) => /^(?:error|warning|notice)$/.test(name));
    return {
      code: code as number | null,
      stdout,
      stderr,
      outputs: outputsIn(readFileSync(files.output, "utf8")),
      summary: readFileSync(files.summary, "utf8"),
      commands,
      annotations,
      said: annotations.map(({ title, message }) => `${title}\n${message}`).join("\n"),
    };
  });
  return { child, ended };
}

export function runAction(circumstances: Circumstances): Promise<Ended> {
  return startAction(circumstances).ended;
}

/** The runner looks for commands at the beginning of each line, on both outputs. */
function commandsIn(log: string): Command[] {
  return log.split(/\r\n|\r|\n/).flatMap((line) => {
    const [, name, properties = "", message = ""] =
      /^\s*::([\w-]+)(?: ([^:]*(?::(?!:)[^:]*)*))?::(.*)$/.exec(line) ?? [];
    const [, title = ""] = /title=([^,]*)/.exec(properties) ?? [];
    return name === undefined ? [] : [{ name, title: unescaped(title), message: unescaped(message) }];
  });
}

function unescaped(text: string): string {
  return decodeURIComponent(text.replace(/%(?!0A|0D|25|3A|2C)/g, "%25"));
}

function outputsIn(file: string): Record<string, string> {
  const pairs = [...file.matchAll(/^([\w-]+)<<(ghadelimiter_[\w-]+)\n([\s\S]*?)\n\2$/gm)];
  return Object.fromEntries(pairs.map(([, name = "", , value = ""]) => [name, value]));
}

/** The inputs of a reissue that the sandbox carries out. */
export const reissueInputs: Texts = {
  operation: "reissue",
  "order-id": "order-ssl-1",
  "sign-hash": "sha256",
  "common-name": "www.example.com",
  "dns-names": "www.example.com\nexample.com\n",
  "csr-file": "site.csr",
};
