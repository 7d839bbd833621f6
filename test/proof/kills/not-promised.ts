import { rmSync } from "node:fs";
import { newFolder } from "../../harness/cli/cli.ts";
import { requestFlags } from "../../harness/cli/service.ts";
import { createJournal, newJournal } from "../../harness/journal/new-journal.ts";
import { reissue } from "../../harness/terraform/terraform-with-sandbox.ts";
import { AtTerminal, orderId } from "./at-terminal.ts";
import { AtWorkspace } from "./at-workspace.ts";
import { InRepository, type Memory, type Repetition } from "./in-repository.ts";
import { runKilledAt } from "./kill.ts";

/** The service has carried it out, and the answer is there. */
const answered = "receive#1";

/** A command is killed, something happens, and the command is run again, with the same key. */
async function atTerminal(
  env: Readonly<Record<string, string>>,
  between: (person: AtTerminal) => unknown = () => {},
): Promise<number> {
  await using person = await AtTerminal.open();
  person.env = env;
  // Without a journal, a key is refused.
  if (env.CERTORDER_JOURNAL === "none") person.request = [...requestFlags, "--yes"];
  await runKilledAt(person, answered);
  await between(person);
  await person.ask();
  return person.certificates().length;
}

/** An apply is killed before its state reaches the server that stores it. Something happens, and the apply runs again. */
async function atWorkspace(
  env: Readonly<Record<string, string>>,
  between: (person: AtWorkspace) => unknown = () => {},
): Promise<number> {
  await using person = await AtWorkspace.open("create", { remoteState: true, env });
  await person.diesStoring("before");
  await between(person);
  await person.ask();
  return person.certificates().length;
}

/** A step of a workflow is killed, something happens, and the step runs again. */
async function inRepository(
  memory: Memory,
  repetition: Repetition,
  between: (person: InRepository) => void = () => {},
): Promise<number> {
  await using person = await InRepository.open(memory, repetition);
  await runKilledAt(person, answered);
  between(person);
  await person.ask();
  return person.certificates().length;
}

/** Each asks for one reissue, and returns how often the order was reissued. */
const shows = {
  "command line": {
    "the journal is deleted after the kill, and created again": () =>
      atTerminal({}, ({ journal }) => {
        rmSync(journal, { recursive: true });
        createJournal(journal);
      }),
    "`journal` is `none`": () => atTerminal({ CERTORDER_JOURNAL: "none" }),
    "two machines have a journal each; the second repeats what was killed on the first": () =>
      atTerminal({}, (person) => {
        person.env = { CERTORDER_JOURNAL: newJournal() };
      }),
    "a person says that it did not happen, and it did": () =>
      atTerminal({}, async (person) => {
        const [attempt = ""] = await person.openAttempts();
        person.passTime();
        await person.start(["journal", "resolve", orderId, attempt, "--not-happened"]).ended;
      }),
    async "the service carries it out and answers HTTP 429; `max_tries` is 3"() {
      await using person = await AtTerminal.open({ kind: "status", status: 429, effect: true, times: 9 });
      person.env = { CERTORDER_MAX_TRIES: "3" };
      await person.run().ended;
      return person.certificates().length;
    },
  },
  OpenTofu: {
    "the machine dies with its disk before the state has reached the server that keeps it": () =>
      atWorkspace({}, ({ trial }) => rmSync(trial.workspace.journal, { recursive: true })),
    "`journal` is `none`, and tofu is killed before the state is stored": () =>
      atWorkspace({ CERTORDER_JOURNAL: "none" }),
    async "two machines have a journal and a state each"() {
      await using person = await AtWorkspace.open("create");
      await person.ask();
      const other = await person.trial.another();
      other.env.CERTORDER_JOURNAL = newFolder();
      await other.apply();
      return person.certificates().length;
    },
    async "a resource is renamed without `moved`, and only the new name is applied (`-target`), on a machine whose journal does not know it"() {
      await using person = await AtWorkspace.open("create");
      await person.ask();
      const { workspace } = person.trial;
      rmSync(workspace.journal, { recursive: true });
      workspace.write(reissue({}, { name: "renamed" }));
      await workspace.apply("-target=certorder_reissue.renamed");
      return person.certificates().length;
    },
  },
  action: {
    "`journal` is `none`, and a new run": () => inRepository("nothing", "new run"),
    "the deployments are deleted, and a re-run": () =>
      inRepository("deployments", "re-run", ({ github }) => {
        github.deployments.length = 0;
      }),
  },
} satisfies Record<string, Record<string, () => Promise<number>>>;

/** Where the promise ends: one reissue is asked for, and this is how it comes to a second all the same. */
export const limits = Object.entries(shows).flatMap(([program, cases]) =>
  Object.entries(cases).map(([what, show]) => ({ program, what, show })),
);

export type Limit = (typeof limits)[number];
