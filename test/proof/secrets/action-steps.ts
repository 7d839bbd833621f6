import type { Texts } from "../../harness/action/action.ts";
import type { Fault } from "../../harness/action/fake-github.ts";
import { type Canary, canaries, type Encoding, encodings } from "../../harness/faults/canaries.ts";
import type { BrokenRoute } from "./broken-routes.ts";
import { acceptingRoutes, callbackUrl } from "./hostile-service.ts";

export interface Step {
  readonly name: string;
  readonly inputs: Texts;
  readonly env?: Texts;
  /** A file of its workspace, by its name. */
  readonly files?: Readonly<Record<string, string>>;
  /** The secrets of its workflow. The workflow gives each to the runner, which masks it in the log. */
  readonly secrets: readonly Canary[];
  readonly fault?: Fault;
}

const { authKey, accessKey, signKeyPin, githubToken, privateKey } = canaries;

const cloudHeld = { certificate: { csr_from: "sign-cloud-csc" } };

export function reissue(baseUrl: string, cell: string): Step {
  return {
    name: `reissue at ${baseUrl}, ${cell}`,
    inputs: {
      operation: "reissue",
      "base-url": baseUrl,
      "order-id": `order-${cell}`,
      "sign-hash": "sha256",
      "request-file": "request.json",
      "sign-key-pin": signKeyPin,
      journal: "repository",
      "idempotency-key": "once",
    },
    files: { "request.json": JSON.stringify(cloudHeld) },
    secrets: ["authKey", "githubToken", "signKeyPin"],
  };
}

export function callbackTest(baseUrl: string, cell: string): Step {
  return {
    name: `callback test at ${baseUrl}, ${cell}`,
    inputs: {
      operation: "callback-test",
      "base-url": baseUrl,
      url: callbackUrl(cell),
      "access-key": accessKey,
      "report-issue": "true",
      retries: "0",
    },
    secrets: ["authKey", "githubToken", "accessKey"],
  };
}

export function stepsOnRoute({ name, baseUrl, env }: BrokenRoute): Step[] {
  return [reissue(baseUrl, "anything"), callbackTest(baseUrl, "anything")].map((step) => ({
    ...step,
    name: `${step.name}: ${name}`,
    env,
  }));
}

/** Secrets where they do not belong, or in files. */
export function mistakes(url: string): Step[] {
  const asked = reissue(url, acceptingRoutes[0] ?? "");
  const tested = callbackTest(url, acceptingRoutes[0] ?? "");
  const withUser = `https://user:${encodeURIComponent(authKey)}@service.example.test`;
  const request = JSON.stringify({ ...cloudHeld, sign_key_pin: signKeyPin });
  const inFile = JSON.stringify({ certificate: { csr: privateKey } });
  const rows: readonly (readonly [step: Step, name: string, inputs: Texts, files?: Step["files"]])[] = [
    [asked, "a private key as csr", { csr: privateKey }],
    [asked, "a private key as csr in a file", {}, { "request.json": inFile }],
    [asked, "a private key as csr-file", { "csr-file": "key" }, { key: privateKey }],
    [asked, "a PIN without use", { "request-file": undefined }],
    [asked, "a base-url with a user", { "base-url": withUser }],
    [asked, "a secret to resolve", { resolve: signKeyPin }],
    [asked, "a secret to supersede", { supersede: signKeyPin }],
    [asked, "a PIN in a file", { "sign-key-pin": undefined }, { "request.json": request }],
    [asked, "a broken file", {}, { "request.json": request.slice(0, -2) }],
    [tested, "a url with a user", { url: withUser }],
  ];
  return rows.map(([step, name, inputs, files = {}]) => ({
    ...step,
    name: `${step.name}, ${name}`,
    inputs: { ...step.inputs, ...inputs },
    files: { ...step.files, ...files },
  }));
}

/** A GitHub that says what it was sent. */
export function stepsWithEchoingGitHub(url: string): Step[] {
  return (Object.keys(encodings) as Encoding[]).flatMap((encoding, index) => {
    const message = `Bad: ${encodings[encoding](`token ${githubToken}`)}`;
    const fault = (path: RegExp) => ({ method: "post", path, how: index % 2 ? 422 : 500, times: 9, message });
    return [
      { ...reissue(url, `by-github-${index}`), fault: fault(/deployments$/) },
      { ...callbackTest(url, `by-github-${index}`), fault: fault(/issues$/) },
    ];
  });
}
