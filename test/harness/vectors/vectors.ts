import { callbackTests } from "./callback-tests.ts";
import { reissueFields } from "./reissue-fields.ts";
import { reissueRules } from "./reissue-rules.ts";
import type { Vector } from "./vector.ts";

export type { Vector };

/** A request for www.example.com and example.com, signed with a P-256 key that was not kept. */
const signingRequest =
  "MIIBDjCBtgIBADAaMRgwFgYDVQQDDA93d3cuZXhhbXBsZS5jb20wWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQjGTOdwW935VbOCtC3iFGI" +
  "uBaeZU0Ufligr6x5TTf7+sIHdjH7+VIXu9VD0R/nITBDNHxXEBNf8I/b+ROejqfkoDowOAYJKoZIhvcNAQkOMSswKTAnBgNVHREEIDAegg93" +
  "d3cuZXhhbXBsZS5jb22CC2V4YW1wbGUuY29tMAoGCCqGSM49BAMCA0cAMEQCIDvnq++biek1XZ4kf9ChMREkGb2yEdRBvDEo7YKwTZd7AiAd" +
  "dnrVo/yyXbvr371YEW/Yt5Dt8pHqxQd2f1ulIHmQgg==";

export const vectors: readonly Vector[] = [...reissueFields, ...reissueRules, ...callbackTests];

/** The vector with its placeholders filled: `{csr}`, and `{port}` of the callback's receiver. */
export function filled(vector: Vector, port: number): Vector {
  return JSON.parse(
    JSON.stringify(vector).replaceAll("{csr}", signingRequest).replaceAll("{port}", String(port)),
  );
}
