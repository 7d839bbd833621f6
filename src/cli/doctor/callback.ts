import { randomBytes } from "node:crypto";
import { createSecureContext, type SecureContext } from "node:tls";
import { checkRequest } from "../../client/index.ts";
import {
  callbackAuthHeader,
  callbackTestOperation,
  isLoopback,
  simulatedEvent,
} from "../../contract/index.ts";
import { bareHost } from "../../plain-address.ts";
import type { Check } from "./check.ts";
import type { Examination } from "./examination.ts";
import { type Finding, failed, ok, unchecked, warning } from "./finding.ts";
import { type CertificateFinding, judgeCertificate } from "./network/certificate.ts";
import { connectTo, secure, secureTrusted } from "./network/connect.ts";
import { exchange, type HttpAnswer, redirectTarget } from "./network/exchange.ts";
import { describeFailure, isTimeout, isUnroutable } from "./network/failure.ts";
import { perAddress } from "./network/per-address.ts";
import { describeAddresses, portOf, resolveHost } from "./network/resolve.ts";
import { serviceTrust } from "./service.ts";

const applies = ({ callback: { url } }: Examination) => url !== undefined;

/** What the callback needs to pass the service's test. The last one looks at the key alone. */
export const callbackChecks: readonly Check[] = [
  {
    name: "callback-form",
    applies,
    run({ callback, dialect }) {
      const problems = checkRequest(callbackTestOperation, callback).map((problem) =>
        problem.renderIn(dialect),
      );
      const [first] = problems;
      if (!first) return ok("The address has the form that the service takes.");
      return failed(problems.map(({ message }) => message).join(" "), first.remedy);
    },
  },
  {
    name: "callback-dns",
    applies,
    needs: ["callback-form"],
    async run(examination, signal) {
      const { facts, means } = examination;
      const url = callbackUrl(examination);
      try {
        facts.callbackAddresses = await resolveHost(url, means, signal);
      } catch (error) {
        return failed(
          `The callback ${describeFailure(error)}.`,
          `Publish the name in the public DNS. To see what that has: nslookup ${bareHost(url)}`,
        );
      }
      return ok(describeAddresses(url, facts.callbackAddresses));
    },
  },
  {
    name: "callback-addresses",
    applies,
    needs: ["callback-dns"],
    run({ facts: { callbackAddresses = [] }, means, settings }) {
      const special = callbackAddresses.flatMap((address) => {
        const use = means.specialUse(address);
        return use === undefined ? [] : [`${address} is ${use}.`];
      });
      if (special.length === 0) return ok("Every address is public.");
      const host = URL.parse(settings.base_url ?? "")?.hostname ?? "";
      return isLoopback(host)
        ? warning(
            `${special.join(" ")} The service on this machine may reach it; one on the internet refuses it.`,
          )
        : failed(
            `${special.join(" ")} The service refuses a name with such an address.`,
            "Give the name public addresses only, in every view of your DNS that the service may see.",
          );
    },
  },
  {
    name: "callback-connection",
    applies,
    needs: ["callback-dns"],
    async run(examination, signal) {
      const { facts } = examination;
      const url = callbackUrl(examination);
      const reachable: string[] = [];
      const finding = await perAddress(facts.callbackAddresses ?? [], async (address) => {
        try {
          (await connectTo(address, url, signal)).destroy();
          reachable.push(address);
          return ok(`Connected to port ${portOf(url)}, without a proxy.`);
        } catch (error) {
          const text = `Port ${portOf(url)} ${describeFailure(error)}.`;
          if (isUnroutable(error)) return warning(text, "Try it from a machine with such an address.");
          return failed(
            text,
            "Let the server listen there, and open the port in its firewall for the internet.",
          );
        }
      });
      facts.callbackReachable = reachable;
      return reachable.length === 0 ? { ...finding, status: "failed" } : finding;
    },
  },
  {
    name: "callback-tls",
    applies,
    settings: ["ca_file"],
    needs: ["callback-connection"],
    limitMs: 2_000,
    async run(examination, signal) {
      const { facts, means } = examination;
      const publicly = createSecureContext({ ca: [...means.publicAuthorities()], minVersion: "TLSv1.2" });
      const trust = new Map<string, SecureContext | undefined>();
      facts.callbackTrust = trust;
      const look = async (address: string) => {
        trust.set(address, publicly);
        const finding = await shakeHands(examination, address, signal);
        if (!finding.isUntrusted) return finding;
        trust.set(address, serviceTrust(examination));
        const own = await shakeHands(examination, address, signal);
        if (own.isUntrusted) return finding;
        return own.status === "failed"
          ? own
          : warning(
              `${own.text} Its authority is trusted here, and is no public one. The service has to trust it too.`,
              "Use a certificate of a public authority, unless the service knows yours.",
            );
      };
      return atEachAddress(examination, look, (error) =>
        failed(
          `It ${describeFailure(error)}.`,
          "Let the server speak TLS 1.2 or 1.3 at the port of the address.",
        ),
      );
    },
  },
  {
    name: "callback-answer",
    applies,
    needs: ["callback-tls"],
    limitMs: 6_000,
    async run(examination, signal) {
      const { access_key: key } = examination.callback;
      if (key === undefined)
        return unchecked("Not checked, because no access key is given.", "Give --access-key-file FILE.");
      return atEachAddress(
        examination,
        async (address) => judge(await post(examination, address, key, signal), examination),
        judgeSilence,
      );
    },
  },
  {
    name: "callback-wrong-key",
    applies,
    needs: ["callback-tls"],
    limitMs: 6_000,
    run: (examination, signal) =>
      atEachAddress(
        examination,
        async (address) => {
          const wrong = randomBytes(16).toString("hex");
          const { status } = await post(examination, address, wrong, signal);
          if (status === 200)
            return failed(
              "It answers 200 to a wrong access key, so anyone can forge a callback.",
              "Let the server compare the header X-CC-Callback-Auth with the access key.",
            );
          return isRefusal(status) || (await isRightKeyAccepted(examination))
            ? ok(`It refuses a wrong access key: HTTP ${status}.`)
            : unchecked(`It answers HTTP ${status} to a wrong access key, and may not have looked at it.`);
        },
        (error) => unchecked(`Not checked: it ${describeFailure(error)}.`),
      ),
  },
];

