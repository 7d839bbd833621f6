import type { SandboxOptions } from "../../../src/sandbox/index.ts";
import { ageJournal } from "../aged-journal.ts";
import { certorder } from "../cli/cli.ts";
import { requestFlags, service } from "../cli/service.ts";
import { newJournal } from "../journal/new-journal.ts";

/** What a command told with `--json`: its result, or its error. */
export interface Told {
  readonly exit: number | null;
  readonly code?: string;
  readonly message?: string;
  /** What to do, with the lines to paste. */
  readonly remedy?: string;
  readonly [member: string]: unknown;
}

/** A shell of a person who reissues order-1, with a sandbox and a journal of its own. */
export async function openShell(options?: SandboxOptions) {
  const sandbox = await service(["order-1"], options);
  const folder = newJournal();
  const env: Record<string, string> = { ...sandbox.env, CERTORDER_JOURNAL: folder };
  const type = (line: string | readonly string[]) => tell(line, env);
  /** The same request each time, unless more flags are given. */
  const reissue = (key: string, ...more: string[]) =>
    type(["reissue", "order-1", ...requestFlags, "--idempotency-key", key, ...more]);
  /** The order, looked up at the service. */
  const certificates = () => sandbox.ledger.map(({ certificateId }) => certificateId);
  return { sandbox, folder, env, type, reissue, certificates, age: (ms?: number) => ageJournal(folder, ms) };
}

export type Shell = Awaited<ReturnType<typeof openShell>>;

/** Runs a command line, with or without `certorder` before it. */
export async function tell(
  line: string | readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Told> {
  const words = typeof line === "string" ? line.replace(/^certorder /, "").split(" ") : line;
  const { code: exit, stdout } = await certorder([...words, "--json"], { env });
  return { ...(JSON.parse(stdout) as object), exit };
}
