import { isAbsolute } from "node:path";
import type { GivenSettings, KnownValues, Settings, Text } from "../contract/index.ts";
import {
  callbackArguments,
  callbackTestFields,
  checkArguments,
  checkAuthorities,
  checkCallbackTest,
  checkConnection,
  checkDeclaredReissue,
  checkJournalPlace,
  checkProviderBlock,
  fieldRef,
  Issue,
  keepDecidable,
  pickValues,
  reissueFields,
  resolveSettings,
  text,
  urlPassword,
} from "../contract/index.ts";
import { checkReissueAndCsr } from "../csr/index.ts";
import { readFileText } from "../file-text.ts";
import type { Element } from "./model.ts";

/** The problems of the known values of a block, by the contract's rules. */
export function checkValues(element: Element, now: Date): Issue[] {
  return [...byKind(element, now), ...checkTokens(element), ...checkSecrets(element)];
}

function byKind({ kind, known }: Element, now: Date): Issue[] {
  switch (kind) {
    case "reissue": {
      const issues = checkReissueAndCsr(pickValues(reissueFields, known.values), now);
      return [...keepDecidable(issues, reissueFields, known), ...checkDeclaredReissue(known)];
    }
    case "callback":
      return [
        ...keepDecidable(
          checkCallbackTest(pickValues(callbackTestFields, known.values)),
          callbackTestFields,
          known,
        ),
        ...checkArguments(callbackArguments, known.values),
      ];
    case "provider":
      return checkProvider(known);
  }
}

/** Missing settings come from the environment when Terraform runs, so they are not reported. */
function checkProvider({ values }: KnownValues): Issue[] {
  const issues = resolveSettings(values as GivenSettings, {}).issues;
  const isNamed = new Set(issues.map(({ field }) => field));
  return [
    ...issues,
    ...checkConnection(values as Settings).filter(({ field }) => !isNamed.has(field)),
    ...checkJournalPlace(values),
    ...checkProviderBlock(values),
    ...checkCaFile(values.ca_file),
  ].filter(({ field }) => Object.hasOwn(values, field));
}

/** Terraform may run on another machine, so a missing file is only a warning. */
function checkCaFile(file: unknown): Issue[] {
  if (typeof file !== "string" || file === "") return [];
  const doubt = (message: Text, remedy: string) => [
    new Issue("ca_file", "file", message, remedy, { severity: "warning" }),
  ];
  if (!isAbsolute(file))
    return doubt(
      text`${fieldRef("ca_file")} ${file} is relative to the folder in which Terraform runs, that of the synthesized stack.`,
      "Give an absolute path.",
    );
  const read = readFileText(file);
  const issues = checkAuthorities(file, read);
  if ("text" in read) return issues;
  return issues.flatMap(({ texts: { message } }) =>
    doubt(message, "Create it on the machine on which Terraform runs."),
  );
}

function checkTokens({ numberTokens }: Element): Issue[] {
  return numberTokens.map(
    (name) =>
      new Issue(
        name,
        "token",
        text`${fieldRef(name)} has a number token in its text, which is never resolved.`,
        "Convert the number to text first: Token.asString(…), or Fn.format.",
      ),
  );
}

/** Secrets that would be in the synthesized file in clear text. */
function checkSecrets({ literals, literalSecrets }: Element): Issue[] {
  if (literalSecrets === "allowed") return [];
  // A journal's URL is no secret without a password.
  const isSecret = (name: string) =>
    literals[name] && (name !== "journal_url" || urlPassword(literals[name]) !== undefined);
  const isRefused = literalSecrets === "refused";
  return Object.keys(literals)
    .filter(isSecret)
    .map(
      (name) =>
        new Issue(
          name,
          "literal_secret",
          text`${fieldRef(name)} would be in the synthesized file in clear text.`,
          isRefused
            ? "Use a sensitive TerraformVariable, or set allowLiteralSecrets if this is intended."
            : "Use a sensitive variable.",
          { severity: isRefused ? "error" : "warning" },
        ),
    );
}