function isRefusal(status: number): boolean {
  return status === 401 || status === 403;
}

/** Then any answer but 200 to another key is a refusal. */
async function isRightKeyAccepted({ findingOf }: Examination): Promise<boolean> {
  const answer = await findingOf("callback-answer");
  return answer?.status === "ok" || answer?.status === "warning";
}

function callbackUrl({ callback: { url = "" } }: Examination): URL {
  return new URL(url);
}

/** Looks at each address that takes connections. What it throws is a failure of the network. */
function atEachAddress(
  { facts: { callbackReachable = [] } }: Examination,
  look: (address: string) => Promise<Finding>,
  judgeError: (error: unknown) => Finding,
): Promise<Finding> {
  return perAddress(callbackReachable, (address) => look(address).catch(judgeError));
}

/** The server takes connections, and gives no answer to a request. */
function judgeSilence(error: unknown): Finding {
  return isTimeout(error)
    ? failed(
        "It takes the request, and does not answer in time.",
        "Let the server answer first, and do its work afterwards.",
      )
    : failed(`It ${describeFailure(error)}.`, "Look at the server's log.");
}

async function shakeHands(
  examination: Examination,
  address: string,
  signal: AbortSignal,
): Promise<CertificateFinding> {
  const url = callbackUrl(examination);
  const trust = examination.facts.callbackTrust?.get(address);
  const secured = await secure(await connectTo(address, url, signal), url, trust, signal);
  const finding = judgeCertificate(secured, bareHost(url));
  secured.destroy();
  return finding;
}

/** What the service posts in a test. It follows no redirect and uses no proxy. */
async function post(
  examination: Examination,
  address: string,
  key: string,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const url = callbackUrl(examination);
  const trust = examination.facts.callbackTrust?.get(address);
  const socket = await secureTrusted(await connectTo(address, url, signal), url, trust, signal);
  const headers = {
    "content-type": "application/json",
    // Node takes a header as Latin-1 text. This passes the UTF-8 bytes of the key through.
    [callbackAuthHeader]: Buffer.from(key, "utf8").toString("latin1"),
  };
  const body = Buffer.from(JSON.stringify(simulatedEvent));
  return exchange(socket, url, { method: "POST", headers, body }, signal);
}

function judge(answer: HttpAnswer, examination: Examination): Finding {
  const { status, durationMs } = answer;
  const said = `It answers HTTP ${status}`;
  if (status === 200)
    return durationMs < examination.means.slowMs
      ? ok(`It answers 200 to the right access key, in ${durationMs} ms.`)
      : warning(
          `It answers 200, but after ${(durationMs / 1000).toFixed(1)} s. The service may not wait for so long.`,
          "Let the server answer first, and do its work afterwards.",
        );
  if (status >= 300 && status <= 399)
    return failed(
      `${said}, a redirect to ${redirectTarget(answer, callbackUrl(examination), "hidden")}. The service follows none.`,
      "Use the address in the header Location of its answer as the callback's address.",
    );
  if (isRefusal(status))
    return failed(
      `${said}: it does not accept the access key.`,
      "Give the server and --access-key-file the same key.",
    );
  return failed(`${said}. The service takes only 200.`, remedyOf(status));
}

function remedyOf(status: number): string {
  if (status <= 299) return "Let the server answer 200.";
  return status === 404 || status === 405
    ? "Correct the path of the address, or let the server answer POST there."
    : "Look at the server's log.";
}
