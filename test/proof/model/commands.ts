import { CertOrderClient } from "../../../src/client/client.ts";
import { CertOrderError, dayMs } from "../../../src/contract/index.ts";
import { Journal } from "../../../src/journal/index.ts";
import { certorder } from "../../harness/cli/cli.ts";
import { csrFiles, type Orders, requestArguments } from "./order.ts";
import type { Command, ImportStatement, Request, Setup, StepResult } from "./types.ts";

/** Reissues: by the command line, and by the library where a person has typed yes or the clock of the machine is another one. */
export function reissue(orders: Orders, setup: Setup, command: Command): Promise<StepResult> {
  const { key, maxAge, failure } = command;
  return orders.during(failure, async () => {
    const isTyped = key === undefined && maxAge === undefined;
    if (isTyped || setup.clock !== 0) return byLibrary(orders, setup, command);
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

export function importCertificate(
  orders: Orders,
  setup: Setup,
  { certificate, as, issuedAt, request }: ImportStatement,
): Promise<StepResult> {
  return byCommandLine(orders, setup, [
    ...["journal", "import", orders.id, certificate],
    ...(as === undefined ? [] : [`--${as}`]),
    ...(issuedAt === undefined ? [] : ["--issued-at", issuedAt]),
    ...(request === undefined ? [] : requestWords(request)),
  ]);
}

export function repair(orders: Orders, setup: Setup): Promise<StepResult> {
  return byCommandLine(orders, setup, ["journal", "repair", orders.id, "--yes"]);
}

function reissueWords(orderId: string, { request, key, maxAge, supersede }: Command): string[] {
  return [
    ...["reissue", orderId, ...requestWords(request)],
    ...(key === undefined ? [] : ["--idempotency-key", key]),
    ...(maxAge === undefined ? [] : ["--max-age", `${maxAge}d`]),
    ...(supersede === undefined ? [] : ["--supersede", supersede]),
  ];
}

function requestWords(request: Request): string[] {
  const { sign_hash, common_name, dns_names, validity_days } = requestArguments(request);
  return [
    ...["--sign-hash", sign_hash, "--common-name", common_name, "--dns-names", dns_names.join(",")],
    ...["--csr-file", csrFiles[request.csr] ?? "", "--validity-days", String(validity_days)],
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
  const { request, key, maxAge, supersede } = command;
  const now = () => new Date(Date.now() + setup.clock * 60_000);
  const client = new CertOrderClient({
    baseUrl: orders.urlFor(setup),
    ...orders.keysFor(setup),
    maxTries: 1,
    service: setup.service,
    journal: new Journal(orders.journalFolder(setup.journal), { now }),
  });
  const parameters = { order_id: orders.id, ...requestArguments(request) };
  try {
    const { certificateId } = await client.sendReissue(parameters, {
      idempotencyKey: key,
      maxAgeMs: maxAge === undefined ? undefined : maxAge * dayMs,
      supersede,
    });
    return { status: "succeeded", text: certificateId };
  } catch (error) {
    if (!CertOrderError.is(error)) throw error;
    return { status: "refused", text: `${error.message} ${error.remedy}` };
  }
}
