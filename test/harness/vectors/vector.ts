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

type Request = Omit<Vector, "name" | "operation" | "client" | "service">;
type Effects = Pick<Vector, "order_after" | "ledger" | "delivered">;

type Row = readonly [name: string, request: Request, effects?: Effects];
export type UnsentRow = readonly [
  name: string,
  request: Request,
  rules: string | readonly string[],
  effects?: Effects,
];

function kindsOf(operation: Vector["operation"]) {
  const kind = (client: Vector["client"]) => (service: string, rows: readonly Row[]) =>
    rows.map(
      ([name, request, effects]): Vector => ({ name, operation, ...request, client, service, ...effects }),
    );
  return {
    /** The client sends it, and the service carries it out. */
    accepted: (rows: readonly Row[]) => kind("sent")("success", rows),
    /** The client sends it, and the service answers with this code. */
    rejected: kind("sent"),
    /** The client does not send it, because of these rules; sent in another way, the service answers with this code. */
    unsent: (service: string, rows: readonly UnsentRow[]) =>
      rows.flatMap(([name, request, rules, effects = {}]) =>
        kind([rules].flat())(service, [[name, request, effects]]),
      ),
    /** No client of ours can send it; the service answers with this code. */
    foreign: kind("impossible"),
  };
}

export const { accepted, rejected, unsent, foreign } = kindsOf("reissue");
export const forCallbackTests = kindsOf("callback-test");

export const csr = "{csr}";

export type Fields = Readonly<Record<string, unknown>>;

/** Makes requests for an order: a good one, with these changes. Undefined takes a field out. */
function requestsFor(order_id: string, certificate: Fields, others: Fields = {}) {
  return (changes: Fields = {}, otherChanges: Fields = {}) => ({
    order_id,
    body: {
      certificate: present({ ...certificate, ...changes }),
      ...present({ ...others, ...otherChanges }),
    },
  });
}

function present(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

const named = (common_name: string, sign_hash = "sha256") => ({ csr, sign_hash, common_name });
export const ssl = requestsFor("order-ssl-1", named("www.example.com"));
export const shop = requestsFor("order-ssl-2", named("shop.example.com"));
export const dual = requestsFor("order-dual-1", named("dual.example.com", "sm3"));
export const fixed = requestsFor("order-fixed-1", named("fixed.example.com"));
/** Its names are validated by a record in DNS that stays. */
export const persisting = (changes: Fields = {}) => shop({}, { dcv_method: "dns-persist", ...changes });
/** Its product revokes the certificate before. */
export const revoking = requestsFor("order-revoking-1", named("once.example.com"));
/** Its key is held by the cloud. */
export const code = requestsFor(
  "order-code-1",
  { csr_from: "sign-cloud-csc", sign_hash: "sha256" },
  { sign_key_pin: "sandbox-pin-2468" },
);
export const raw = (bytes: string) => ({ order_id: "order-ssl-1", raw: bytes });
