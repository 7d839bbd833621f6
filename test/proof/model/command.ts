import { randomUUID } from "node:crypto";
import { CertOrderClient } from "../../../src/client/index.ts";
import type { ReissueRequest } from "../../../src/contract/index.ts";
import { CertOrderError } from "../../../src/contract/index.ts";
import { Journal } from "../../../src/journal/index.ts";
import { csrFiles, type Orders, request } from "./order.ts";
import type { Command, Ending, Seat, What } from "./world.ts";

/** A command as it is typed. Without a name it gets one of its own: nobody is at a terminal to confirm it. */
export function commandArguments(orderId: string, { what, name, anew }: Command): string[] {
  const { sign_hash, common_name, dns_names } = request(what);
  return [
    ...["reissue", orderId, "--sign-hash", sign_hash, "--common-name", common_name],
    ...["--dns-names", dns_names.join(","), "--csr-file", csrFiles[what.csr] ?? ""],
    ...["--validity-days", String(what.days), "--yes", "--once", name ?? randomUUID()],
    ...(anew === undefined ? [] : ["--anew", anew]),
  ];
}

/** The same by a program that uses the library. */
export function reissueByLibrary(orders: Orders, seat: Seat, command: Command): Promise<Ending> {
  const { what, name, anew, heldBefore, trouble, isCutOff } = command;
  const journal = new Journal({ folder: orders.journalFolder(seat.home) });
  const connection = { baseUrl: orders.urlFor(seat), ...orders.keysOf(seat), maxAttempts: 1 };
  const client = new CertOrderClient({ ...connection, service: seat.service, journal });
  return orders.during(trouble, async () => {
    try {
      const options = { wish: name, anew, heldBefore };
      const { certificateId, attemptId } = await client.reissue(orders.id, libraryRequest(what), options);
      if (name === undefined && !isCutOff) await journal.acknowledge(attemptId);
      return { how: "well", text: certificateId };
    } catch (error) {
      if (!CertOrderError.is(error)) throw error;
      return { how: "refused", text: `${error.message} ${error.remedy}` };
    }
  });
}

function libraryRequest(what: What): ReissueRequest {
  const { sign_hash: signHash, common_name: commonName, dns_names: dnsNames, csr } = request(what);
  return { signHash, commonName, dnsNames, csr, validityDays: what.days };
}
