import { describe, expect, test } from "vitest";
import { defineProvider, type ObjectValue, type Resource } from "../../../src/plugin/index.ts";
import { type CoreRun, CoreWorkspace } from "../../../src/plugin/testing/index.ts";
import { installedCores } from "../../harness/plugin/real-cores.ts";
import { bareProvider } from "../../harness/plugin/thing.ts";
import {
  rightState,
  type WrongAnswer,
  wrongAnswers,
  wrongSchema,
} from "../../harness/plugin/wrong-answers.ts";

// Every wrong answer of an author, to real cores: the state keeps the object, and the message names the mistake.

const kinds = [...wrongAnswers].map(([name, wrong]) => [`k${name.slice(0, 3)}`, wrong] as const);
const wrongOf: ReadonlyMap<string, WrongAnswer> = new Map(kinds);

type Method = "create" | "update" | "read" | "modifyPlan";

/** A provider whose `method` answers wrongly, as the argument `kind` says. */
function wrongProvider(wrong: { method: Method | undefined }) {
  const answer = (method: Method, kind: unknown, state: ObjectValue, right: unknown) => {
    const found = wrongOf.get(String(kind));
    return wrong.method === method && found ? found.answer(state) : right;
  };
  const apply =
    (method: Method) =>
    ({ planned }: { planned: ObjectValue }) =>
      answer(method, planned.kind, rightState(planned), { state: rightState(planned) });
  const resource = {
    schema: wrongSchema,
    create: apply("create"),
    update: apply("update"),
    read: ({ state }: { state: ObjectValue }) => answer("read", state.kind, state, { state }),
    modifyPlan({ planned }: { planned: ObjectValue | null }) {
      if (planned === null || wrong.method !== "modifyPlan") return undefined;
      const given = answer("modifyPlan", planned.kind, planned, undefined);
      if (typeof given !== "object" || given === null || !("state" in given)) return given;
      const { state, ...rest } = given;
      return { ...rest, planned: state };
    },
  } as unknown as Resource;
  return defineProvider({ ...bareProvider, resources: { t_wrong: resource } });
}

const config = (revision: number, names: readonly string[]) =>
  `resource "t_wrong" "x" {\n  for_each = toset(${JSON.stringify(names)})\n  kind     = each.key\n  revision = ${revision}\n}\n`;
const address = (kind: string) => `t_wrong.x["${kind}"]`;
const names = kinds.map(([name]) => name);

function expectMessages({ text }: CoreRun, among: typeof kinds): void {
  const squeezed = text.replace(/\s+/g, " ");
  for (const [, { message }] of among) expect(squeezed).toContain(message);
  // The plan before the errors shows values that are not sensitive.
  expect(text.slice(text.indexOf("Error: "))).not.toContain("hunter2");
  expect(text).not.toMatch(/produced an? |Plugin did not respond|Plugin error|panic/);
}

describe.each(installedCores)("%s keeps each object and names the bug", (_, core) => {
  test("of create, update, read and modifyPlan", async () => {
    const wrong: { method: Method | undefined } = { method: "create" };
    await using workspace = await CoreWorkspace.open({ core, inProcess: wrongProvider(wrong) });
    // Before the end of the workspace, which destroys the objects.
    using _right = { [Symbol.dispose]: () => (wrong.method = undefined) };
    const ids = () => names.map((name) => workspace.attributes(address(name)).id);

    // Terraform 1.16.4 panics if several creates fail at once: it writes the state while one has no status yet.
    const failed = { changesState: true, command: ["apply", "-parallelism=1"] } as const;
    const created = await workspace.expectError(config(1, names), /Bug in the provider/, failed);
    expectMessages(created, kinds);
    for (const name of names) expect(workspace.attributes(address(name))).toMatchObject({ revision: 1 });

    // Their replacements are right.
    wrong.method = undefined;
    await workspace.apply(config(1, names));
    expect(ids()).toEqual(names.map(() => "1"));

    wrong.method = "update";
    expectMessages(await workspace.expectError(config(2, names), /Bug in the provider/, failed), kinds);
    expect(ids()).toEqual(names.map(() => "1"));

    // A read may find other values than were planned.
    wrong.method = "read";
    const read = kinds.filter(([, { message }]) => !message.includes("differs from"));
    const refreshed = await workspace.expectError(config(2, names), /Bug in the provider/, {
      command: ["plan"],
    });
    expectMessages(refreshed, read);

    // A plan may have unknown values, and leave values out.
    wrong.method = "modifyPlan";
    const planned = kinds.filter(([, { message }]) => !/still unknown|differs|not undefined$/.test(message));
    const plan = await workspace.expectError(
      config(
        3,
        planned.map(([name]) => name),
      ),
      /Bug in the provider/,
      { command: ["plan", "-refresh=false"] },
    );
    expectMessages(plan, planned);
  }, 300_000);
});
