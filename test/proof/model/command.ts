import { runIntent, runName } from "../../../src/action/run-intent.ts";
import { CertOrderClient, type SendOptions } from "../../../src/client/client.ts";
import { CertOrderError, reissueOperation } from "../../../src/contract/index.ts";
import { Journal } from "../../../src/journal/index.ts";
import { csrFiles, type Orders, requestArguments } from "./order.ts";
import type { Command, Setup, StepResult } from "./types.ts";

/** A command as it is typed, with a key. */
export function commandArguments(orderId: string, { request, key = "", supersede }: Command): string[] {
  const { sign_hash, common_name, dns_names, validity_days } = requestArguments(request);
  return [
    ...["reissue", orderId, "--sign-hash", sign_hash, "--common-name", common_name],
    ...["--dns-names", dns_names.join(","), "--csr-file", csrFiles[request.csr] ?? ""],
    ...["--validity-days", String(validity_days), "--yes", "--idempotency-key", key],
    ...(supersede === undefined ? [] : ["--supersede", supersede]),
  ];
}

/** The library reissues: as a call with a key, as the CLI after a typed yes, or as the action in a workflow run. */
export function reissueByLibrary(orders: Orders, setup: Setup, command: Command): Promise<StepResult> {
  const { request, key, supersede, run, failure } = command;
  const journal = new Journal({ dir: orders.journalFolder(setup.journal) });
  const connection = { baseUrl: orders.urlFor(setup), ...orders.keysFor(setup), maxTries: 1 };
  const client = new CertOrderClient({ ...connection, service: setup.service, journal });
  const options: SendOptions = {
    idempotencyKey: key,
    supersede,
    ...(run && { intent: runIntent({ run: runName(new Date(0), run.number), createdAt: run.createdAt }) }),
  };
  return orders.during(failure, async () => {
    try {
      const { certificateId } = await client.send(
        reissueOperation,
        { order_id: orders.id, ...requestArguments(request) },
        options,
      );
      return { status: "succeeded", text: certificateId };
    } catch (error) {
      if (!CertOrderError.is(error)) throw error;
      return { status: "refused", text: `${error.message} ${error.remedy}` };
    }
  });
}
