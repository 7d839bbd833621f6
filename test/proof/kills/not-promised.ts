import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../../harness/cli/cli.ts";
import { unconfirmed } from "../../harness/cli/service.ts";
import { reissue } from "../../harness/terraform/terraform-with-sandbox.ts";
import { AtTerminal, orderId } from "./at-terminal.ts";
import { AtWorkspace } from "./at-workspace.ts";
import type { Memory, Repetition } from "./in-repository.ts";
import { InRepository } from "./in-repository.ts";

/** Where the promise ends: one reissue is asked for, and this is how it comes to a second all the same. */
export interface Limit {
  readonly program: "command line" | "OpenTofu" | "action";
  readonly what: string;
  /** Returns how often the order was reissued. */
  readonly show: () => Promise<number>;
}

/** The service has carried it out, and the answer is there. */
const answered = "receive#1";

/** A command is killed, something happens, and the command is run again, with the same key. */
async function atTerminal(
  env: Readonly<Record<string, string>>,
  between: (asker: AtTerminal) => unknown = () => {},
): Promise<number> {
  await using asker = await AtTerminal.open();
  asker.env = env;
  // Without a journal, a key is refused.
  if (env.CERTORDER_JOURNAL === "none") asker.request = [...unconfirmed, "--yes"];
  await asker.dies({ at: answered });
  await between(asker);
  await asker.ask();
  return asker.certificates().length;
}

/** An apply is killed before its state reaches the server that stores it. Something happens, and the apply runs again. */
async function atWorkspace(
  env: Readonly<Record<string, string>>,
  between: (asker: AtWorkspace) => unknown = () => {},
): Promise<number> {
  await using asker = await AtWorkspace.open("create", { remoteState: true, env });
  await asker.diesStoring("before");
  await between(asker);
  await asker.ask();
  return asker.certificates().length;
}

/** A step of a workflow is killed, something happens, and the step runs again. */
async function inRepository(
  memory: Memory,
  repetition: Repetition,
  { between }: { between?: (asker: InRepository) => void } = {},
): Promise<number> {
  await using asker = await InRepository.open(memory, repetition);
  await asker.dies({ at: answered });
  between?.(asker);
  await asker.ask();
  return asker.certificates().length;
}

export const limits: readonly Limit[] = [
  {
    program: "command line",
    what: "the journal is deleted after the kill",
    show: () => atTerminal({}, ({ journal }) => rmSync(journal, { recursive: true })),
  },
  {
    program: "command line",
    what: "`journal` is `none`",
    show: () => atTerminal({ CERTORDER_JOURNAL: "none" }),
  },
  {
    program: "command line",
    what: "`journal` is `best-effort`, and its folder cannot be used",
    show() {
      const file = join(newFolder(), "file");
      writeFileSync(file, "");
      return atTerminal({ CERTORDER_JOURNAL: "best-effort", CERTORDER_JOURNAL_DIR: file });
    },
  },
  {
    program: "command line",
    what: "two machines have a journal each; the second repeats what was killed on the first",
    show: () =>
      atTerminal({}, (asker) => {
        asker.env = { CERTORDER_JOURNAL_DIR: newFolder() };
      }),
  },
  {
    program: "command line",
    what: "a person says that it did not happen, and it did",
    show: () =>
      atTerminal({}, async (asker) => {
        const [attempt = ""] = await asker.openAttempts();
        asker.passTime();
        await asker.start(["journal", "resolve", orderId, attempt, "--not-happened"]).ended;
      }),
  },
  {
    program: "command line",
    what: "the service carries it out and answers HTTP 429; `max_tries` is 3",
    async show() {
      await using asker = await AtTerminal.open({ kind: "status", status: 429, effect: true, times: 9 });
      asker.env = { CERTORDER_MAX_TRIES: "3" };
      await asker.reissue().ended;
      return asker.certificates().length;
    },
  },
  {
    program: "OpenTofu",
    what: "the machine dies with its disk before the state has reached the server that keeps it",
    show: () => atWorkspace({}, ({ trial }) => rmSync(trial.workspace.journal, { recursive: true })),
  },
  {
    program: "OpenTofu",
    what: "`journal` is `none`, and tofu is killed before the state is stored",
    show: () => atWorkspace({ CERTORDER_JOURNAL: "none" }),
  },
  {
    program: "OpenTofu",
    what: "two machines have a journal and a state each",
    async show() {
      await using asker = await AtWorkspace.open("create");
      await asker.ask();
      const other = await asker.trial.another();
      other.env.CERTORDER_JOURNAL_DIR = newFolder();
      await other.apply();
      return asker.certificates().length;
    },
  },
  {
    program: "OpenTofu",
    what: "a resource is renamed without `moved`, and only the new name is applied (`-target`), on a machine whose journal does not know it",
    async show() {
      await using asker = await AtWorkspace.open("create");
      await asker.ask();
      const { workspace } = asker.trial;
      rmSync(workspace.journal, { recursive: true });
      workspace.write(reissue({}, { name: "renamed" }));
      await workspace.apply("-target=certorder_reissue.renamed");
      return asker.certificates().length;
    },
  },
  {
    program: "action",
    what: "no history, and a re-run with `allow-rerun: true`",
    show: () => inRepository("nothing", "re-run that is allowed"),
  },
  {
    program: "action",
    what: "the deployments are deleted, and a re-run",
    show: () =>
      inRepository("deployments", "re-run", {
        between: ({ github }) => {
          github.deployments.length = 0;
        },
      }),
  },
];
