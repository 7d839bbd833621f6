import { describe, expect } from "vitest";
import type { Texts } from "../../harness/action/action.ts";
import {
  type ActionWithSandbox,
  hour,
  readAttemptId,
  test,
} from "../../harness/action/action-with-sandbox.ts";
import type { FakeGitHub, Fault } from "../../harness/action/fake-github.ts";

// GitHub refuses calls, fails, hangs, moves repositories, shows lists late and loses records. The promise holds all the same.

const list = { method: "get", path: /deployments$/ } as const;
const create = { method: "post", path: /deployments$/ } as const;
const addStatus = { method: "post", path: /statuses$/ } as const;

/** GitHub turns calls away with a status that it also has for missing permissions. */
const secondary = (seconds: number) => ({
  how: 403,
  message: "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
  headers: { "retry-after": String(seconds), "x-ratelimit-remaining": "4000" },
});
const primary = (seconds: number) => ({
  how: 403,
  message: "API rate limit exceeded for installation.",
  headers: {
    "x-ratelimit-remaining": "0",
    "x-ratelimit-reset": String(Math.ceil(Date.now() / 1000) + seconds),
  },
});

type SetUp = (world: ActionWithSandbox) => unknown;
const set =
  (members: Partial<FakeGitHub>): SetUp =>
  ({ github }) =>
    Object.assign(github, members);
const fault =
  (...faults: readonly Fault[]): SetUp =>
  ({ github }) =>
    github.faults.push(...faults.map((each) => ({ ...each })));
const hang = () => new Promise<void>(() => {});

describe.concurrent("Nothing is sent if GitHub", () => {
  const yaml = "permissions:\n  contents: read\n  deployments: write\nTokens of pull requests from forks";
  const allowList = "The acme organization has an IP allow list enabled.";
  const saml = "Resource protected by organization SAML enforcement.";

  test.for<[string, SetUp, string, Texts?]>([
    ["gives no permission", set({ permissions: {} }), yaml],
    [
      "gives a fork's token",
      set({ permissions: { deployments: "read" } }),
      "Or keep the journal elsewhere: name it with journal.",
    ],
    ["refuses by an allow list", fault({ ...list, how: 403, message: allowList }), allowList],
    ["refuses by SAML", fault({ ...list, how: 403, message: saml }), saml],
    ["renames the repository", set({ isRenamed: true }), "Start a new run: the repository has moved."],
    ["has a long rate limit", fault({ ...list, ...secondary(3_600) }), "rate limit is used up"],
    [
      "has a rate limit of unknown length",
      fault({ ...list, how: 403, message: "You have exceeded a secondary rate limit." }),
      "rate limit is used up",
    ],
    [
      "asks to try again at once, and again",
      fault({ ...list, how: 429, headers: { "retry-after": "0" }, times: 1_000 }),
      "rate limit is used up",
    ],
    ["has too few calls left to record the outcome", set({ callsLeft: 19 }), "GitHub allows 19 more calls"],
    ["hangs", set({ onCall: hang }), "GitHub did not answer"],
    ["answers the record with 202", fault({ ...create, how: 202 }), "did not create the deployment"],
    ["answers the record with 409", fault({ ...create, how: 409 }), "HTTP 409"],
    ["answers the record with 500", fault({ ...create, how: 500 }), "HTTP 500", { "timeout-seconds": "60" }],
  ])("%s", async ([_, setUp, text, inputs], { world }) => {
    setUp(world);
    const started = performance.now();
    const { outputs, said } = await world.reissueHere({ "timeout-seconds": "5", ...inputs });
    expect(performance.now() - started).toBeLessThan(30_000);
    expect(outputs).toMatchObject({ outcome: "not-sent", code: "journal_unavailable" });
    expect(said).toContain(text);
    // YAML only helps if a permission is missing.
    expect(said.includes("permissions:")).toBe(world.github.permissions.issues === undefined);
    expect(world.sandbox.requests).toEqual([]);
  });

  test("loses the record right after it was written", async ({ world }) => {
    world.github.onCall = ({ method }) => {
      if (method === "get") world.github.deleteDeployments(() => true);
    };
    expect((await world.reissueHere()).outputs.outcome).toBe("not-sent");
    expect(world.reissues).toBe(0);
  });

  test("loses the record between two reads", async ({ world }) => {
    await world.reissueHere();
    world.github.onCall = ({ path }) => {
      if (path.endsWith("/graphql")) world.github.deleteDeployments(() => true);
    };
    const { outputs, said } = await world.reissueHere({}, { runId: 8 });
    expect(outputs).toMatchObject({ outcome: "not-sent", code: "journal_unavailable" });
    expect(said).toContain("it is not there, or the token lacks a permission");
    expect(world.reissues).toBe(1);
  });
});

