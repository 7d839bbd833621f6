import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { newFolder } from "./cli.ts";
import type { Victim } from "./killed.ts";
import { recover, reissueKilledAt, victim } from "./killed.ts";
import type { TestService } from "./service.ts";
import { impatientFront, service } from "./service.ts";

/** Steps that only look: a process that dies after one of these leaves the same behind as one that dies before it. */
const looks = new Set(["readFile", "open r", "stat", "read", "sync", "close"]);

interface Scenario {
  readonly sandbox: TestService;
  readonly env: Readonly<Record<string, string>>;
  readonly exitCode: number;
  /** Where it begins to differ from what was killed at every step already. Default: at the first step. */
  readonly from?: string;
}

/** Kills a reissue at each of its steps, an order for each, and then does what a person would do. */
async function killAtSteps({ sandbox, env, exitCode, from }: Scenario): Promise<string[]> {
  const stepsFile = join(newFolder(), "steps");
  const whole = await reissueKilledAt(victim("whole", env), { STEPS_FILE: stepsFile });
  expect(whole, whole.stderr).toMatchObject({ code: exitCode });
  const steps = [...readFileSync(stepsFile, "utf8").split("\n"), "exit"];

  const first = from === undefined ? 0 : steps.indexOf(from);
  const numbers = steps.map((_, index) => index + 1).slice(first);
  const chosen = numbers.filter((number) => from === undefined || !looks.has(steps[number - 2] ?? ""));
  const victims = chosen.map((number) => victim(`order-${number}`, env));
  const printed = new Set<Victim>();
  await Promise.all(
    victims.map(async (one, index) => {
      const number = chosen[index] ?? 0;
      const { signal, stdout, stderr } = await reissueKilledAt(one, { KILL_AT: String(number) });
      expect(signal, `${number} ${steps[number - 1]} ${stderr}`).toBe("SIGKILL");
      if (stdout.includes("reissued")) printed.add(one);
    }),
  );
  sandbox.clearFaults();
  await recover(victims, printed, sandbox);
  return steps;
}

const orders = ["whole", ...Array.from({ length: 100 }, (_, index) => `order-${index + 1}`)];

describe("a reissue that is killed at any step is not repeated until somebody says what became of it", () => {
  test("when the service accepts it", async () => {
    const sandbox = await service(orders);
    const steps = await killAtSteps({ sandbox, env: sandbox.env, exitCode: 0 });
    // That there is something to kill at: three lines are written, one request is sent, one result is printed.
    expect(steps.filter((name) => name === "half an append")).toHaveLength(3);
    for (const name of ["connect", "mkdir", "sync", "send", "receive", "print"])
      expect(steps).toContain(name);
  }, 60_000);

  test("when the connection is lost after the service has carried it out", async () => {
    const sandbox = await service(orders);
    sandbox.fault({ kind: "reset-after-processing", times: 1000 });
    const steps = await killAtSteps({ sandbox, env: sandbox.env, exitCode: 5, from: "send" });
    expect(steps.filter((name) => name === "half an append")).toHaveLength(2);
  }, 60_000);

  test("when the service asks for patience first and accepts it then", async () => {
    const sandbox = await service(orders);
    const front = await impatientFront(sandbox);
    const steps = await killAtSteps({ sandbox, env: front.env, exitCode: 0, from: "receive" });
    expect(steps.filter((name) => name === "connect")).toHaveLength(2);
    expect(steps.filter((name) => name === "half an append")).toHaveLength(5);
  }, 60_000);
});
