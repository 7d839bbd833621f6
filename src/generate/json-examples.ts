import { type Finding, rowKinds } from "../cli/index.ts";
import { type CallbackVerdict, outcomes } from "../contract/index.ts";
import type { Attempt, OrderState, OrderStatus } from "../journal/index.ts";
import { version } from "../version.ts";

type ReceiverStatus = OrderStatus["receivers"][number];

/** What commands print with `--json`, for the reference. Objects in lists are shortened. */
export const jsonExamples: Readonly<Record<string, string>> = {
  error: example({
    name: "UnknownOutcomeError",
    code: "connection_lost",
    outcome: "unknown",
    message: "The reissue of order order-1 was sent, and its outcome is unknown: the connection was lost …",
    remedy: "Look the order up in the service's portal first. Do not repeat it until then. …",
    tries: 1,
    attempt_id: "b27d74f67fef",
  }),
  "callback-test": example({
    outcome: "done",
    verdict: "pass",
    message: "The callback answered.",
    http_status: 200,
    tries: 1,
    duration_ms: 400,
  }),
  doctor: example({
    healthy: false,
    checks: [
      {
        name: "service-dns",
        status: "failed",
        text: "The service has a name that cannot be resolved here (ENOTFOUND).",
        remedy: "Check the host name in --base-url and this machine's DNS.",
        details: [],
      },
    ],
  }),
  reissue: example({
    outcome: "done",
    order_id: "order-1",
    certificate_id: "cert-1002",
    attempt_id: "1148e1475d57",
    already_done: false,
    http_status: 200,
    tries: 1,
  }),
  "reissue --from": example({
    line: 2,
    order_id: "order-1",
    result: "sent",
    outcome: "done",
    certificate_id: "cert-1002",
    attempt_id: "1148e1475d57",
    already_done: false,
    http_status: 200,
    tries: 1,
  }),
  wait: example({
    order_id: "order-1",
    certificate_id: "cert-1002",
    issued_event_at: "2026-11-17T15:36:12.585Z",
    receiver: "receiver-1",
    status: "issued",
  }),
  status: example({
    journal: "/var/lib/certorder",
    orders: [
      {
        order_id: "order-1",
        state: "open",
        why: "attempt b27d74f67fef: unknown",
        certificate_id: "cert-1002",
        attempt_id: "1148e1475d57",
        since: "2026-09-17T15:36:12.365Z",
        expires_at: "2026-12-16T15:36:12.405Z",
        age_days: 61,
        days_left: 28,
        open_attempts: [{ attempt_id: "b27d74f67fef", last_event: "unknown", callbacks: [] }],
        receivers: [{ receiver: "web-1", status: "newest", certificate_id: "cert-1002", step: "deployed" }],
        last_event: { event: "unknown", at: "2026-11-17T15:36:12.585Z" },
      },
    ],
  }),
  "journal show": example({
    journal: "/var/lib/certorder",
    attempts: [
      {
        attempt_id: "1148e1475d57",
        order_id: "order-1",
        status: "succeeded",
        last_event: "done",
        certificate_id: "cert-1002",
        issued_at: "2026-11-17T15:36:12.405Z",
        latest: true,
      },
    ],
    damaged: [],
    issued: [{ certificate_id: "cert-1002", at: "2026-11-17T15:36:12.585Z", receiver: "receiver-1" }],
  }),
  "journal resolve": example({
    attempt_id: "b27d74f67fef",
    order_id: "order-1",
    certificate_id: "cert-1003",
    resolved: true,
  }),
  "journal import": example({
    order_id: "order-1",
    certificate_id: "cert-1003",
    attempt_id: "import-5c9f0d2a81e4",
    imported: true,
  }),
  "journal repair": example({ order_id: "order-1", repaired: false, set_aside: [] }),
  "journal init": example({ journal: "/var/lib/certorder", ready: true, rights: null }),
  "journal check": example({ journal: "/var/lib/certorder", sound: true }),
  "journal copy": example({ orders: 3, events: 17, skipped: [] }),
  "csr inspect": example({
    common_name: "www.example.com",
    dns_names: ["www.example.com", "example.com"],
    key: { algorithm: "ec", curve: "P-256", bits: 256 },
    signature: { algorithm: "ecdsa-sha256", verified: true },
  }),
  "synth check": example({ folder: "cdktf.out", stacks: ["certificates"], problems: [] }),
  "provider install": example({
    mirror: "/opt/terraform/plugins",
    folders: [`/opt/terraform/plugins/registry.opentofu.org/certorder/certorder/${version}/linux_amd64`],
    version,
    node: null,
  }),
  version: example({
    version,
    build: "executable",
    commit: null,
    runtime: "Bun 1.4.4",
    platform: "linux_amd64",
  }),
};

