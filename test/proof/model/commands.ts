import { runIntent, runName } from "../../../src/action/run-intent.ts";
import { CertOrderClient } from "../../../src/client/client.ts";
import { CertOrderError } from "../../../src/contract/index.ts";
import { Journal } from "../../../src/journal/index.ts";
import { certorder } from "../../harness/cli/cli.ts";
import { csrFiles, type Orders, requestArguments } from "./order.ts";
import type { Command, Setup, StepResult } from "./types.ts";

/** Reissues: by the command line if it has a key; by the library as after a typed yes, and as the action in a workflow run. */
export function reissue(orders: Orders, setup: Setup, command: Command): Promise<StepResult> {
  const { key, run, failure } = command;
  return orders.during(failure, async () => {
    if (key === undefined || run) return byLibrary(orders, setup, command);
    if (!failure || "when" in failure) return byCommandLine(orders, setup, reissueWords(orders.id, command));
    const { env } = orders.killBefore(failure.killedBefore);
    const ended = await byCommandLine(orders, setup, reissueWords(orders.id, command), env);
    await orders.quiet();
    return ended;
  });
}

export function resolve(
  orders: Orders,
  setup: Setup,
  attempt: string,
  certificate: string | null,
): Promise<StepResult> {
  const answer = certificate === null ? ["--not-happened"] : ["--certificate-id", certificate];
  return byCommandLine(orders, setup, ["journal", "resolve", orders.id, attempt, ...answer]);
}

export function repair(orders: Orders, setup: Setup): Promise<StepResult> {
  return byCommandLine(orders, setup, ["journal", "repair", orders.id, "--yes"]);
}

function reissueWords(orderId: string, { request, key = "", supersede }: Command): string[] {
  const { sign_hash, common_name, dns_names, validity_days } = requestArguments(request);
  return [
    ...["reissue", orderId, "--sign-hash", sign_hash, "--common-name", common_name],
    ...["--dns-names", dns_names.join(","), "--csr-file", csrFiles[request.csr] ?? ""],
    ...["--validity-days", String(validity_days), "--yes", "--idempotency-key", key],
    ...(supersede === undefined ? [] : ["--supersede", supersede]),
  ];
}

async function byCommandLine(
  orders: Orders,
  setup: Setup,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<StepResult> {
  const ended = await certorder(words, { env: { ...orders.environment(setup), ...env } });
  const status = ended.signal ? "killed" : ended.code === 0 ? "succeeded" : "refused";
  return { status, text: ended.stdout + ended.stderr };
}

async function byLibrary(orders: Orders, setup: Setup, command: Command): Promise<StepResult> {
  const { request, key, supersede, run } = command;
  const client = new CertOrderClient({
    baseUrl: orders.urlFor(setup),
    ...orders.keysFor(setup),
    maxTries: 1,
    service: setup.service,
    journal: new Journal({ dir: orders.journalFolder(setup.journal) }),
  });
  const parameters = { order_id: orders.id, ...requestArguments(request) };
  const intent = run && runIntent({ run: runName(new Date(0), run.number), createdAt: run.createdAt });
  try {
    const { certificateId } = await client.sendReissue(parameters, {
      idempotencyKey: key,
      supersede,
      ...(intent && { intent }),
    });
    return { status: "succeeded", text: certificateId };
  } catch (error) {
    if (!CertOrderError.is(error)) throw error;
    return { status: "refused", text: `${error.message} ${error.remedy}` };
  }
}