describe.concurrent("The reissue is sent once if GitHub", () => {
  test.for<[string, SetUp]>([
    ["has a secondary rate limit", (world) => limitAll(world, secondary(1))],
    ["has a primary rate limit", (world) => limitAll(world, primary(1))],
    ["answers 429", (world) => limitAll(world, { ...secondary(1), how: 429 })],
    ["is down while it is read", fault({ ...list, how: 502 }, { ...list, how: "drop-before" })],
    [
      "loses the answer to the record, and a list shows it late",
      (world) => {
        world.github.lag = 2;
        fault({ ...create, how: "drop-after" })(world);
      },
    ],
    [
      "hangs at the outcome, and then fails once",
      ({ github }) => {
        let calls = 0;
        github.onCall = async ({ method, path }) => {
          if (method !== "post" || !path.endsWith("/statuses") || calls++ > 0) return;
          await new Promise((resolve) => setTimeout(resolve, 3_000));
          github.faults.push({ ...addStatus, how: 502 });
        };
      },
    ],
  ])("%s, and a re-run is answered", async ([_, setUp], { world }) => {
    setUp(world);
    expect(await world.ends({ "timeout-seconds": "10" })).toBe("sent");
    expect(world.github.faults).toEqual([]);
    expect(world.github.deployments).toHaveLength(1);
    expect(await world.ends({}, { runAttempt: 2 })).toBe("answered");
    expect(world.reissues).toBe(1);
  });

  const limitAll = ({ github }: ActionWithSandbox, limit: Omit<Fault, "method" | "path">) =>
    github.faults.push(...[list, create, addStatus].map((call) => ({ ...call, ...limit })));

  test("is a GitHub Enterprise Server with statuses of its own and many records", async ({ world }) => {
    const { github } = world;
    github.prefix = "/api/v3";
    const env = {
      GITHUB_SERVER_URL: "https://github.example.com",
      GITHUB_API_URL: `${github.url}/api/v3/`,
    };
    const first = await world.reissueHere({}, { env });
    expect(first.summary).toContain("(https://github.example.com/acme/site/deployments/certorder-history)");
    github.deployments[0]?.statuses.push({ state: "inactive", description: "", body: {} });
    const [{ body } = { body: {} }] = github.deployments;
    const payload = { v: 4, order: "another order" };
    for (let id = 1_000; id < 1_150; id++) github.deployments.push({ id, payload, body, statuses: [] });
    expect(await world.ends({}, { env, runAttempt: 2 })).toBe("answered");
  });
});

describe.concurrent("A result that cannot be recorded is shown, with the line that resolves it, if GitHub", () => {
  test.for<[string, SetUp]>([
    ["fails", fault({ ...addStatus, how: 503, times: 9 })],
    ["hangs", set({ onCall: ({ path }) => (path.endsWith("/statuses") ? hang() : undefined) })],
    [
      "renames the repository",
      ({ github, sandbox }) => {
        github.onCall = () => {
          github.isRenamed = sandbox.ledger.length > 0;
        };
      },
    ],
  ])("%s after the reissue was sent", async ([_, setUp], { world }) => {
    setUp(world);
    const { level, outputs, said } = await world.reissueHere({ "timeout-seconds": "3" });
    expect({ level, outcome: outputs.outcome }).toEqual({ level: "warning", outcome: "done" });
    expect(outputs["certificate-id"]).toBe(world.sandbox.ledger[0]?.certificateId);
    expect(said).toContain("The outcome could not be recorded");
    expect(said).not.toContain("not sent");
    const { "attempt-id": attempt, "certificate-id": certificate } = outputs;
    expect(said).toContain(`\n    resolve: ${attempt}:${certificate}`);
    Object.assign(world.github, { isRenamed: false, onCall: () => {} }).faults.length = 0;
    expect(await world.ends({}, { runId: 8 })).toBe("unresolved_attempt");
  });
});

