import { type InputProblem, settingProblem } from "./input-problem.ts";
import { fieldRef, text } from "./text.ts";

/** A file of certificate authorities: its text, or the code of the error that kept it from being read. */
type AuthoritiesFile = { readonly text: string } | { readonly failed: string };

/** Why a file of certificate authorities cannot be used. `problem` completes a sentence about the file. */
export function authoritiesProblem(
  file: AuthoritiesFile,
): { readonly problem: string; readonly remedy: string } | undefined {
  if ("failed" in file)
    return {
      problem: `cannot be read (${file.failed})`,
      remedy: "Give the path of a PEM file that can be read.",
    };
  return file.text.includes("-----BEGIN CERTIFICATE-----")
    ? undefined
    : { problem: "holds no certificate", remedy: "Give a file with certificates in PEM form." };
}

/** Why the file that `ca_file` names cannot be used. */
export function checkAuthorities(path: string, file: AuthoritiesFile): InputProblem[] {
  const wrong = authoritiesProblem(file);
  if (!wrong) return [];
  return [
    settingProblem("ca_file", "file", text`${fieldRef("ca_file")} ${path} ${wrong.problem}.`, wrong.remedy),
  ];
}

/** By the code of a failed connection: no trusted authority has signed the certificate, or not for this host. */
export function isUntrusted(code: string): boolean {
  return /^(?:CERT_|DEPTH_|SELF_|UNABLE_|ERR_TLS_CERT_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)/.test(
    code,
  );
}
