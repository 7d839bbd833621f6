import { chmodSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createPlainServer } from "node:http";
import { join } from "node:path";
import { expect } from "vitest";
import type { Finding } from "../../../../src/cli/doctor/finding.ts";
import { formatEvent } from "../../../../src/journal/event-format.ts";
import {
  createSandboxJournal,
  eventVersion,
  Journal,
  type JournalEvent,
} from "../../../../src/journal/index.ts";
import { atTheEnd } from "../../../harness/at-the-end.ts";
import { testAuthority } from "../../../harness/doctor/authority.ts";
import {
  callbackName,
  openBlackHole,
  proxiedName,
  type Stage,
  Stand,
  serviceName,
} from "../../../harness/doctor/stage.ts";
import { startProxy } from "../../../harness/faults/proxy-server.ts";
import { selfSigned } from "../../../harness/faults/self-signed.ts";
import { startTcpServer } from "../../../harness/faults/tcp-server.ts";
import { sent } from "../../../harness/journal/events.ts";
import { commandIntent, reissue } from "../../../harness/journal/intents.ts";
import { newFolder } from "../../../harness/new-folder.ts";
import { onLoopback } from "../../../harness/on-loopback.ts";

/** A fault, the line that shows it, and its repair. */
export interface Fault {
  /** The check whose line shows it. */
  readonly line: string;
  /** Default: failed. */
  readonly status?: Finding["status"];
  /** What the line says. */
  readonly says: RegExp;
  /** What the remedy says, where the repair does not look at it. */
  readonly advises?: RegExp;
  /** The checks that cannot be made then. All others are fine. */
  readonly hides?: readonly string[];
  readonly breaks: (stage: Stage) => unknown;
  /** Follows the remedy if it is a command or a setting, else removes the fault. */
  readonly repairs: (stage: Stage, remedy: string) => unknown;
}

const afterAnswer = ["keys"];
const afterTls = ["service-clock", "service-answer", ...afterAnswer];
const afterConnection = ["service-tls", ...afterTls];
const afterDns = ["service-connection", ...afterConnection];
const allOfService = ["service-dns", ...afterDns];
const afterCallbackTls = ["callback-answer", "callback-wrong-key"];
const afterCallbackConnection = ["callback-tls", ...afterCallbackTls];
const afterCallbackDns = ["callback-addresses", "callback-connection", ...afterCallbackConnection];
const allOfCallback = ["callback-dns", ...afterCallbackDns];

/** A variable with a wrong value, which the repair sets as it was. */
function variable(name: string, value: string | undefined): Pick<Fault, "breaks" | "repairs"> {
  let before: string | undefined;
  return {
    breaks({ env }) {
      before = env[name];
      if (value === undefined) delete env[name];
      else env[name] = value;
    },
    repairs({ env }) {
      if (before === undefined) delete env[name];
      else env[name] = before;
    },
  };
}

/** A variable that the remedy says to unset. */
function surplus(name: string, value: string): Pick<Fault, "breaks" | "repairs"> {
  return {
    breaks: ({ env }) => Object.assign(env, { [name]: value }),
    repairs({ env }, remedy) {
      const [, unset = ""] = /unset (\w+)/.exec(remedy) ?? [];
      expect(unset).toBe(name);
      delete env[unset];
    },
  };
}

/** Runs the command that is the last line of the remedy. */
async function runRemedy(stage: Stage, remedy: string, more = ""): Promise<void> {
  const line = remedy.trim().split("\n").at(-1)?.trim() ?? "";
  expect(line).toMatch(/^certorder /);
  const { code, stderr } = await stage.run(`${line.replace("certorder ", "")}${more}`);
  expect({ code, stderr }).toMatchObject({ code: 0 });
}