const problems = [{ code: "", rule: "", field: "", severity: "error", message: "", remedy: "" }];
const values = { "*": "" };
const callbacks = [{ certificate_id: "", at: "", receiver: "", attempts: [""] }];
const dryRun = { dry_run: true, method: "", url: "", headers: [""], body: null };

/** Fields beside those of the examples, where they are known. A star stands for the names of fields of a request. */
export const jsonMore: Readonly<Record<string, object>> = {
  error: {
    http_status: 200,
    verdict: "fail",
    reason: "",
    certificate_id: "",
    problems,
    warnings: problems,
  },
  "callback-test": dryRun,
  reissue: { reissued_at: "", warnings: problems, ...dryRun, due: false },
  "reissue --from": { reissued_at: "", due: false },
  doctor: { checks: [{ details: [""] }] },
  status: {
    page: "",
    orders: [{ open_attempts: [{ sent_at: "", callbacks }], receivers: [{ at: "" }] }],
  },
  "journal init": { rights: { reissuers: "", receivers: "" } },
  "journal show": {
    attempts: [
      {
        service: "",
        address: "",
        sent_at: "",
        deadline: "",
        ended_at: "",
        typed_time: "",
        process: "",
        may_be_in_flight: false,
        sender_word: "",
        sender_certificate_id: "",
        statements: [""],
        idempotency_key: "",
        answered_keys: [""],
        is_imported: false,
        is_stated: false,
        previous: "",
        validity_days: 90,
        request: values,
        request_values: values,
        callbacks,
      },
    ],
    damaged: [{ order_id: "", position: 1, problem: "" }],
    issued: [{ attempts: [""] }],
    deployments: [{ certificate_id: "", attempt_id: "", at: "", receiver: "", step: "deployed" }],
  },
  "journal check": {
    writers: 8,
    rounds: 10,
    events: 80,
    lost: 0,
    doubled: 0,
    misled: 0,
    median_ms: 1.5,
  },
  "journal repair": { set_aside: [{ position: 1 }] },
  "csr inspect": {
    public_key_sha256: "",
    subject: [{ name: "", oid: "", value: "" }],
    email_addresses: [""],
    ip_addresses: [""],
    uris: [""],
  },
  "synth check": {
    problems: [
      {
        severity: "error",
        stack: "",
        address: "",
        construct_path: "",
        argument: "",
        rule: "",
        message: "",
        remedy: "",
      },
    ],
  },
};

/** The paths of all that a command prints with `--json`, and the type of each. */
export function jsonFields(name: string): Record<string, string> {
  return { ...shape(jsonMore[name] ?? {}), ...shape(JSON.parse(jsonExamples[name] ?? "{}")) };
}

/** The paths of an object's values, such as `orders[].state`, and the type of each. */
export function shape(value: unknown, path = ""): Record<string, string> {
  if (Array.isArray(value))
    return Object.assign({ [`${path}[]`]: "list" }, ...value.map((one) => shape(one, `${path}[]`)));
  if (typeof value !== "object" || value === null)
    return path.endsWith("]") ? {} : { [path]: value === null ? "any" : typeof value };
  return Object.assign(
    {},
    ...Object.entries(value).map(([name, member]) => shape(member, path === "" ? name : `${path}.${name}`)),
  );
}

/** All that a field can be, by its path, where that is a list of words. */
export const jsonWords: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  error: { outcome: Object.keys(outcomes) },
  "callback-test": { verdict: words<CallbackVerdict>({ pass: 0, fail: 0, unknown: 0 }) },
  "reissue --from": { result: rowKinds },
  doctor: { "checks[].status": words<Finding["status"]>({ ok: 0, warning: 0, failed: 0, unchecked: 0 }) },
  status: {
    "orders[].state": words<OrderState>({
      ok: 0,
      damaged: 0,
      "other-service": 0,
      open: 0,
      unclear: 0,
    }),
    "orders[].receivers[].status": words<ReceiverStatus["status"]>({
      newest: 0,
      skipped: 0,
      behind: 0,
      ahead: 0,
    }),
  },
  wait: { status: ["issued", "timed-out"] },
  "journal show": {
    "attempts[].status": words<Attempt["status"]>({ open: 0, succeeded: 0, void: 0 }),
  },
};

/** The words of a type. It does not compile if one is missing. */
function words<Word extends string>(all: Readonly<Record<Word, 0>>): string[] {
  return Object.keys(all);
}

function example(value: object): string {
  return JSON.stringify(value, null, 2);
}
