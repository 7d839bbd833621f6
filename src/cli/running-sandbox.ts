import { isRecord } from "../contract/index.ts";
import { UsageError } from "./command-error.ts";

type Answer = Readonly<Record<string, unknown>>;

/** Calls the control API of the sandbox that this shell uses: a GET without a body, else a POST. `remedy`: what to do if it refuses. */
export async function callSandbox(
  { CERTORDER_SANDBOX_URL: url }: NodeJS.ProcessEnv,
  path: string,
  { body, remedy }: { readonly body?: object | undefined; readonly remedy: string },
): Promise<Answer> {
  if (!url)
    throw new UsageError(
      "CERTORDER_SANDBOX_URL is not set, so it is not known which sandbox is meant.",
      "Start one with certorder sandbox, and run its export lines in this shell.",
    );
  const asked = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const answer = await fetch(`${url}/${path}`, asked).catch(() => undefined);
  const found: unknown = await answer?.json().catch(() => undefined);
  if (!isRecord(found))
    throw new UsageError(
      "No sandbox answers at CERTORDER_SANDBOX_URL.",
      "If it has ended, start one, and run its export lines in this shell.",
    );
  if (!answer?.ok) throw new UsageError(`The sandbox refuses: ${found.message}`, remedy);
  return found;
}