export const settingFaults: Readonly<Record<string, Fault>> = {
  "the base address is missing": {
    ...{ line: "settings", says: /--base-url is missing/, hides: allOfService },
    advises: /set CERTORDER_BASE_URL\./,
    ...variable("CERTORDER_BASE_URL", undefined),
  },
  "the base address has plain HTTP to another machine": {
    ...{ line: "settings", says: /only https is allowed/, hides: allOfService },
    ...variable("CERTORDER_BASE_URL", "http://service.example"),
  },
  "the base address has a user name": {
    ...{ line: "settings", says: /user name/, hides: allOfService },
    ...variable("CERTORDER_BASE_URL", "https://me:secret@service.example"),
  },
  "the key id is missing": {
    ...{ line: "settings", says: /--key-id is missing/, hides: ["keys"] },
    advises: /set CERTORDER_KEY_ID\./,
    ...variable("CERTORDER_KEY_ID", ""),
  },
  "the auth key has a line break": {
    ...{ line: "settings", says: /an HTTP header cannot carry/, hides: ["keys"] },
    ...variable("CERTORDER_AUTH_KEY", "key\n"),
  },
  "the time is no number": {
    ...{ line: "settings", says: /--timeout-seconds must be a number/, hides: ["keys"] },
    ...variable("CERTORDER_TIMEOUT_SECONDS", "soon"),
  },
  "the file of authorities does not exist": {
    ...{ line: "settings", says: /--ca-file .* cannot be read/ },
    hides: [...afterDns, ...afterCallbackConnection],
    ...variable("CERTORDER_CA_FILE", "/nonexistent/ca.pem"),
  },
  "the journal is a relative path": {
    ...{ line: "settings", says: /not an absolute path/, hides: ["journal"] },
    ...variable("CERTORDER_JOURNAL", "journal"),
  },
  "the journal is the repository": {
    ...{ line: "settings", says: /only the GitHub action has/, hides: ["journal"] },
    ...variable("CERTORDER_JOURNAL", "repository"),
  },
  "certificates are not verified": {
    ...{ line: "runtime", status: "warning", says: /certorder ignores it/ },
    ...surplus("NODE_TLS_REJECT_UNAUTHORIZED", "0"),
  },
  "old versions of TLS are allowed": {
    ...{ line: "runtime", status: "warning", says: /old versions of TLS/ },
    ...surplus("NODE_OPTIONS", "--enable-source-maps --tls-min-v1.1"),
  },
  "the keys of connections are written to a file": {
    ...{ line: "runtime", status: "warning", says: /keys of TLS connections/ },
    ...surplus("NODE_OPTIONS", "--tls-keylog=/tmp/keys"),
  },
  "requests are written to the log": {
    ...{ line: "runtime", status: "warning", says: /may write the keys/ },
    ...surplus("NODE_DEBUG", "http"),
  },
};

const folderOf = ({ env }: Stage) => env.CERTORDER_JOURNAL ?? "";

/** The log of the only order. */
function logOf(stage: Stage): string {
  const [log = ""] = readdirSync(folderOf(stage)).filter((name) => name.endsWith(".jsonl"));
  return join(folderOf(stage), log);
}

