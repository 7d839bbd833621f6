import type { Socket } from "node:net";
import type { SecureContext } from "node:tls";
import { serviceUrl } from "../../client/index.ts";
import {
  callbackTestOperation,
  failures,
  fieldRef,
  proxySetting,
  render,
  text,
} from "../../contract/index.ts";
import { readFileText } from "../../file-text.ts";
import { bareHost } from "../../plain-address.ts";
import { trustContext } from "../../trust-context.ts";
import type { Check } from "./check.ts";
import type { Examination } from "./examination.ts";
import { type Finding, failed, ok, unchecked, warning } from "./finding.ts";
import { judgeCertificate } from "./network/certificate.ts";
import { connectThrough, connectTo, ProxyRefusal, proxyCredentials, secure } from "./network/connect.ts";
import { exchange, type HttpAnswer, isJson, isPage, redirectTarget } from "./network/exchange.ts";
import { describeFailure } from "./network/failure.ts";
import { describeAddresses, portOf, resolveHost } from "./network/resolve.ts";

/** A clock that is this far off misleads the ages of certificates, and signed requests. */
const mostSkewMs = 60_000;

export const serviceChecks: readonly Check[] = [
  {
    name: "service-dns",
    settings: ["base_url"],
    async run({ env, settings, means, facts, dialect }, signal) {
      const url = serviceUrl(settings.base_url ?? "");
      const named = proxySetting(url, env);
      if (named?.proxy === "invalid")
        return failed(
          `${named.variable} does not hold an http or https address.`,
          `Correct it, or name ${url.hostname} in NO_PROXY.`,
        );
      if (named && proxyCredentials(named.proxy) === undefined)
        return failed(
          `The password in ${named.variable} has a bare %.`,
          `Write %25 for % in it, or name ${url.hostname} in NO_PROXY.`,
        );
      const asked = named?.proxy ?? url;
      try {
        facts.serviceAddresses = await resolveHost(asked, means, signal);
      } catch (error) {
        return failed(
          `${named ? `The proxy in ${named.variable}` : "The service"} ${describeFailure(error)}.`,
          named ? `Correct ${named.variable}.` : render(failures["dns-failed"].remedy, dialect),
        );
      }
      const found = describeAddresses(asked, facts.serviceAddresses);
      return ok(
        named
          ? `Through the proxy ${asked.origin} (${named.variable}), which looks ${url.hostname} up. ${found}`
          : `${found} No proxy variable applies.`,
      );
    },
  },
  {
    name: "service-connection",
    settings: ["ca_file"],
    needs: ["service-dns"],
    run: findReachable,
  },
  {
    name: "service-tls",
    needs: ["service-connection"],
    async run(examination, signal) {
      const url = serviceUrl(examination.settings.base_url ?? "");
      if (url.protocol === "http:") return ok("Plain HTTP, which stays on this machine.");
      const trust = serviceTrust(examination);
      const socket = await connect(examination, examination.facts.serviceAddress ?? "", trust, signal);
      const secured = await secure(socket, url, trust, signal).catch((error: unknown) => error as Error);
      if (secured instanceof Error)
        return failed(
          `The service ${describeFailure(secured)}.`,
          render(failures["tls-failed"].remedy, examination.dialect),
        );
      const finding = judgeCertificate(secured, bareHost(url));
      secured.destroy();
      return finding.isUntrusted
        ? { ...finding, remedy: render(failures["tls-untrusted"].remedy, examination.dialect) }
        : finding;
    },
  },
  {
    name: "service-clock",
    needs: ["service-tls"],
    limitMs: 4_000,
    async run(examination, signal) {
      const answer = await ask(examination, signal).catch(() => undefined);
      const skewMs = Date.parse(answer?.headers.date ?? "") - Date.now();
      if (Number.isNaN(skewMs)) return unchecked("The service's answer has no time.");
      if (Math.abs(skewMs) < mostSkewMs) return ok("This machine's clock agrees with the service's.");
      const minutes = Math.round(Math.abs(skewMs) / 60_000);
      return warning(
        `This machine's clock is ${minutes} minutes ${skewMs < 0 ? "ahead of" : "behind"} the service's. The ages of certificates are wrong then.`,
        "Set this machine's clock, such as with: timedatectl set-ntp true",
      );
    },
  },
  {
    name: "service-answer",
    needs: ["service-tls"],
    limitMs: 4_000,
    async run(examination, signal) {
      const url = questionUrl(examination);
      const remedy = render(failures["response-unreadable"].remedy, examination.dialect);
      try {
        const answer = await ask(examination, signal);
        // Some servers answer 404, and not 405, to a GET of a path that takes another method.
        return answer.status === 404
          ? judgeOperation(await request(examination, callbackTestOperation.method, signal), url, examination)
          : judgeAnswer(answer, url, remedy);
      } catch (error) {
        return failed(`The service ${describeFailure(error)}.`, remedy);
      }
    },
  },
];

