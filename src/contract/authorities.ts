import { type Issue, settingIssue } from "./issue.ts";
import { fieldRef, type Text, text } from "./text.ts";

/** What is wrong with a file of certificate authorities, by its text or by why it could not be read. */
export function checkAuthorities(
  file: string,
  read: { readonly text: string } | { readonly failed: string },
): Issue[] {
  const wrong = (message: Text, remedy: string) => [settingIssue("ca_file", "file", message, remedy)];
  if ("failed" in read)
    return wrong(
      text`${fieldRef("ca_file")} ${file} cannot be read (${read.failed}).`,
      "Give the path of a PEM file that can be read.",
    );
  if (!read.text.includes("-----BEGIN CERTIFICATE-----"))
    return wrong(
      text`${fieldRef("ca_file")} ${file} holds no certificate.`,
      "Give a file with certificates in PEM form.",
    );
  return [];
}

/** By the code of a failed connection: no trusted authority has signed the certificate, or not for this host. */
export function isUntrusted(code: string): boolean {
  return /^(?:CERT_|DEPTH_|SELF_|UNABLE_|ERR_TLS_CERT_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)/.test(
    code,
  );
}
