/** Receives the service's callbacks: checks that the service sent them, and passes the event on. */
import "../needs-node.ts";

export type { CallbackEvent } from "../contract/index.ts";
export type { AccessKey, AuthCheck } from "./access-key.ts";
export type { ReceivedEvent } from "./event.ts";
export { fetchReceiver } from "./fetch.ts";
export { type NodeRequest, nodeReceiver } from "./node.ts";
export type { EventContext, ReceiverJournal, ReceiverOptions } from "./receive.ts";
export type { Refusal, RefusalReason } from "./refusal.ts";
export type { CallbackSource } from "./source.ts";