describe.concurrent("An attempt that was recorded and not sent, because", () => {
  test.for<[string, SetUp]>([
    [
      "the answer to the record is lost and no list shows it,",
      (world) => {
        world.github.lag = 20;
        fault({ ...create, how: "drop-after" })(world);
      },
    ],
    ["nothing can be read or written after it,", (world) => afterRecord(world, [list, addStatus])],
  ])("%s blocks later runs, and the message shows how to resolve it", async ([_, setUp], { world }) => {
    setUp(world);
    const { outputs, said } = await world.reissueHere();
    expect(outputs.outcome).toBe("not-sent");
    const attempt = readAttemptId(said);
    expect(said).toContain(`\n    resolve: ${attempt}:not-happened`);
    world.github.faults.length = 0;
    world.github.catchUp();
    const blocked = await world.reissueHere({}, { runAttempt: 2 });
    expect(blocked.outputs.code).toBe("unresolved_attempt");
    expect(readAttemptId(blocked.said)).toBe(attempt);
    world.github.age(hour);
    expect(await world.ends({ resolve: `${attempt}:not-happened` }, { runId: 8 })).toBe("stated");
    expect(await world.ends({}, { runAttempt: 3 })).toBe("sent");
    expect(world.reissues).toBe(1);
  });

  test("only reads fail after it, is known as not sent", async ({ world }) => {
    afterRecord(world, [list]);
    expect((await world.reissueHere()).outputs.outcome).toBe("not-sent");
    world.github.faults.length = 0;
    expect(await world.ends({}, { runAttempt: 2 })).toBe("sent");
  });

  /** From the first record on, these calls are turned away. */
  const afterRecord = ({ github }: ActionWithSandbox, calls: readonly Pick<Fault, "method" | "path">[]) => {
    github.onCall = ({ method, path }) => {
      if (method !== "post" || !path.endsWith("/deployments")) return;
      github.onCall = () => {};
      for (const call of calls) github.faults.push({ ...call, times: 9, ...secondary(3_600) });
    };
  };
});

describe.concurrent("The history", () => {
  test("of a repository that was renamed is kept", async ({ world }) => {
    const renamed = { GITHUB_REPOSITORY: "acme/renamed" };
    await world.reissueHere();
    expect(await world.ends({}, { env: renamed, runAttempt: 2 })).toBe("answered");
    const other = { "validity-days": "90" };
    expect(await world.ends(other, { env: renamed, runAttempt: 2 })).toBe("idempotency_key_used");
    world.lose();
    await world.reissueHere({}, { runId: 8 });
    // The run of the open attempt has another address now.
    expect(await world.ends({}, { env: renamed, runId: 9 })).toBe("unresolved_attempt");
    expect(world.reissues).toBe(1);
  });

  // The limit that the guide names.
  test("that a person deletes is no longer known", async ({ world }) => {
    for (const runId of [7, 8]) await world.reissueHere({}, { runId });
    const newest = world.github.deployments.at(-1);
    world.github.deleteDeployments((deployment) => deployment !== newest);
    expect(await world.ends({}, { runId: 8, runAttempt: 2 })).toBe("answered");
    world.github.deleteDeployments(() => true);
    expect(await world.ends({}, { runId: 8, runAttempt: 3 })).toBe("sent");
    // A renewal does not take an empty journal for an order that was never reissued.
    world.github.deleteDeployments(() => true);
    expect(await world.ends({ "max-age": "30d" }, { runId: 9 })).toBe("not_in_journal");
  });
});
