import { join } from "node:path";
import { expect } from "vitest";
import { ageJournal } from "../aged-journal.ts";
import type { Killing } from "../killing.ts";
import { killing, stepsIn } from "../killing.ts";
import type { Ended } from "./cli.ts";
import { certorder, certorderEach, newFolder } from "./cli.ts";
import type { TestService } from "./service.ts";
import { goodRequest } from "./service.ts";

/** An order, how it is reissued, the journal that this uses, and where it goes. */
export interface Victim {
  readonly orderId: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

export function victim(
  orderId: string,
  env: Readonly<Record<string, string | undefined>>,
  request: readonly string[] = goodRequest(),
): Victim {
  const folder = join(newFolder(), "deep", "journal");
  return { orderId, args: ["reissue", orderId, ...request], env: { ...env, CERTORDER_JOURNAL: folder } };
}

/** A reissue that is killed at a step of its work, or runs to its end; with the steps that it took. */
export async function reissueKilledAt({ args, env }: Victim, how: Killing) {
  const stepsFile = join(newFolder(), "steps");
  const ended = await certorder(args, { env: { ...env, ...killing(stepsFile, how) } });
  return { ...ended, steps: stepsIn(stepsFile) };
}

interface Listed {
  readonly attempts: readonly { readonly attempt_id: string }[];
  readonly damaged: readonly { readonly order_id: string }[];
}

/**
 * What a person does after a crash: the same command again, what its message says, the same command once more, and at last
 * another reissue. Asserts that the first one was carried out exactly once, and that every blocked order had a way out.
 */
export async function recover(victims: readonly Victim[], sandbox: TestService): Promise<void> {
  const happenedBefore = victims.map(({ orderId }) => sandbox.reissues(orderId));
  const lists = victims.map(({ env }) => ({ args: ["journal", "list", "--json"], env }));
  const listed = (await certorderEach(lists)).map(({ stdout }) => JSON.parse(stdout) as Listed);
  const repeated = await certorderEach(victims);

  const waysOut = [];
  for (const [index, { orderId, env }] of victims.entries()) {
    const happened = happenedBefore[index] ?? 0;
    const { attempts, damaged } = listed[index] as Listed;
    const { code, stdout, stderr } = repeated[index] as Ended;
    const about = `${orderId}: ${JSON.stringify({ attempts, damaged })} ${stdout} ${stderr}`;
    expect(happened, about).toBeLessThanOrEqual(1);
    if (attempts.length + damaged.length === 0) {
      // Killed before anything was recorded, or after all was done.
      expect(code, about).toBe(0);
      expect(stdout.includes("nothing was sent"), about).toBe(happened === 1);
      continue;
    }
    expect(code, about).toBe(4);
    expect(sandbox.reissues(orderId), about).toBe(happened);
    const certificate = sandbox.ledger.find((entry) => entry.orderId === orderId)?.certificateId;
    const outcome = certificate === undefined ? ["--not-happened"] : ["--certificate-id", certificate];
    if (certificate === undefined) ageJournal(env.CERTORDER_JOURNAL ?? "");
    if (damaged.length > 0) {
      expect(stderr, about).toContain(`certorder journal repair ${orderId}`);
      waysOut.push({ args: ["journal", "repair", orderId, "--yes"], env });
    }
    for (const { attempt_id } of attempts) {
      if (damaged.length === 0) expect(stderr, about).toContain(`journal resolve ${orderId} ${attempt_id}`);
      waysOut.push({ args: ["journal", "resolve", orderId, attempt_id, ...outcome], env });
    }
  }
  for (const [index, ended] of (await certorderEach(waysOut)).entries())
    expect(ended, `${waysOut[index]?.args.join(" ")}: ${ended.stderr}`).toMatchObject({ code: 0 });

  const onceMore = await certorderEach(victims);
  for (const [index, { orderId }] of victims.entries()) {
    expect(onceMore[index], orderId).toMatchObject({ code: 0 });
    expect(sandbox.reissues(orderId), orderId).toBe(1);
  }
  const another = victims.map(({ orderId, env }) => ({ args: ["reissue", orderId, ...goodRequest()], env }));
  for (const [index, ended] of (await certorderEach(another)).entries()) {
    expect(ended, ended.stderr).toMatchObject({ code: 0 });
    expect(sandbox.reissues(victims[index]?.orderId ?? "")).toBe(2);
  }
}
