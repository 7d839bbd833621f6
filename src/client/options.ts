import { readFileSync } from "node:fs";
import type { Settings } from "../contract/index.ts";
import { checkAuthorities } from "../contract/index.ts";
import type { ClientOptions } from "./client.ts";
import { InvalidRequestError } from "./errors.ts";

/** The contract's settings as options of the client. Reads the file of certificate authorities. */
export function clientOptions(settings: Settings): Omit<ClientOptions, "journal"> {
  return {
    baseUrl: settings.base_url,
    service: settings.service,
    authKey: settings.auth_key,
    keyId: settings.key_id,
    timeoutMs: settings.timeout_seconds * 1000,
    connectTimeoutMs: settings.connect_timeout_seconds * 1000,
    responseTimeoutMs: settings.response_timeout_seconds * 1000,
    maxAttempts: settings.max_attempts,
    ca: settings.ca_file === undefined ? undefined : readAuthorities(settings.ca_file),
  };
}

function readAuthorities(file: string): string {
  const read = textOrFailure(file);
  const issues = checkAuthorities(file, read);
  if (!("text" in read) || issues.length > 0)
    throw new InvalidRequestError("The client cannot be set up", issues);
  return read.text;
}

function textOrFailure(file: string): { readonly text: string } | { readonly failed: string } {
  try {
    return { text: readFileSync(file, "utf8") };
  } catch (error) {
    return { failed: String((error as NodeJS.ErrnoException).code) };
  }
}
