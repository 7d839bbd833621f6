import { describe, expect, test } from "vitest";
import { recover, reissueKilledAt, victim } from "../../harness/cli/killed.ts";
import type { TestService } from "../../harness/cli/service.ts";
import { impatientFront, keylessRequest, service } from "../../harness/cli/service.ts";
import { kindOf, tellingSteps } from "../../harness/killing.ts";

interface Scenario {
  readonly sandbox: TestService;
  readonly env: Readonly<Record<string, string>>;
  readonly exitCode: number;
  /** Default: a request with a key. */
  readonly request?: readonly string[];
  /** Where it begins, and ends, to differ from what was killed at every step already. Default: it does all the way. */
  readonly from?: string;
  readonly to?: string;
}

/** Kills a reissue at each of its steps, an order for each, and then does what a person would do. */
async function killAtSteps({ sandbox, env, exitCode, request, from, to }: Scenario): Promise<string[]> {
  const { steps, ...whole } = await reissueKilledAt(victim("whole", env, request), {});
  expect(whole, whole.stderr).toMatchObject({ code: exitCode });

  // `npm run proof` kills at the others as well.
  const begin = from === undefined ? 0 : steps.indexOf(from);
  const end = to === undefined ? steps.length : steps.indexOf(to);
  const chosen = tellingSteps(steps.slice(begin, end));
  const victims = chosen.map((_, index) => victim(`order-${index + 1}`, env, request));
  await Promise.all(
    victims.map(async (one, index) => {
      const { signal, stderr } = await reissueKilledAt(one, { at: chosen[index] });
      expect(signal, `${chosen[index]} ${stderr}`).toBe("SIGKILL");
    }),
  );
  sandbox.clearFaults();
  await recover(victims, sandbox);
  return steps.map(kindOf);
}

const orders = ["whole", ...Array.from({ length: 100 }, (_, index) => `order-${index + 1}`)];

describe("A reissue that is killed at any step is not repeated until a person resolves it", () => {
  test("when the service accepts it", async () => {
    const sandbox = await service(orders);
    const steps = await killAtSteps({ sandbox, env: sandbox.env, exitCode: 0 });
    // The steps are real: two events are written, one request is sent, one result is printed.
    expect(steps.filter((name) => name === "half an append")).toHaveLength(2);
    for (const name of ["connect", "mkdir", "sync", "send", "receive", "print"])
      expect(steps).toContain(name);
  }, 300_000);

  test("when the service accepts it, and it has no key", async () => {
    const sandbox = await service(orders);
    const request = keylessRequest;
    const steps = await killAtSteps({ sandbox, env: sandbox.env, exitCode: 0, request, from: "receive#1" });
    expect(steps.filter((name) => name === "half an append")).toHaveLength(2);
  }, 300_000);

  test("when the connection is lost after the service has carried it out", async () => {
    const sandbox = await service(orders);
    sandbox.fault({ kind: "reset-after-processing", times: 1000 });
    const steps = await killAtSteps({ sandbox, env: sandbox.env, exitCode: 5, from: "send#1" });
    expect(steps.filter((name) => name === "half an append")).toHaveLength(2);
  }, 300_000);

  test("when the service refuses it as too fast first and then accepts it", async () => {
    const sandbox = await service(orders);
    const front = await impatientFront(sandbox);
    const steps = await killAtSteps({
      sandbox,
      env: front.env,
      exitCode: 0,
      from: "receive#1",
      to: "receive#2",
    });
    expect(steps.filter((name) => name === "connect")).toHaveLength(2);
    expect(steps.filter((name) => name === "half an append")).toHaveLength(4);
  }, 300_000);
});