export const journalFaults: Readonly<Record<string, Fault>> = {
  "the journal does not exist": {
    ...{ line: "journal", says: /does not exist/ },
    breaks: (stage) => rmSync(folderOf(stage), { recursive: true }),
    repairs: runRemedy,
  },
  "the journal is a file": {
    ...{ line: "journal", says: /it is not a folder/ },
    breaks(stage) {
      rmSync(folderOf(stage), { recursive: true });
      writeFileSync(folderOf(stage), "");
    },
    async repairs(stage) {
      rmSync(folderOf(stage));
      await new Journal(folderOf(stage)).init();
    },
  },
  "others may write to the journal": {
    ...{ line: "journal", says: /others may write/ },
    breaks: (stage) => chmodSync(folderOf(stage), 0o777),
    repairs(stage, remedy) {
      expect(remedy).toContain(`chmod go-w ${folderOf(stage)}`);
      chmodSync(folderOf(stage), 0o755);
    },
  },
  "an entry of the journal cannot be read": {
    ...{ line: "journal", says: /Entries of 1 order cannot be read, such as order-1/ },
    async breaks(stage) {
      await reissue(new Journal(folderOf(stage)), ownIntent(stage), "done", "cert-1");
      writeFileSync(logOf(stage), "half a line\n", { flag: "a" });
    },
    repairs: (stage, remedy) => runRemedy(stage, remedy, " --yes"),
  },
  "an entry of the journal is of a newer version": {
    ...{ line: "journal", says: /was written by a newer certorder/, advises: /Update certorder/ },
    async breaks(stage) {
      await reissue(new Journal(folderOf(stage)), ownIntent(stage), "done", "cert-1");
      const newer = { ...sent("a1"), v: eventVersion + 1 } as JournalEvent;
      writeFileSync(logOf(stage), `${formatEvent(newer)}\n`, { flag: "a" });
    },
    repairs: (stage) => rmSync(logOf(stage)),
  },
  "an order is blocked": {
    ...{ line: "journal", status: "warning", says: /1 order is blocked/ },
    breaks: (stage) => reissue(new Journal(folderOf(stage)), ownIntent(stage), "unknown"),
    async repairs(stage, remedy) {
      const { code, stdout } = await stage.run(`${remedy.replace("certorder ", "")} --json`);
      expect(code).toBe(9);
      const [
        {
          order_id,
          open_attempts: [{ attempt_id }],
        },
      ] = JSON.parse(stdout).orders;
      const resolution = { orderId: order_id, attemptId: attempt_id, certificateId: "cert-1" };
      await new Journal(folderOf(stage)).resolve(resolution);
    },
  },
  "the journal belongs to a sandbox": {
    ...{ line: "journal", says: /it is the journal of sandbox-1, and .* is another service/ },
    async breaks(stage) {
      rmSync(folderOf(stage), { recursive: true });
      await createSandboxJournal(folderOf(stage), "sandbox-1");
    },
    async repairs(stage, remedy) {
      expect(remedy).toContain("Name another journal");
      stage.env.CERTORDER_JOURNAL = newFolder("doctor-");
      await new Journal(folderOf(stage)).init();
    },
  },
  "the journal belongs to another service": {
    ...{ line: "journal", says: /belongs to the service other-service/ },
    breaks: (stage) =>
      reissue(
        new Journal(folderOf(stage)),
        commandIntent({ service: { name: "other-service", address: "https://other.example" } }),
        "done",
        "cert-1",
      ),
    repairs({ env }, remedy) {
      const [, name] = /--service (\S+)\. /.exec(remedy) ?? [];
      env.CERTORDER_SERVICE = name;
    },
  },
  "nothing is remembered": {
    ...{ line: "journal", status: "warning", says: /Nothing is remembered/ },
    breaks: ({ env }) =>
      Object.assign(env, { CERTORDER_JOURNAL: "none", XDG_STATE_HOME: newFolder("doctor-") }),
    async repairs(stage, remedy) {
      expect(remedy).toContain("unset CERTORDER_JOURNAL");
      delete stage.env.CERTORDER_JOURNAL;
      await new Journal(undefined, { env: stage.env }).init();
    },
  },
  "the journal vanishes with its machine": {
    ...{ line: "journal", status: "warning", says: /GitHub removes after the job/ },
    ...variable("RUNNER_ENVIRONMENT", "github-hosted"),
  },
};

function ownIntent({ env: { CERTORDER_BASE_URL: address = "" } }: Stage) {
  return commandIntent({ orderId: "order-1", service: { name: undefined, address } });
}

/** Another certificate, which the repair replaces by the right one. */
function certificate(
  stand: "service" | "receiver",
  make: (stage: Stage) => Parameters<Stand["server"]["setSecureContext"]>[0],
): Pick<Fault, "breaks" | "repairs"> {
  return {
    breaks: (stage) => stage[stand].server.setSecureContext(make(stage)),
    repairs: (stage) =>
      stage[stand].server.setSecureContext(stand === "service" ? stage.goodService : stage.goodCallback),
  };
}

const onlyTls11 = {
  minVersion: "TLSv1",
  maxVersion: "TLSv1.1",
  ciphers: "DEFAULT@SECLEVEL=0",
} as const;

/** What the server answers, until the repair. */
function answering(
  stand: "service" | "receiver",
  answer: Stand["answer"],
): Pick<Fault, "breaks" | "repairs"> {
  return {
    breaks: (stage) => {
      stage[stand].answer = answer;
    },
    repairs: (stage) => stage[stand].restore(),
  };
}

