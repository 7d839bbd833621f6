import { readFileSync } from "node:fs";
import type { CredentialKind } from "../../../src/sandbox/index.ts";

/**
 * One request, what the contract's checks make of it, and what the service makes of it. Written by hand from the
 * specification; the words of reissue refusals, which it does not give, are those of src/sandbox/answers.ts.
 */
export interface Vector {
  readonly name: string;
  readonly operation: "reissue" | "callback-test";
  readonly order_id?: string;
  /** The request in the service's own form. Neither `body` nor `raw`: a request without a body. */
  readonly body?: object;
  /** Bytes that no client of ours would send. */
  readonly raw?: string;
  /** The body that a client sends, where it is not `body` word for word; null for none. */
  readonly wire?: object | null;
  /** Errors of the contract's checks as `field:rule`; "sent" for none; "impossible" where only `raw` can say it. */
  readonly client: readonly string[] | "sent" | "impossible";
  /** The code that the service answers with. */
  readonly service: string;

  /** What the sandbox's state shows of the order afterwards; null for nothing. */
  readonly order_after?: Readonly<Record<string, unknown>>;
  /** Members of the entry that the ledger gets. */
  readonly ledger?: Readonly<Record<string, unknown>>;
  /** The key that the receiver of the callback sees. Absent: no callback arrives. */
  readonly delivered?: string;

  /** Kind of the account. Default: standard. */
  readonly credential?: CredentialKind;
  /** The account's saved callback configuration. Default: none. */
  readonly saved?: {
    readonly url: string;
    readonly access_key: string;
    readonly disabled?: boolean;
    readonly enabled_actions?: readonly string[];
  };
  /** The status that the receiver of the callback answers with. Default: 200. */
  readonly receiver?: number;
  readonly private_callbacks?: "refused";
  readonly rate_limit?: { readonly tests: number; readonly per_seconds: number };
  /** How often the request is made; the last answer counts. Default: once. */
  readonly times?: number;
}

/** A request for www.example.com and example.com, signed with a P-256 key that was not kept. */
const csr =
  "MIIBDjCBtgIBADAaMRgwFgYDVQQDDA93d3cuZXhhbXBsZS5jb20wWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQjGTOdwW935VbOCtC3iFGI" +
  "uBaeZU0Ufligr6x5TTf7+sIHdjH7+VIXu9VD0R/nITBDNHxXEBNf8I/b+ROejqfkoDowOAYJKoZIhvcNAQkOMSswKTAnBgNVHREEIDAegg93" +
  "d3cuZXhhbXBsZS5jb22CC2V4YW1wbGUuY29tMAoGCCqGSM49BAMCA0cAMEQCIDvnq++biek1XZ4kf9ChMREkGb2yEdRBvDEo7YKwTZd7AiAd" +
  "dnrVo/yyXbvr371YEW/Yt5Dt8pHqxQd2f1ulIHmQgg==";

export const vectors: readonly Vector[] = ["reissue-fields", "reissue-rules", "callback-test"].flatMap(
  (file) => JSON.parse(readFileSync(new URL(`${file}.json`, import.meta.url), "utf8")),
);

/** The vector with its placeholders filled: `{csr}`, and `{port}` of the callback's receiver. */
export function filled(vector: Vector, port: number): Vector {
  return JSON.parse(JSON.stringify(vector).replaceAll("{csr}", csr).replaceAll("{port}", String(port)));
}
