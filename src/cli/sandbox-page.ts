import { callbackCodes, isCallbackCode, render } from "../contract/index.ts";
import { type Content, type ExchangeLog, exchangeEvents } from "../inspector/index.ts";
import type { Exchange, Sandbox } from "../sandbox/index.ts";
import { cliDialect } from "./dialect.ts";

/** The sandbox as its page shows it. The page changes the sandbox by the control API. */
export function sandboxContent(sandbox: Sandbox, exchanges: ExchangeLog): Content {
  return {
    kind: "sandbox",
    title: sandbox.service,
    ...exchangeEvents(exchanges, findRemedy),
    call: (method, path, body) => sandbox.control(method, path, body),
  };
}

/** What helps with a callback of the sandbox, where its own rules matter. The first that fits counts. */
const ownRemedies: readonly (readonly [code: string, message: RegExp, remedy: string])[] = [
  [
    "callback_private_domain",
    /./,
    "The service calls public addresses only. For a program on this machine, start the sandbox with --forward-to URL, or with --allow-private-callbacks.",
  ],
  [
    "callback_url_not_https",
    /./,
    "The service calls https:// addresses only. For a program on this machine without TLS, start the sandbox with --forward-to URL.",
  ],
  [
    "callback_send_error",
    /certificate is not trusted/,
    "Start the sandbox with --certificate-out FOLDER, and give your program the certificate from there. Or start it with --forward-to URL, and serve without TLS.",
  ],
  [
    "callback_send_error",
    /nothing listens/,
    "Start the program that listens at this address, and send the callback again.",
  ],
];

/** What helps with a failure about a callback. Undefined for others: their message says it. */
export function findRemedy({ kind, operation, code = "", message = "" }: Exchange): string | undefined {
  if (!isCallbackCode(code) || (kind === "request" && operation !== "callback-test")) return undefined;
  const own = ownRemedies.find(([each, pattern]) => each === code && pattern.test(message));
  return own?.[2] ?? render(callbackCodes[code].remedy, cliDialect);
}
