import { readFileSync } from "node:fs";
import type { Settings, Words } from "../contract/index.ts";
import { named, settingIssue, words } from "../contract/index.ts";
import type { ClientOptions } from "./client.ts";
import { InvalidRequestError } from "./errors.ts";

/** The contract's settings as options of the client. Reads the file of certificate authorities. */
export function clientOptions(settings: Settings): ClientOptions {
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
  const problem = (message: Words, remedy: string) =>
    new InvalidRequestError("The client cannot be set up", [
      settingIssue("ca_file", "file", message, remedy),
    ]);
  let pem: string;
  try {
    pem = readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw problem(
      words`${named("ca_file")} ${file} cannot be read (${code ?? "error"}).`,
      "Give the path of a PEM file that can be read.",
    );
  }
  if (!pem.includes("-----BEGIN CERTIFICATE-----"))
    throw problem(
      words`${named("ca_file")} ${file} holds no certificate.`,
      "Give a file with certificates in PEM form.",
    );
  return pem;
}
