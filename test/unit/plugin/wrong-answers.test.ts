import { describe, expect, test } from "vitest";
import type { ObjectValue, Resource } from "../../../src/plugin/index.ts";
import type { CoreDiagnostic, ManagedResource } from "../../../src/plugin/testing/index.ts";
import { openThing, reported } from "../../harness/plugin/thing.ts";
import {
  rightState,
  type WrongAnswer,
  wrongAnswers,
  wrongSchema,
} from "../../harness/plugin/wrong-answers.ts";

// Whatever an author answers, the object stays in the state, and the message names the mistake.

type Methods = { [Name in "create" | "update" | "read" | "modifyPlan"]?: (request: never) => unknown };

const config = { kind: "k", revision: 1 };
const stored = rightState({ ...config });
const right = ({ planned }: { planned: ObjectValue }) => ({ state: rightState(planned) });

const open = (methods: Methods) =>
  openThing({ schema: wrongSchema, create: right, update: right, ...methods } as unknown as Resource);

async function openStored(methods: Methods): Promise<ManagedResource> {
  return Object.assign(await open(methods), { state: stored });
}

function expectBug(diagnostics: readonly CoreDiagnostic[], { message }: WrongAnswer): void {
  expect(diagnostics).toContainEqual(
    expect.objectContaining({ summary: "Bug in the provider", detail: expect.stringContaining(message) }),
  );
  expect(JSON.stringify(diagnostics)).not.toContain("hunter2");
}

/** The values beside the wrong one. */
function others({ attribute }: WrongAnswer, state: ObjectValue): object {
  if (attribute === undefined) return {};
  const { [attribute]: _wrong, ...right } = state;
  return right;
}

test("There are at least 100 kinds", () => expect(wrongAnswers.size).toBeGreaterThanOrEqual(100));

describe.each([...wrongAnswers])("%s", (_name, wrong) => {
  test("as the answer of create", async () => {
    const thing = await open({
      create: ({ planned }: { planned: ObjectValue }) => wrong.answer(rightState(planned)),
    });
    expectBug(await reported(thing.apply(config)), wrong);
    expect(thing).toMatchObject({ state: { revision: 1, ...others(wrong, stored) }, tainted: true });
  });

  test("as the answer of update", async () => {
    const thing = await openStored({
      update: ({ planned }: { planned: ObjectValue }) => wrong.answer(rightState(planned)),
    });
    expectBug(await reported(thing.apply({ ...config, revision: 2 })), wrong);
    expect(thing.state).toMatchObject(others(wrong, { ...stored, revision: 2 }));
    expect(thing.state).toMatchObject({ id: "1" });
  });

  test("as the answer of read", async () => {
    // A read may find other values.
    if (wrong.message.includes("differs from")) return;
    const thing = await openStored({ read: () => wrong.answer(stored) });
    expectBug(await reported(thing.refresh()), wrong);
    expect(thing.state).toEqual(stored);
  });

  test("as the answer of modifyPlan", async () => {
    // A plan may have unknown values, and leave values out.
    if (/still unknown|differs from|not undefined$/.test(wrong.message)) return;
    const planned = ({ state, ...rest }: { state?: unknown }) => ({
      ...rest,
      ...(state ? { planned: state } : {}),
    });
    const thing = await openStored({
      modifyPlan({ planned: start }: { planned: ObjectValue }) {
        const answer = wrong.answer({ ...start, hidden: null });
        const isWhole = typeof answer === "object" && answer !== null && "state" in answer;
        return isWhole ? planned(answer) : answer;
      },
    });
    expectBug(await reported(thing.plan({ ...config, revision: 2 })), wrong);
    expect(thing.state).toEqual(stored);
  });
});

test("An author who reports an error and no state has created nothing", async () => {
  const thing = await open({
    create: () => ({ diagnostics: [{ severity: "error", summary: "no" }, undefined] }),
  });
  expect(await reported(thing.apply(config))).toMatchObject([
    { summary: "no" },
    { detail: expect.stringContaining("diagnostics[1]") },
  ]);
  expect(thing.state).toBeNull();
});

test("An answer of a validator, a rule or semanticEquals that is not of its kind is a bug", async () => {
  const check = (option: string, value: unknown) => ({
    ...wrongSchema,
    attributes: { ...wrongSchema.attributes, kind: { ...wrongSchema.attributes.kind, [option]: value } },
  });
  const bug = (message: string) => [
    { summary: "Bug in the provider", detail: expect.stringContaining(message) },
  ];
  const opened = (schema: object) => openThing({ schema, create: right } as unknown as Resource);
  for (const [returned, kind] of [
    [undefined, "undefined"],
    [Promise.resolve([]), "an instance of Promise"],
  ]) {
    const validated = await opened(check("validators", [() => returned]));
    const ofValidator = `A validator of "kind": its result must be an array, not ${kind}`;
    expect(await reported(validated.validate(config))).toMatchObject(bug(ofValidator));
    const ruled = await opened({ ...wrongSchema, rules: [{ names: [], check: () => returned }] });
    const ofRule = `A rule of the schema: its result must be an array, not ${kind}`;
    expect(await reported(ruled.validate(config))).toMatchObject(bug(ofRule));
  }
  for (const option of ["semanticEquals", "requiresReplace"]) {
    const thing = Object.assign(await opened(check(option, async () => true)), { state: stored });
    const problem = `${option} of "kind" must return a boolean, not an instance of Promise`;
    expect(await reported(thing.plan({ ...config, kind: "other" }))).toMatchObject(bug(problem));
  }
});