/** Connects as a request does: any address of the host will do. */
async function findReachable(examination: Examination, signal: AbortSignal): Promise<Finding> {
  const { facts, settings, env, dialect } = examination;
  const url = serviceUrl(settings.base_url ?? "");
  const named = proxySetting(url, env);
  const trust = serviceTrust(examination);
  const { serviceAddresses = [] } = facts;
  const tried = await Promise.all(
    serviceAddresses.map(async (address) => {
      const socket = await connect(examination, address, trust, signal).catch((error: Error) => error);
      if (socket instanceof Error) return { address, error: socket };
      socket.destroy();
      return { address, error: undefined };
    }),
  );
  const bad = tried.filter(({ error }) => error !== undefined);
  facts.serviceAddress = tried.find(({ error }) => error === undefined)?.address;
  const what = named ? `${url.host} through the proxy` : `port ${portOf(url)}`;
  const described = bad.map(({ address, error }) => `${address} ${describeFailure(error)}.`).join(" ");
  if (bad.length === 0) return ok(`Connected to ${what}.`);
  if (facts.serviceAddress !== undefined)
    return warning(`Connected to ${what}, but ${described}`, "Check this machine's network.");
  const isProxy = named !== undefined || bad.some(({ error }) => error instanceof ProxyRefusal);
  return failed(
    `No connection to ${what}: ${described}`,
    isProxy
      ? `Check ${named?.variable} and its credentials, or name the service's host in NO_PROXY: NO_PROXY=${bareHost(url)}`
      : render(failures["connect-failed"].remedy, dialect),
  );
}

async function connect(
  { settings, env }: Examination,
  address: string,
  trust: SecureContext | undefined,
  signal: AbortSignal,
): Promise<Socket> {
  const url = serviceUrl(settings.base_url ?? "");
  const proxy = proxySetting(url, env)?.proxy;
  return proxy instanceof URL
    ? connectThrough(proxy, address, url, { trust, signal })
    : connectTo(address, url, signal);
}

/** The authorities that a request to the service trusts. Undefined: the usual ones. */
export function serviceTrust({ settings: { ca_file } }: Examination): SecureContext | undefined {
  const read = ca_file === undefined ? undefined : readFileText(ca_file);
  return read && "text" in read ? trustContext(read.text) : undefined;
}

/** The path of an operation tells more than the base address, where many hosts have a page for people. */
function questionUrl({ settings: { base_url = "" } }: Examination): URL {
  return new URL(serviceUrl(base_url).href.replace(/\/+$/, "") + callbackTestOperation.path);
}

/** One request for all checks that look at its answer. */
function ask(examination: Examination, signal: AbortSignal): Promise<HttpAnswer> {
  examination.facts.serviceAnswer ??= request(examination, "GET", signal);
  return examination.facts.serviceAnswer;
}

/** Carries no keys. They name the account, so the service cannot carry anything out. */
async function request(examination: Examination, method: string, signal: AbortSignal): Promise<HttpAnswer> {
  const url = questionUrl(examination);
  const trust = serviceTrust(examination);
  const socket = await connect(examination, examination.facts.serviceAddress ?? "", trust, signal);
  const stream = url.protocol === "https:" ? await secure(socket, url, trust, signal) : socket;
  return exchange(stream, url, { method, headers: { accept: "application/json" } }, signal);
}

/** The specification does not show an answer to this request, so only what no such service answers is wrong. */
function judgeAnswer(answer: HttpAnswer, url: URL, remedy: string): Finding {
  const { status, durationMs } = answer;
  if (status >= 300 && status <= 399)
    return failed(
      `It redirects to ${redirectTarget(answer, url, "shown")}. certorder follows no redirects: every request carries the keys.`,
      remedy,
    );
  if (status >= 500) return failed(`It answers HTTP ${status}: it fails now.`, "Try again later.");
  if (isPage(answer) && status <= 299)
    return failed(`It answers HTTP ${status} with a web page, such as a portal's login.`, remedy);
  if (!isJson(answer) && status <= 299)
    return warning(
      `It answers HTTP ${status} without JSON, which an API rarely does.`,
      `${remedy} With --callback-test, a request of the service tells for certain.`,
    );
  return ok(`It answers like an API: HTTP ${status} in ${durationMs} ms.`);
}

/** The answer to an operation without keys. A service refuses it; elsewhere, its path or its method is not known. */
function judgeOperation(answer: HttpAnswer, url: URL, { dialect }: Examination): Finding {
  if ([404, 405, 501].includes(answer.status))
    return failed(
      `It answers HTTP ${answer.status}: the service is not at this address.`,
      render(text`Correct the path in ${fieldRef("base_url")}.`, dialect),
    );
  return judgeAnswer(answer, url, render(failures["response-unreadable"].remedy, dialect));
}
