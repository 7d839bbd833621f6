import { createHash, timingSafeEqual } from "node:crypto";
import { callbackTestFields } from "../contract/index.ts";
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

/** A kind of credentials. @useDeclaredType */
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
  /** The address that the service calls: with HTTPS, or that of `forwardTo`. */
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

/** A saved address is checked once more when it is called: it may be without TLS, or private. */
const readAddress = read.kind(
  `an http:// or https:// address of at most ${callbackTestFields.url.maxLength} characters, without a user name`,
  (value): value is string => {
    if (typeof value !== "string" || [...value].length > callbackTestFields.url.maxLength) return false;
    const url = URL.parse(value);
    return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password;
  },
);

export const readCallbackConfig = read.object<CallbackConfig>({
  url: readAddress,
  accessKey: read.string,
  disabled: read.optional(read.boolean),
  enabledActions: read.optional(read.strings),
});
