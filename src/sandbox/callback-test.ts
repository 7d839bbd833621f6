import { callbackTestFields, simulatedEvent } from "../contract/index.ts";
import type { Account, CallbackConfig } from "./accounts.ts";
import { type Answers, refusal, type ServiceRefusal } from "./answers.ts";
import type { BodyValues } from "./request-body.ts";
import { type CallbackSender, isForwarded, sendCallback } from "./send-callback.ts";

/** The configuration for one test. It is not saved. */
type Tested = BodyValues<typeof callbackTestFields>;

/** Runs a callback test. Returns the refusal if it fails. */
export async function testCallback(
  account: Account,
  given: Tested,
  answers: Answers,
  sender: CallbackSender,
): Promise<ServiceRefusal | undefined> {
  if (account.kind === "managed-pki" && (given.url !== undefined || given.access_key !== undefined))
    return refusal("permission_denied", "A managed-PKI account may test only its saved configuration.");

  const wrongGiven = firstProblem(given, sender);
  if (wrongGiven) return wrongGiven;

  const tested = { ...saved(account.callback), ...given };
  if (tested.url === undefined || tested.access_key === undefined)
    return refusal("callback_not_configured", "There is no saved callback configuration to fill the gap.");
  const wrongSaved = firstProblem(tested, sender);
  if (wrongSaved) return wrongSaved;

  // A test ignores `disabled` and `enabledActions`.
  return sendCallback(
    {
      url: new URL(tested.url),
      auth: answers.callbackAuth(tested.access_key),
      operation: "callback-test",
      event: simulatedEvent,
    },
    sender,
  );
}

function saved(config: CallbackConfig | undefined): Tested {
  return config ? { url: config.url, access_key: config.accessKey } : {};
}

function firstProblem({ url, access_key: key }: Tested, sender: CallbackSender): ServiceRefusal | undefined {
  if (url === "" || key === "") return refusal("invalid_parameters", "The URL or the key is empty.");
  if (isTooLong("url", url) || isTooLong("access_key", key))
    return refusal("invalid_callback_url", "The URL or the key is longer than allowed.");
  if (url === undefined) return undefined;
  const parsed = URL.parse(url);
  if (!parsed || parsed.hostname === "") return refusal("invalid_callback_url", "The URL is not valid.");
  if (parsed.protocol !== "https:" && !isForwarded(parsed, sender))
    return refusal("callback_url_not_https", "The URL does not use HTTPS.");
  if (parsed.username || parsed.password)
    return refusal("invalid_callback_url", "The URL contains a user name or password.");
  return undefined;
}

function isTooLong(field: keyof typeof callbackTestFields, value: string | undefined): boolean {
  return value !== undefined && [...value].length > callbackTestFields[field].maxLength;
}
