import type { Environment } from "../../contract/index.ts";
import { commit, runtime, version } from "../../version.ts";
import type { Check } from "./check.ts";
import { ok, warning } from "./finding.ts";

export const runtimeCheck: Check = {
  name: "runtime",
  run({ env }) {
    const build = commit === undefined ? "" : ` (${commit})`;
    const text = `certorder ${version}${build}, ${runtime}, ${process.platform}-${process.arch}.`;
    const weak = weakeningVariables(env);
    return weak.length === 0
      ? ok(text)
      : warning(
          `${text} ${weak.map(({ why }) => why).join(" ")}`,
          `Run without it: unset ${[...new Set(weak.map(({ variable }) => variable))].join(" ")}`,
        );
  },
};

/** Options of Node that weaken TLS, or write secrets to a file. */
const weakOptions: readonly (readonly [option: RegExp, why: string])[] = [
  [/--tls-min-v1\.[01]\b/, "allows old versions of TLS."],
  [/--tls-cipher-list\b/, "changes the ciphers of TLS."],
  [/--tls-keylog\b/, "writes the keys of TLS connections to a file."],
  [/--use-openssl-ca\b/, "trusts other authorities than Node's."],
  [/--openssl-(?:config|legacy-provider|shared-config)\b/, "changes OpenSSL."],
  [/--insecure-http-parser\b/, "accepts answers that are not valid HTTP."],
];

function weakeningVariables(env: Environment): { readonly variable: string; readonly why: string }[] {
  const { NODE_TLS_REJECT_UNAUTHORIZED: reject, NODE_OPTIONS: options = "", NODE_DEBUG: debug = "" } = env;
  return [
    ...(reject === "0"
      ? [
          {
            variable: "NODE_TLS_REJECT_UNAUTHORIZED",
            why: "NODE_TLS_REJECT_UNAUTHORIZED=0 lets other programs accept every certificate. certorder ignores it.",
          },
        ]
      : []),
    ...weakOptions
      .filter(([option]) => option.test(options))
      .map(([, why]) => ({ variable: "NODE_OPTIONS", why: `NODE_OPTIONS ${why}` })),
    ...(/\b(?:http|tls|net|undici|fetch)\b/i.test(debug)
      ? [{ variable: "NODE_DEBUG", why: "NODE_DEBUG may write the keys of requests to the log." }]
      : []),
  ];
}