const status =
  (code: number, headers: Readonly<Record<string, string>> = {}, body = ""): Stand["answer"] =>
  (_, response) =>
    response.writeHead(code, headers).end(body);
const page = status(200, { "content-type": "text/html" }, "<!doctype html><title>Log in</title>");
const hang: Stand["answer"] = () => {};
const hangUp: Stand["answer"] = ({ socket }) => void socket.destroy();

/** A port that the name of the service or the callback leads to instead. */
function port(
  target: "service" | "callback",
  open: (stage: Stage) => Promise<number>,
): Pick<Fault, "breaks" | "repairs"> {
  let before = "";
  const set = (stage: Stage, url: string) => {
    if (target === "service") stage.env.CERTORDER_BASE_URL = url;
    else stage.callback.url = url;
  };
  return {
    async breaks(stage) {
      before = target === "service" ? (stage.env.CERTORDER_BASE_URL ?? "") : (stage.callback.url ?? "");
      const url = new URL(before);
      url.port = String(await open(stage));
      set(stage, url.href);
    },
    repairs: (stage) => set(stage, before),
  };
}

async function openPlain(): Promise<number> {
  const server = createPlainServer((_, response) => response.end());
  atTheEnd(() => server.close());
  return onLoopback(server);
}

async function openSilent(): Promise<number> {
  const server = await startTcpServer(() => {});
  atTheEnd(() => server.close());
  return server.port;
}

/** Leads to a service that only a proxy reaches. The repair makes it direct. */
function proxied(setUp: (stage: Stage) => Promise<string>): Pick<Fault, "breaks" | "repairs"> {
  return {
    async breaks(stage) {
      stage.env.CERTORDER_BASE_URL = `https://${proxiedName}:${stage.service.port}`;
      stage.env.HTTPS_PROXY = await setUp(stage);
    },
    repairs({ env }, remedy) {
      expect(remedy).toContain(`NO_PROXY`);
      env.NO_PROXY = proxiedName;
    },
  };
}

const unresolved = (host: string): Pick<Fault, "breaks" | "repairs"> => ({
  breaks: ({ addresses }) => delete addresses[host],
  repairs: ({ addresses }) => Object.assign(addresses, { [host]: ["127.0.0.1"] }),
});

