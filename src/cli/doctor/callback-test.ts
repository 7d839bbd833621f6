import { CertOrderClient, callbackVerdict, clientOptions } from "../../client/index.ts";
import {
  type CallbackCode,
  CertOrderError,
  callbackCodes,
  isCallbackCode,
  type SettingName,
  type Settings,
} from "../../contract/index.ts";
import { callbackChecks } from "./callback.ts";
import type { Check } from "./check.ts";
import type { Examination } from "./examination.ts";
import { type Finding, failed, ok, unchecked, warning } from "./finding.ts";

const settings: readonly SettingName[] = [
  "base_url",
  "key_id",
  "auth_key",
  "ca_file",
  "timeout_seconds",
  "max_tries",
];
/** Longer than the service usually waits for a callback. */
const limitMs = 11_000;

/** This and the next check look at one request, which only `--callback-test` sends. */
export const keysCheck: Check = {
  name: "keys",
  settings,
  needs: ["service-answer"],
  limitMs,
  async run(examination, signal) {
    if (!examination.asksService)
      return unchecked(
        "Not checked: no harmless request of the service verifies them.",
        "Add --callback-test: the service then sends a simulated callback.",
      );
    const result = await test(examination, signal);
    if (!CertOrderError.is(result) || (result.outcome === "rejected" && isCallbackCode(result.code)))
      return ok("The service accepts the API key.");
    if (signal.aborted) return unchecked("The service did not answer the callback test in time.");
    const { httpStatus = 0 } = result;
    const { message, remedy } = result.renderIn(examination.dialect);
    if (result.outcome === "not-sent") return unchecked(`Not checked. ${message}`);
    return result.outcome === "rejected" && (httpStatus === 401 || httpStatus === 403)
      ? failed(message, remedy)
      : unchecked(`The service did not say whether it accepts them. ${message}`);
  },
};

export const callbackTestCheck: Check = {
  name: "callback-test",
  settings,
  needs: ["keys"],
  limitMs,
  applies: ({ asksService }) => asksService,
  async run(examination, signal) {
    const ours = await ownVerdict(examination);
    const result = await test(examination, signal);
    if (!CertOrderError.is(result)) return judgePass(ours, examination);
    const { message, remedy } = result.renderIn(examination.dialect);
    const verdict = callbackVerdict(result);
    if (verdict === "unknown") return unchecked(`The service did not test it. ${message}`, remedy);
    return judgeFailure(result, ours);
  },
};

/** What the checks of this machine came to. Undefined: they say nothing. */
type OwnVerdict = "pass" | "fail" | undefined;

async function ownVerdict({ findingOf }: Examination): Promise<OwnVerdict> {
  const named = await Promise.all(
    callbackChecks
      .filter(({ name }) => name !== "callback-wrong-key")
      .map(async ({ name }) => ({ name, ...(await findingOf(name)) })),
  );
  if (named.some(({ status }) => status === "failed")) return "fail";
  const answer = named.find(({ name }) => name === "callback-answer");
  return answer?.status === "ok" || answer?.status === "warning" ? "pass" : undefined;
}

/** The service's test, once for all checks. */
function test(examination: Examination, signal: AbortSignal) {
  const { facts, settings, env, callback } = examination;
  const client = new CertOrderClient({
    ...clientOptions(settings as Settings),
    maxTries: 1,
    journal: "none",
    env,
  });
  facts.callbackTest ??= client.sendCallbackTest(callback, { signal }).catch((error: unknown) => {
    if (!CertOrderError.is(error)) throw error;
    return error;
  });
  return facts.callbackTest;
}

function judgePass(ours: OwnVerdict, { callback }: Examination): Finding {
  const text =
    Object.keys(callback).length > 0
      ? "The service's test passes with what you gave. Save that in the account, if it is not there."
      : "The service's test of the saved callback passes.";
  return ours === "fail"
    ? warning(
        `${text} This machine finds a problem that the service does not have: its network, DNS or key differs.`,
        "Look at the lines above that failed, on the machine that the service reaches.",
      )
    : ok(text);
}

function judgeFailure({ code }: CertOrderError, ours: OwnVerdict): Finding {
  const { cause } = callbackCodes[code as CallbackCode];
  const text = `The service's test fails: ${code}. ${cause}`;
  switch (ours) {
    case "fail":
      return failed(
        `${text} This machine finds a problem too.`,
        "Repair what failed above, and run this again.",
      );
    case "pass":
      return failed(
        `${text} From this machine it works.`,
        `First do what the lines above with ! say. ${differences[code] ?? elsewhere}`,
      );
    default:
      return failed(
        `${text} This machine has not tried it.`,
        "Give the right address and key: --url URL --access-key-file FILE. If they pass, save them in the account.",
      );
  }
}

const elsewhere = "Run certorder doctor --url URL on a machine outside your network.";

/** What can differ between the service and this machine, by what the service found. */
const differences: Readonly<Partial<Record<string, string>>> = {
  callback_send_error: `Open the firewall for the service, not only for this machine, and compare the public DNS. ${elsewhere}`,
  callback_response_not_200: `Something in front of the server answers the service differently: a firewall, or a rule by address. Look at the server's log. ${elsewhere}`,
  callback_private_domain: `The service's DNS gives a private address. Compare what a public resolver says. ${elsewhere}`,
};
