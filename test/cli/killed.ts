import { join } from "node:path";
import { expect } from "vitest";
import type { Attempt } from "../../src/journal/index.ts";
import type { Killing } from "../killing.ts";
import { killing, stepsIn } from "../killing.ts";
import type { Ended } from "./cli.ts";
import { certorder, certorderEach, newFolder } from "./cli.ts";
import type { TestService } from "./service.ts";
import { goodRequest } from "./service.ts";

/** An order, the journal that its reissues use, and where they go. */
export interface Victim {
  readonly orderId: string;
  readonly env: Readonly<Record<string, string>>;
}

export function victim(orderId: string, env: Readonly<Record<string, string>>): Victim {
  return { orderId, env: { ...env, CERTORDER_JOURNAL: join(newFolder(), "deep", "journal") } };
}

/** A reissue that is killed at a step of its work, or runs to its end; with the steps that it took. */
export async function reissueKilledAt({ orderId, env }: Victim, how: Killing) {
  const stepsFile = join(newFolder(), "steps");
  const args = ["reissue", orderId, ...goodRequest];
  const ended = await certorder(args, { env: { ...env, ...killing(stepsFile, how) } });
  return { ...ended, steps: stepsIn(stepsFile) };
}

interface Listed {
  readonly attempt_id: string;
  readonly state: Attempt["state"];
}

/**
 * What a person does after a crash: the same command again, what it asks for, and then the next reissue. Asserts that
 * nothing was reissued twice on the way, except where the result of the first was printed, and that nobody was left
 * without a way out.
 */
export async function recover(
  victims: readonly Victim[],
  printed: ReadonlySet<Victim>,
  sandbox: TestService,
): Promise<void> {
  const again = victims.map(({ orderId, env }) => ({ args: ["reissue", orderId, ...goodRequest], env }));
  const happenedBefore = victims.map(({ orderId }) => sandbox.reissues(orderId));
  const lists = victims.map(({ env }) => ({ args: ["journal", "list", "--json"], env }));
  const listed = (await certorderEach(lists)).map(attemptsOf);
  const repeated = await certorderEach(again);

  const resolutions = [];
  const refused: Victim[] = [];
  for (const [index, one] of victims.entries()) {
    const happened = happenedBefore[index] ?? 0;
    const open = listed[index] ?? [];
    const { code, stderr } = repeated[index] as Ended;
    const about = `${one.orderId}: ${JSON.stringify(open)} ${stderr}`;
    expect(happened, about).toBeLessThanOrEqual(1);
    if (open.length === 0) {
      // Killed before anything was written down; or after all was done, and then the result was printed.
      expect(code, about).toBe(0);
      expect(sandbox.reissues(one.orderId), about).toBe(printed.has(one) ? 2 : 1);
      continue;
    }
    refused.push(one);
    expect(code, about).toBe(4);
    expect(stderr, about).toContain(open[0]?.attempt_id);
    expect(sandbox.reissues(one.orderId), about).toBe(happened);
    const certificate = sandbox.ledger.find(({ orderId }) => orderId === one.orderId)?.certificateId;
    const answer = certificate === undefined ? ["--not-happened"] : ["--certificate-id", certificate];
    for (const { attempt_id, state } of open) {
      if (state === "done") expect(stderr, about).toContain(`--certificate-id ${certificate}`);
      resolutions.push({ args: ["journal", "resolve", attempt_id, ...answer], env: one.env });
    }
  }

  for (const ended of await certorderEach(resolutions)) expect(ended).toMatchObject({ code: 0 });
  const before = refused.map(({ orderId }) => sandbox.reissues(orderId));
  const onceMore = await certorderEach(
    again.filter((_, index) => refused.includes(victims[index] as Victim)),
  );
  for (const [index, { orderId }] of refused.entries()) {
    expect(onceMore[index], orderId).toMatchObject({ code: 0 });
    expect(sandbox.reissues(orderId), orderId).toBe((before[index] ?? 0) + 1);
  }
}

function attemptsOf({ stdout }: Ended): Listed[] {
  return (JSON.parse(stdout) as { attempts: Listed[] }).attempts;
}
