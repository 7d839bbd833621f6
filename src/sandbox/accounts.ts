import { createHash, timingSafeEqual } from "node:crypto";
import * as read from "./untrusted.ts";

/** The kinds of credentials. The last three may not test callbacks. */
export const credentialKinds = [
  "standard",
  /** A standard API key of a managed-PKI account. It may test only the saved callback. */
  "managed-pki",
  "certificate-manager-token",
  "lightweight-oauth",
  "integration-key",
] as const;

export type CredentialKind = (typeof credentialKinds)[number];

/** An account of the simulated service, with its API key. */
export interface Account {
  /** Id of the API key. It also names the account in the control API. */
  readonly keyId: string;
  /** The API key's secret. */
  readonly authKey: string;
  /** Decides which callback tests the account may ask for. */
  readonly kind: CredentialKind;
  /** The saved callback configuration, if there is one. */
  readonly callback?: CallbackConfig | undefined;
}

/** The callback configuration that an account has saved. */
export interface CallbackConfig {
  /** The address that the service calls. HTTPS only. */
  readonly url: string;
  /** The key that the service sends with each callback. */
  readonly accessKey: string;
  /** Pauses real callbacks. Tests are still sent. */
  readonly disabled?: boolean | undefined;
  /** The actions for which real callbacks are sent. Tests are always sent. */
  readonly enabledActions?: readonly string[] | undefined;
}

export function mayTestCallbacks(kind: CredentialKind): boolean {
  return kind === "standard" || kind === "managed-pki";
}

/** Whether a key is the account's. The comparison takes the same time for every key. */
export function hasKey(account: Account, authKey: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(account.authKey), digest(authKey));
}

export const readCallbackConfig = read.object<CallbackConfig>({
  url: read.string,
  accessKey: read.string,
  disabled: read.optional(read.boolean),
  enabledActions: read.optional(read.strings),
});
