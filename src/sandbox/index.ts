/**
 * The certificate order service, simulated on this machine: both operations over HTTP and HTTPS, real callbacks, a ledger
 * of every reissue, and faults on demand. It uses the contract but not the client, so that it does not repeat the client's
 * mistakes. `Answers` has the choices for everything that the specification leaves open.
 *
 * Beside the service's own paths it has a control API, JSON in and out, with the names of the types below:
 *
 *     GET    /_sandbox/                          the list of these
 *     GET    /_sandbox/ledger                    { ledger: LedgerEntry[] }
 *     GET    /_sandbox/requests                  { requests: SeenRequest[] }
 *     GET    /_sandbox/state                     { service, accounts, orders, faults, issuing }, without secrets
 *     GET    /_sandbox/ca.pem                    the authority to trust
 *     POST   /_sandbox/faults                    a Fault, or a list of them
 *     DELETE /_sandbox/faults                    removes those that have not happened yet
 *     PUT    /_sandbox/accounts/KEY_ID/callback  a CallbackConfig, saved
 *     DELETE /_sandbox/accounts/KEY_ID/callback
 *     PUT    /_sandbox/issuing                   an Issuing
 *     POST   /_sandbox/callbacks                 { orderId, certificateId? }: sends order:issued now, once
 *     POST   /_sandbox/callbacks/SEQ/again       sends a callback that the page shows once more
 *     GET    /_sandbox/orders/ORDER_ID           { order, ledger: LedgerEntry[] }, without secrets
 *     GET    /_sandbox/clock                     { now, aheadMs }
 *     POST   /_sandbox/clock                     { forwardMs }: moves the clock forward
 *     POST   /_sandbox/orders                    an Order
 */
import "../needs-node.ts";

export { type Account, type CallbackConfig, type CredentialKind, credentialKinds } from "./accounts.ts";
export type { AnswerPreset, Answers, ServiceCode } from "./answers.ts";
export { answerPresets, defaultAnswers } from "./answers.ts";
/** What the page of the command line shows. @internal */
export type { Callback } from "./callback.ts";
export type { KeyAndCertificate } from "./certificates.ts";
/** @internal */
export type {
  Exchange,
  ExchangePart,
  ExchangeRecorder,
  ExchangeStart,
  Message,
  RawMessage,
} from "./exchanges.ts";
export type { Fault, FaultKind, FaultyOperation } from "./faults.ts";
export type { Issuing } from "./issuing.ts";
export type { LedgerEntry } from "./ledger.ts";
export { type Order, type Product, type ProductName, products } from "./orders.ts";
export type { Rate } from "./rate-limit.ts";
export type { SeenRequest } from "./requests.ts";
export { type Sandbox, type SandboxOptions, startSandbox } from "./sandbox.ts";
export { seedAccounts, seedOrders } from "./seed.ts";
export type { ResolveHost } from "./send-callback.ts";