export const serviceFaults: Readonly<Record<string, Fault>> = {
  "the name of the service is unknown": {
    ...{ line: "service-dns", says: /cannot be resolved here \(ENOTFOUND\)/, hides: afterDns },
    ...unresolved(serviceName),
  },
  "no name server answers": {
    ...{ line: "service-dns", says: /cannot be resolved here \(ETIMEOUT\)/, hides: afterDns },
    breaks({ means }) {
      const { resolve } = means;
      means.limitsMs = { ...means.limitsMs, "service-dns": 300 };
      means.resolve = (host) => (host === serviceName ? new Promise(() => {}) : resolve(host));
    },
    repairs: ({ means }) =>
      Object.assign(means, { resolve: async () => [{ address: "127.0.0.1", family: 4 }] }),
  },
  "the proxy variable is no address": {
    ...{ line: "service-dns", says: /HTTPS_PROXY does not hold/, hides: afterDns },
    ...proxied(async () => "socks5://127.0.0.1:1"),
  },
  "the password of the proxy has a percent sign": {
    ...{ line: "service-dns", says: /password in HTTPS_PROXY has a bare %/, hides: afterDns },
    ...proxied(async () => "http://user:100%secret@127.0.0.1:1"),
  },
  "the name of the proxy is unknown": {
    ...{ line: "service-dns", says: /The proxy in HTTPS_PROXY has a name/, hides: afterDns },
    ...proxied(async () => "http://proxy.example.test:3128"),
    repairs: ({ env }) => delete env.HTTPS_PROXY,
  },
  "the proxy wants other credentials": {
    ...{ line: "service-connection", says: /the proxy answers 407/, hides: afterConnection },
    ...proxied(async () => {
      const proxy = await startProxy({
        onConnect: (socket) => socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n"),
      });
      atTheEnd(() => proxy.close());
      return `http://user:secret-of-the-proxy@127.0.0.1:${proxy.port}`;
    }),
  },
  "no proxy listens": {
    ...{ line: "service-connection", says: /refuses the connection/, hides: afterConnection },
    ...proxied(async () => "http://127.0.0.1:1"),
  },
  "the service refuses the connection": {
    ...{ line: "service-connection", says: /refuses the connection/, hides: afterConnection },
    breaks: ({ service }) => service.close(),
    repairs: ({ service }) => service.reopen(),
  },
  "the service takes no connection": {
    ...{ line: "service-connection", says: /does not answer in time/, hides: afterConnection },
    ...port("service", blackHole),
  },
  "one of the service's addresses refuses": {
    ...{ line: "service-connection", status: "warning", says: /but 127\.0\.0\.2 refuses/ },
    breaks: ({ addresses }) => Object.assign(addresses, { [serviceName]: ["127.0.0.2", "127.0.0.1"] }),
    repairs: ({ addresses }) => Object.assign(addresses, { [serviceName]: ["127.0.0.1"] }),
  },
  "the service's certificate has expired": {
    ...{ line: "service-tls", says: /certificate of localhost expired on/, hides: afterTls },
    ...certificate("service", ({ authority }) => authority.issue([serviceName], -3)),
  },
  "the service's certificate is for another name": {
    ...{ line: "service-tls", says: /not for localhost, but for DNS:other\.example/, hides: afterTls },
    ...certificate("service", ({ authority }) => authority.issue(["other.example"])),
  },
  "the service's certificate is self-signed": {
    ...{ line: "service-tls", says: /DEPTH_ZERO_SELF_SIGNED_CERT/, hides: afterTls },
    breaks(stage) {
      const own = selfSigned(serviceName, 90);
      stage.service.server.setSecureContext(own);
      stage.goodService = own;
    },
    repairs({ env, goodService, authority }, remedy) {
      expect(remedy).toContain("name it in --ca-file");
      env.CERTORDER_CA_FILE = join(newFolder("doctor-"), "own.pem");
      writeFileSync(env.CERTORDER_CA_FILE, goodService.cert + authority.pem);
    },
  },
  "the service does not send its intermediate certificate": {
    ...{
      line: "service-tls",
      says: /does not send the certificate of Service Intermediate/,
      hides: afterTls,
    },
    ...certificate("service", ({ authority }) =>
      authority.intermediate("Service Intermediate").issue([serviceName]),
    ),
  },
  "the service has only TLS 1.1": {
    ...{ line: "service-tls", says: /neither TLS 1\.2 nor TLS 1\.3/, hides: afterTls },
    ...certificate("service", ({ goodService }) => ({ ...goodService, ...onlyTls11 })),
  },
  "the service has no TLS at its port": {
    ...{ line: "service-tls", says: /does not speak TLS/, hides: afterTls },
    ...port("service", openPlain),
  },
  "the clock of this machine is wrong": {
    ...{ line: "service-clock", status: "warning", says: /60 minutes ahead/ },
    ...answering("service", (_, response) => {
      const date = new Date(Date.now() - 3_600_000).toUTCString();
      response.writeHead(405, { date, "content-type": "application/json" }).end("{}");
    }),
  },
  "a login page answers in the place of the service": {
    ...{ line: "service-answer", says: /a web page, such as a portal's login/, hides: afterAnswer },
    ...answering("service", page),
  },
  "the service redirects": {
    ...{ line: "service-answer", says: /redirects to https:\/\/www\.example\/login\./, hides: afterAnswer },
    ...answering("service", status(302, { location: "https://www.example/login?token=secret-token" })),
  },
  "the base address has a wrong path": {
    ...{ line: "service-answer", says: /HTTP 404: the service is not at this address/, hides: afterAnswer },
    breaks: ({ env }) => Object.assign(env, { CERTORDER_BASE_URL: `${env.CERTORDER_BASE_URL}/wrong` }),
    repairs({ env }, remedy) {
      expect(remedy).toBe("Correct the path in --base-url.");
      env.CERTORDER_BASE_URL = env.CERTORDER_BASE_URL?.replace("/wrong", "");
    },
  },
  "a server of files answers in the place of the service": {
    ...{ line: "service-answer", says: /HTTP 405: the service is not at this address/, hides: afterAnswer },
    ...answering("service", ({ method }, response) =>
      response.writeHead(method === "GET" ? 404 : 405).end("<html>Not found</html>"),
    ),
  },
  "the service answers without JSON": {
    ...{ line: "service-answer", status: "warning", says: /HTTP 200 without JSON/ },
    ...answering("service", status(200)),
  },
  "the service fails": {
    ...{ line: "service-answer", says: /HTTP 503: it fails now/, hides: afterAnswer },
    ...answering("service", status(503)),
  },
  "the service hangs up": {
    ...{ line: "service-answer", says: /closes the connection/, hides: ["service-clock", ...afterAnswer] },
    ...answering("service", hangUp),
  },
};

/** The time is short, so that no test waits. */
async function blackHole(stage: Stage): Promise<number> {
  stage.means.limitsMs = { ...stage.means.limitsMs, "service-connection": 500, "callback-connection": 500 };
  return openBlackHole();
}

export const callbackFaults: Readonly<Record<string, Fault>> = {
  "the address has plain HTTP": {
    ...{ line: "callback-form", says: /uses http, not https/, hides: allOfCallback },
    ...url((address) => address.replace("https", "http")),
  },
  "the address is too long": {
    ...{ line: "callback-form", says: /at most 256/, hides: allOfCallback },
    ...url((address) => address + "x".repeat(256)),
  },
  "the address has a password": {
    ...{ line: "callback-form", says: /user name or password/, hides: allOfCallback },
    ...url((address) => address.replace("//", "//me:secret@")),
  },
  "the access key is too long": {
    ...{ line: "callback-form", says: /at most 256/, hides: allOfCallback },
    ...key("k".repeat(257)),
  },
  "the name of the callback is unknown": {
    ...{ line: "callback-dns", says: /ENOTFOUND/, hides: afterCallbackDns },
    ...unresolved(callbackName),
  },
  "the callback has a private address": {
    ...{ line: "callback-addresses", status: "warning", says: /127\.0\.0\.1 is this machine itself/ },
    breaks: ({ means }) => Object.assign(means, { specialUse: () => "this machine itself" }),
    repairs: ({ means }) => Object.assign(means, { specialUse: () => undefined }),
  },
  "a service on the internet finds a private address beside a public one": {
    ...{ line: "callback-addresses", says: /^127\.0\.0\.2 is private\. The service refuses/ },
    async breaks(stage) {
      stage.env.CERTORDER_BASE_URL = `https://${proxiedName}:${stage.service.port}`;
      await secondAddress(stage, stage.receiver.answer);
      stage.means.specialUse = (address) => (address === "127.0.0.2" ? "private" : undefined);
    },
    repairs: ({ addresses }) => Object.assign(addresses, { [callbackName]: ["127.0.0.1"] }),
  },
  "the callback refuses the connection": {
    ...{ line: "callback-connection", says: /refuses the connection/, hides: afterCallbackConnection },
    breaks: ({ receiver }) => receiver.close(),
    repairs: ({ receiver }) => receiver.reopen(),
  },
  "the callback takes no connection": {
    ...{ line: "callback-connection", says: /does not answer in time/, hides: afterCallbackConnection },
    ...port("callback", blackHole),
  },
  "one of the callback's addresses refuses": {
    ...{ line: "callback-connection", hides: afterCallbackConnection },
    says: /^Its addresses differ\. 127\.0\.0\.1: Connected.* 127\.0\.0\.2: Port \d+ refuses/,
    breaks: ({ addresses }) => Object.assign(addresses, { [callbackName]: ["127.0.0.1", "127.0.0.2"] }),
    repairs: ({ addresses }) => Object.assign(addresses, { [callbackName]: ["127.0.0.1"] }),
  },
  "the callback's certificate has expired": {
    ...{ line: "callback-tls", says: /expired on/, hides: afterCallbackTls },
    ...certificate("receiver", ({ authority }) => authority.issue([callbackName], -1)),
  },
  "the callback's certificate expires soon": {
    ...{ line: "callback-tls", status: "warning", says: /: 5 days\./ },
    ...certificate("receiver", ({ authority }) => authority.issue([callbackName], 5)),
  },
  "the callback's certificate is for another name": {
    ...{ line: "callback-tls", says: /but for DNS:www\.example/, hides: afterCallbackTls },
    ...certificate("receiver", ({ authority }) => authority.issue(["www.example"])),
  },
  "the callback's certificate is self-signed": {
    ...{ line: "callback-tls", says: /of no trusted authority/, hides: afterCallbackTls },
    ...certificate("receiver", () => selfSigned(callbackName, 90)),
  },
  "the callback does not send its intermediate certificate": {
    ...{
      line: "callback-tls",
      says: /does not send the certificate of Callback CA/,
      hides: afterCallbackTls,
    },
    breaks(stage) {
      const intermediate = stage.authority.intermediate("Callback CA");
      const { key, cert } = intermediate.issue([callbackName]);
      stage.receiver.server.setSecureContext({ key, cert });
      stage.goodCallback = { key, cert: cert + intermediate.pem };
    },
    repairs: ({ receiver, goodCallback }, remedy) => {
      expect(remedy).toContain("fullchain.pem");
      receiver.server.setSecureContext(goodCallback);
    },
  },
  "the callback's authority is not public, and named nowhere": {
    ...{ line: "callback-tls", says: /no trusted authority has this name/, hides: afterCallbackTls },
    ...certificate("receiver", () => testAuthority("Own Root").issue([callbackName])),
    repairs({ receiver, goodCallback }, remedy) {
      expect(remedy).toContain("name its certificate in --ca-file");
      receiver.server.setSecureContext(goodCallback);
    },
  },
  "the callback's certificate is for another name, by an authority that this machine alone trusts": {
    ...{ line: "callback-tls", says: /but for DNS:www\.example/, hides: afterCallbackTls },
    breaks({ means, receiver, authority }) {
      means.publicAuthorities = () => [];
      receiver.server.setSecureContext(authority.issue(["www.example"]));
    },
    repairs({ means, receiver, authority, goodCallback }) {
      means.publicAuthorities = () => [authority.pem];
      receiver.server.setSecureContext(goodCallback);
    },
  },
  "the callback's authority is trusted by this machine alone": {
    ...{ line: "callback-tls", status: "warning", says: /The service has to trust it too/ },
    breaks: ({ means }) => Object.assign(means, { publicAuthorities: () => [] }),
    repairs: ({ means, authority }) => Object.assign(means, { publicAuthorities: () => [authority.pem] }),
  },
  "the callback has only TLS 1.1": {
    ...{ line: "callback-tls", says: /neither TLS 1\.2 nor TLS 1\.3/, hides: afterCallbackTls },
    advises: /speak TLS 1\.2 or 1\.3/,
    ...certificate("receiver", ({ goodCallback }) => ({ ...goodCallback, ...onlyTls11 })),
  },
  "the callback has no TLS at its port": {
    ...{ line: "callback-tls", says: /does not speak TLS/, hides: afterCallbackTls },
    advises: /speak TLS 1\.2 or 1\.3/,
    ...port("callback", openPlain),
  },
  "the callback never answers the handshake": {
    ...{ line: "callback-tls", says: /does not answer in time/, hides: afterCallbackTls },
    advises: /speak TLS 1\.2 or 1\.3/,
    ...port("callback", async (stage) => {
      stage.means.limitsMs = { ...stage.means.limitsMs, "callback-tls": 500 };
      return openSilent();
    }),
  },
  "no access key is given": {
    ...{ line: "callback-answer", status: "unchecked", says: /no access key is given/ },
    ...key(undefined),
  },
  "the callback has another access key": {
    ...{ line: "callback-answer", says: /HTTP 401: it does not accept the access key/ },
    ...key("another key"),
  },
  "the callback redirects": {
    ...{
      line: "callback-answer",
      hides: ["callback-wrong-key"],
      says: /a redirect to https:\/\/callback\.example\.test:\d+\/…\. The service/,
    },
    // The path of a callback address may be its password.
    ...answering("receiver", status(301, { location: "/secret-path/?token=secret-token" })),
  },
  "the callback has another path": {
    ...{
      line: "callback-answer",
      hides: ["callback-wrong-key"],
      says: /HTTP 404\. The service takes only 200/,
    },
    ...answering("receiver", status(404)),
  },
  "the callback fails": {
    ...{
      line: "callback-answer",
      hides: ["callback-wrong-key"],
      says: /HTTP 500\. The service takes only 200/,
    },
    ...answering("receiver", status(500)),
  },
  "the callback answers 204": {
    ...{
      line: "callback-answer",
      hides: ["callback-wrong-key"],
      says: /HTTP 204\. The service takes only 200/,
    },
    advises: /Let the server answer 200/,
    ...answering("receiver", status(204)),
  },
  "one of the callback's addresses answers 404": {
    ...{
      line: "callback-answer",
      hides: ["callback-wrong-key"],
      says: /differ\. 127\.0\.0\.1: It answers 200.* 127\.0\.0\.2: It answers HTTP 404/,
    },
    breaks: (stage) => secondAddress(stage, status(404)),
    repairs: ({ addresses }) => Object.assign(addresses, { [callbackName]: ["127.0.0.1"] }),
  },
  "the callback accepts every key": {
    ...{ line: "callback-wrong-key", says: /anyone can forge a callback/ },
    ...answering("receiver", status(200)),
  },
  "the callback answers late": {
    ...{ line: "callback-answer", status: "warning", says: /The service may not wait for so long/ },
    breaks: ({ means }) => Object.assign(means, { slowMs: 0 }),
    repairs: ({ means }) => Object.assign(means, { slowMs: 60_000 }),
  },
  "the callback hangs up": {
    ...{ line: "callback-answer", hides: ["callback-wrong-key"], says: /closes the connection/ },
    ...answering("receiver", hangUp),
  },
  "the callback never answers": {
    ...{
      line: "callback-answer",
      hides: ["callback-wrong-key"],
      says: /takes the request, and does not answer/,
    },
    breaks(stage) {
      stage.means.limitsMs = { ...stage.means.limitsMs, "callback-answer": 500, "callback-wrong-key": 500 };
      stage.receiver.answer = hang;
    },
    advises: /answer first, and do its work afterwards/,
    repairs: ({ receiver }) => receiver.restore(),
  },
  "the callback refuses keys as if the path were wrong": {
    ...{ line: "callback-wrong-key", status: "ok", says: /refuses a wrong access key: HTTP 404/ },
    breaks({ receiver, callback }) {
      receiver.answer = (request, response) =>
        response.writeHead(request.headers["x-cc-callback-auth"] === callback.access_key ? 200 : 404).end();
    },
    repairs: ({ receiver }) => receiver.restore(),
  },
};

function url(change: (url: string) => string): Pick<Fault, "breaks" | "repairs"> {
  let before = "";
  return {
    breaks({ callback }) {
      before = callback.url ?? "";
      callback.url = change(before);
    },
    repairs: ({ callback }) => Object.assign(callback, { url: before }),
  };
}

function key(wrong: string | undefined): Pick<Fault, "breaks" | "repairs"> {
  let before: string | undefined;
  return {
    breaks({ callback }) {
      before = callback.access_key;
      if (wrong === undefined) delete callback.access_key;
      else callback.access_key = wrong;
    },
    repairs: ({ callback }) => Object.assign(callback, { access_key: before }),
  };
}

/** A second address of the callback, with a server of its own at the same port. */
async function secondAddress(stage: Stage, answer: Stand["answer"]): Promise<void> {
  await Stand.open(stage.goodCallback, answer, { host: "127.0.0.2", port: stage.receiver.port });
  stage.addresses[callbackName] = ["127.0.0.1", "127.0.0.2"];
}
