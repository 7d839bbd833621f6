import { join } from "node:path";
import { expect } from "vitest";
import type { Attempt } from "../../src/journal/index.ts";
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
  readonly env: Readonly<Record<string, string>>;
}

export function victim(
  orderId: string,
  env: Readonly<Record<string, string>>,
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
  readonly attempt_id: string;
  readonly state: Attempt["state"];
}

/**
 * What a person does after a crash: the same command again, what it asks for, the same command once more, and at last
 * another wish. Asserts that the first was carried out exactly once, whatever it took, and that nobody was left without
 * a way out.
 */
export async function recover(victims: readonly Victim[], sandbox: TestService): Promise<void> {
  const happenedBefore = victims.map(({ orderId }) => sandbox.reissues(orderId));
  const lists = victims.map(({ env }) => ({ args: ["journal", "list", "--json"], env }));
  const listed = (await certorderEach(lists)).map(attemptsOf);
  const repeated = await certorderEach(victims);

  const resolutions = [];
  for (const [index, { orderId, env }] of victims.entries()) {
    const happened = happenedBefore[index] ?? 0;
    const open = listed[index] ?? [];
    const { code, stdout, stderr } = repeated[index] as Ended;
    const about = `${orderId}: ${JSON.stringify(open)} ${stdout} ${stderr}`;
    expect(happened, about).toBeLessThanOrEqual(1);
    if (open.length === 0) {
      // Killed before anything was written down; or after all was done.
      expect(code, about).toBe(0);
      expect(stdout.includes("nothing was sent"), about).toBe(happened === 1);
      continue;
    }
    expect(code, about).toBe(4);
    expect(stderr, about).toContain(open[0]?.attempt_id);
    expect(sandbox.reissues(orderId), about).toBe(happened);
    const certificate = sandbox.ledger.find((entry) => entry.orderId === orderId)?.certificateId;
    const answer = certificate === undefined ? ["--not-happened"] : ["--certificate-id", certificate];
    if (certificate === undefined) ageJournal(env.CERTORDER_JOURNAL ?? "");
    for (const { attempt_id, state } of open) {
      if (state === "done") expect(stderr, about).toContain(`--certificate-id ${certificate}`);
      resolutions.push({ args: ["journal", "resolve", attempt_id, ...answer], env });
    }
  }
  for (const [index, ended] of (await certorderEach(resolutions)).entries())
    expect(ended, `${resolutions[index]?.args.join(" ")}: ${ended.stderr}`).toMatchObject({ code: 0 });

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

function attemptsOf({ stdout }: Ended): Listed[] {
  return (JSON.parse(stdout) as { attempts: Listed[] }).attempts;
}
