import { describe, expect } from "vitest";
import { type ActionWithSandbox, hour, minute, test } from "../../harness/action/action-with-sandbox.ts";
import type { Fault } from "../../harness/action/fake-github.ts";

// Statuses are read by GraphQL. It answers 200 to what it cannot read, promises no order, and may lag behind REST.

const query = { method: "post", path: /\/graphql$/ } as const;
const spring = { "idempotency-key": "spring" };

describe.concurrent("A history whose statuses cannot be read is not an empty one: nothing is sent if GraphQL", () => {
  const answers = (body: unknown): Fault => ({ ...query, how: 200, body, times: 9 });
  const failed = { message: "Something went wrong while executing your query." };
  const statuses = (members: object) => ({ data: { nodes: [{ statuses: members }] } });
  const pageInfo = { hasNextPage: false, endCursor: null };

  test.for<[string, Fault, string]>([
    ["answers with an error", answers({ errors: [failed] }), failed.message],
    [
      "answers with an error beside its data",
      answers({ ...statuses({ nodes: [], pageInfo }), errors: [failed] }),
      failed.message,
    ],
    ["answers with null", answers({ data: null }), "no data"],
    ["answers with nothing", answers(""), "no data"],
    ["leaves a deployment out", answers({ data: { nodes: [] } }), "statuses are missing"],
    ["has null for a deployment", answers({ data: { nodes: [null] } }), "statuses are missing"],
    ["has null for its statuses", answers({ data: { nodes: [{ statuses: null }] } }), "statuses are missing"],
    ["has null for a status", answers(statuses({ nodes: [null], pageInfo })), "statuses are missing"],
    ["does not say whether it is the last page", answers(statuses({ nodes: [] })), "statuses are missing"],
    [
      "does not say where the next page begins",
      answers(statuses({ nodes: [], pageInfo: { hasNextPage: true, endCursor: null } })),
      "statuses are missing",
    ],
    [
      "gives no permission",
      answers({
        data: { nodes: [null] },
        errors: [{ type: "FORBIDDEN", message: "Resource not accessible" }],
      }),
      "permissions:\n  contents: read\n  deployments: write",
    ],
    ["is down", { ...query, how: 502, times: 9 }, "HTTP 502"],
    ["drops connections", { ...query, how: "drop-before", times: 9 }, "GitHub did not answer"],
  ])("%s", async ([_, fault, text], { world }) => {
    await world.reissueHere(spring);
    world.github.faults.push(fault);
    // The third try comes after 1.5 seconds. The fourth one would come too late.
    const inputs = { ...spring, "timeout-seconds": "3" };
    const { outputs, said } = await world.reissueHere(inputs, { runId: 8 });
    expect(outputs).toMatchObject({ outcome: "not-sent", code: "journal_unavailable" });
    expect(said).toContain(text);
    world.github.faults.length = 0;
    expect(await world.ends(spring, { runId: 9 })).toBe("answered");
    expect(world.reissues).toBe(1);
  });
});

describe.concurrent("Statuses are read", () => {
  test.for<[string, Omit<Fault, "method" | "path">]>([
    ["failed once", { how: 200, body: { data: null, errors: [{ message: "timeout" }] } }],
    ["was down once", { how: 504 }],
    [
      "was rate-limited",
      {
        how: 200,
        body: { errors: [{ type: "RATE_LIMITED", message: "API rate limit exceeded" }] },
        headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1" },
      },
    ],
  ])("after GraphQL %s", async ([_, fault], { world }) => {
    await world.reissueHere(spring);
    world.github.faults.push({ ...query, ...fault });
    expect(await world.ends(spring, { runId: 8 })).toBe("answered");
    expect(world.github.faults).toEqual([]);
  });

  test("when GraphQL knows a deployment that a list showed before", async ({ world }) => {
    world.github.nodeLag = 2;
    await world.reissueHere(spring);
    expect(await world.ends(spring, { runId: 8 })).toBe("answered");
  });

  test.for(["newest", "oldest"] as const)(
    "from all pages, and the last statement counts, if GraphQL shows the %s first",
    async (firstStatus, { world }) => {
      world.github.firstStatus = firstStatus;
      world.lose("after");
      const attempt = String((await world.reissueHere(spring)).outputs["attempt-id"]);
      world.github.age(hour);
      const statuses = world.github.deployments[0]?.statuses ?? [];
      const ofOthers = () => ({ state: "inactive", description: "", body: {}, at: Date.now() });
      for (const id of ["typo", "cert-2", "cert-3"]) {
        statuses.push(...Array.from({ length: 15 }, ofOthers));
        expect(await world.ends({ resolve: `${attempt}:${id}` }, { runId: 8 })).toBe("stated");
      }
      // They were made in the same second.
      for (const status of statuses) status.at = 0;
      const { outputs } = await world.reissueHere(spring, { runId: 9 });
      expect(outputs).toMatchObject({ "already-done": true, "certificate-id": "cert-3" });
      expect(statuses.map(({ description }) => description.split(" ")[0])).toContain("happened-3");
    },
  );
});

