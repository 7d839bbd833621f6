import type { DeclaredValues, GivenSettings, Text } from "../contract/index.ts";
import {
  callbackArguments,
  callbackTestFields,
  checkArguments,
  checkCallbackTest,
  checkDeclaredReissue,
  checkProviderBlock,
  combineSettings,
  fieldRef,
  InputProblem,
  keepDecidable,
  pickValues,
  reissueFields,
  text,
} from "../contract/index.ts";
import { checkReissueAndCsr } from "../csr/index.ts";
import type { Element } from "./model.ts";
import { shortestSecret } from "./secrets.ts";

/** The problems of the known values of a block, by the contract's rules. */
export function checkValues(element: Element, now: Date): InputProblem[] {
  return [
    ...byKind(element, now),
    ...checkTokens(element),
    ...checkChanging(element),
    ...checkSecrets(element),
  ];
}

function byKind({ kind, known }: Element, now: Date): InputProblem[] {
  switch (kind) {
    case "reissue": {
      const problems = checkReissueAndCsr(pickValues(reissueFields, known.values), now);
      return [...keepDecidable(problems, reissueFields, known), ...checkDeclaredReissue(known)];
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
function checkProvider({ values }: DeclaredValues): InputProblem[] {
  return [...combineSettings(values as GivenSettings, {}).problems, ...checkProviderBlock(values)].filter(
    ({ contractName }) => Object.hasOwn(values, contractName),
  );
}

function checkTokens({ numberTokens, address }: Element): InputProblem[] {
  const wrong = (name: string, message: Text, remedy: string) =>
    new InputProblem(name, "token", message, remedy);
  return [
    ...numberTokens.map((name) =>
      wrong(
        name,
        text`${fieldRef(name)} has a number token in its text, which is never resolved.`,
        "Convert the number to text first: Token.asString(…), or Fn.format.",
      ),
    ),
    // As the frameworks write a token in the path of a construct.
    ...(/TfTokenTOKEN\d|\d{9}e2[89]\d/.test(address)
      ? [
          wrong(
            "id",
            `The id of this construct, or of one around it, is a token. The address ${address} changes when another token is created before it.`,
            "Use plain text as the id.",
          ),
        ]
      : []),
  ];
}

/** A reissue whose request changes in every run is sent in every run. In a gate such a trigger is of use. */
function checkChanging({ kind, changing }: Element): InputProblem[] {
  return Object.entries(kind === "reissue" ? changing : {}).map(
    ([name, pace]) =>
      new InputProblem(
        name,
        "changes",
        pace === "run"
          ? text`${fieldRef(name)} has timestamp(), plantimestamp() or uuid() in it, which change in every run: every apply reissues the order.`
          : text`${fieldRef(name)} has the day in it: the first apply of each day reissues the order.`,
        text`Give a value that changes when you want a reissue. For renewals, use ${fieldRef("renew_before_days")}.`,
        { severity: "warning" },
      ),
  );
}

/** Secrets that would be in the synthesized file in clear text. */
function checkSecrets({ clearSecrets, literalSecrets }: Element): InputProblem[] {
  if (literalSecrets === "allowed") return [];
  const hasOption = literalSecrets === "refused";
  const variable = `a sensitive ${hasOption ? "TerraformVariable" : "variable"} without a default`;
  const intended = hasOption ? " If this is intended, set allowLiteralSecrets." : "";
  return Object.entries(clearSecrets).map(([name, extent]) =>
    extent === "whole"
      ? new InputProblem(
          name,
          "literal_secret",
          text`${fieldRef(name)} would be in the synthesized file in clear text.`,
          `Use ${variable}. The default of a variable and a function of literals are clear text too.${intended}`,
          { severity: hasOption ? "error" : "warning" },
        )
      : new InputProblem(
          name,
          "literal_secret",
          text`A part of ${fieldRef(name)} would be in the synthesized file in clear text: a word of ${String(shortestSecret)} or more characters beside an expression.`,
          `If the word is secret, use ${variable}. If it is a prefix, make it shorter, or use a variable for it.${intended}`,
          { severity: "warning" },
        ),
  );
}