describe.concurrent("A correction is seen", () => {
  /** Its answer was lost, a person said that it did not happen, and a further try was refused. */
  const prepare = async (world: ActionWithSandbox) => {
    world.lose("after");
    const attempt = String((await world.reissueHere(spring)).outputs["attempt-id"]);
    world.github.age(20 * minute);
    expect(await world.ends({ resolve: `${attempt}:not-happened` }, { runId: 8 })).toBe("stated");
    world.refuse();
    expect(await world.ends(spring, { runId: 9 })).toBe("out_of_stock");
    world.github.age(hour);
    return { resolve: `${attempt}:${world.sandbox.ledger[0]?.certificateId}` };
  };

  test("by a run that has read the history before it, and has not sent yet", async ({ world }) => {
    const correction = await prepare(world);
    let corrected: Promise<string> | undefined;
    world.github.onCall = async ({ method, path }) => {
      if (method !== "post" || !path.endsWith("/deployments") || corrected) return;
      corrected = world.ends(correction, { runId: 10 });
      await corrected;
    };
    expect(await world.ends(spring, { runId: 11 })).toBe("answered");
    expect(await corrected).toBe("stated");
    expect(world.reissues).toBe(1);
  });

  test("by the next run, although GitHub shows statuses late: the step waits until it shows", async ({
    world,
  }) => {
    const correction = await prepare(world);
    world.github.statusLag = 3;
    expect(await world.ends(correction, { runId: 10 })).toBe("stated");
    expect(await world.ends(spring, { runId: 11 })).toBe("answered");
    expect(world.reissues).toBe(1);
  });
});

test.concurrent("An outcome that GitHub shows late blocks the order until it shows", async ({ world }) => {
  world.github.statusLag = 1;
  await world.reissueHere(spring);
  world.refuse();
  expect(await world.ends(spring, { runId: 8 })).toBe("order_busy");
  expect(await world.ends(spring, { runId: 8 })).toBe("answered");
  expect(world.reissues).toBe(1);
});

test.concurrent("An import that no list shows is not taken for recorded", async ({ world }) => {
  world.github.lag = 99;
  const { outputs, said } = await world.reissueHere({ import: "cert-portal" });
  expect(outputs).toMatchObject({ outcome: "not-sent", code: "journal_unavailable" });
  expect(said).toContain("GitHub does not show an entry that was written.");
});

describe.concurrent("Nothing is recorded as sent unless enough calls are left to record the outcome:", () => {
  test.for([
    ["of REST", { callsLeft: 19 }, "GitHub allows 19 more calls"],
    ["of GraphQL", { callsLeft: 900, graphqlCallsLeft: 19 }, "GitHub allows 19 more calls"],
  ] as const)("%s", async ([_, left, text], { world }) => {
    await world.reissueHere({}, { runId: 1 });
    Object.assign(world.github, left);
    const { outputs, said } = await world.reissueHere({}, { runId: 2 });
    expect(outputs).toMatchObject({ outcome: "not-sent", code: "journal_unavailable" });
    expect(said).toContain(text);
    expect(world.github.deployments).toHaveLength(1);
    Object.assign(world.github, { callsLeft: 20, graphqlCallsLeft: 20 });
    expect(await world.ends({}, { runId: 3 })).toBe("sent");
  });
});
