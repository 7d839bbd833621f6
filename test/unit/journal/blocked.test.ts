import { describe, expect, test } from "vitest";
import {
  libraryDialect,
  type Paste,
  render,
  renderWaysOut,
  terraformDialect,
} from "../../../src/contract/index.ts";
import {
  type Blocked,
  type BlockedByNewerCertificate,
  BlockedError,
  describeSender,
  explainBlocked,
} from "../../../src/journal/blocked.ts";
import { journalUnavailable, unusable } from "../../../src/journal/unavailable.ts";
import { attempt, succeeded } from "../../harness/journal/attempts.ts";
import { blockedBy } from "../../harness/journal/blocked.ts";

const made = succeeded("a1", { certificateId: "cert-1", idempotencyKey: "k", process: "host/7/1" });
const encrypted = { ...made, certificateId: undefined };
const latest = succeeded("a2", { certificateId: "cert-2" });

const open = (lastEvent: "sent" | "unknown" | "done-unread", certificateId?: string) =>
  attempt("a1", { lastEvent, certificateId, process: "host/7/1 https://ci.example/job/1" });
const damaged = "In /var/lib/certorder/order-1-0123456789abcdef.jsonl, entry 7 cannot be read";

const resolve = (certificateId?: string | null): Paste => ({
  kind: "resolve",
  orderId: "order-1",
  attemptId: "a1",
  certificateId,
  others: [],
});
const supersede: Paste = { kind: "supersede", orderId: "order-1", attemptId: "a1" };
const asLatest = (certificateId: string): Paste => ({ kind: "import", orderId: "order-1", certificateId });

/** Each blocked reissue: its code, its title, and what is to be pasted. */
const cases: [name: string, Blocked, code: string, title: string, pastes: Paste[]][] = [
  [
    "an attempt with an unknown outcome",
    blockedBy("open", { attempt: open("unknown") }),
    "unresolved_attempt",
    "An earlier reissue has no known outcome",
    [resolve(), resolve(null)],
  ],
  [
    "an attempt whose unclear answer named a certificate",
    blockedBy("open", { attempt: open("unknown", "cert-7") }),
    "unresolved_attempt",
    "An earlier reissue has no known outcome",
    [resolve("cert-7"), resolve(null)],
  ],
  [
    "an attempt that succeeded without an id",
    blockedBy("open", { attempt: open("done-unread") }),
    "unresolved_attempt",
    "The id of a new certificate is lost",
    [resolve()],
  ],
  [
    "an attempt in flight",
    blockedBy("open", { attempt: open("sent"), isInFlight: true }),
    "order_busy",
    "A reissue of this order is under way",
    [],
  ],
  [
    "a key that was used for another request",
    blockedBy("key-used", { differs: ["csr", "sign_hash"], latest }),
    "idempotency_key_used",
    "This idempotency key was used before",
    [],
  ],
  [
    "a newer certificate from another request",
    blockedBy("reissued-since", { differs: ["dns_names"] }),
    "reissued_since",
    "This order already has a certificate from another request",
    [supersede],
  ],
  [
    "an unreadable entry",
    blockedBy("damaged", { problem: damaged }),
    "journal_damaged",
    "The journal is damaged",
    [{ kind: "repair", orderId: "order-1" }],
  ],
  [
    "an entry of a newer version",
    blockedBy("newer-version", {
      problem: "In the journal, entry 7 was written by a newer certorder",
    }),
    "journal_newer",
    "The journal has an entry of a newer version",
    [],
  ],
  [
    "an attempt of another service",
    blockedBy("other-service", { attempt: { ...made, service: "prod" }, service: "https://new.example" }),
    "other_service",
    "The order belongs to another service",
    [{ kind: "service", service: "prod" }],
  ],
  [
    "two certificates that do not know each other",
    blockedBy("unclear", { stored: latest }),
    "latest_unclear",
    "It is not clear which certificate is newer",
    [asLatest("cert-2"), asLatest("cert-1")],
  ],
  [
    "an expired certificate",
    blockedBy("expired"),
    "certificate_expired",
    "The certificate has expired",
    [supersede],
  ],
  [
    "a certificate id that another key encrypted",
    blockedBy("encrypted", { attempt: encrypted }),
    "result_encrypted",
    "The certificate id is encrypted",
    [
      { kind: "resolve", orderId: "order-1", attemptId: "a1", certificateId: undefined, others: [] },
      supersede,
    ],
  ],
];

describe.each(cases)("A reissue that is blocked by %s", (_, found, code, title, pastes) => {
  const explanation = explainBlocked(found);

  test("has its own title, code and lines to paste", () => {
    expect(explanation.title).toBe(title);
    expect(new BlockedError(found)).toMatchObject({ code, outcome: "not-sent", blocked: found });
    expect(explanation.waysOut.length).toBeGreaterThan(0);
    expect(explanation.waysOut.flatMap(({ paste }) => paste ?? [])).toEqual(pastes);
  });

  // test/unit/contract/text.test.ts has the words of each line.
  test.each([
    ["Terraform", terraformDialect],
    ["the library", libraryDialect],
  ])("has a short reason for %s, and each way out has its own line to paste", (_, dialect) => {
    const why = render(explanation.why, dialect);
    expect(why).toMatch(/\.$/);
    expect(why.split(/\s+/).length).toBeLessThanOrEqual(60);
    const text = renderWaysOut(explanation.waysOut, dialect);
    const pasted = text.split("\n").filter((line) => line.startsWith("    "));
    expect(pasted).toEqual(pastes.map((paste) => `    ${dialect(paste)}`));
    for (const line of pasted) expect(line).not.toMatch(/\.$/);
    for (const { when, paste } of explanation.waysOut) {
      const sentence = render(when, dialect);
      expect(text).toContain(paste ? `${sentence}:\n\n    ${dialect(paste)}` : `${sentence}.`);
    }
    expect(new BlockedError(found).renderIn(dialect)).toEqual({
      message: `The reissue of order order-1 was not sent. ${why}`,
      remedy: text,
    });
  });
});

const why = (found: Blocked) => render(explainBlocked(found).why, terraformDialect);
const ways = (found: Blocked, options = {}) =>
  renderWaysOut(explainBlocked(found, options).waysOut, terraformDialect);

describe("The reason names what a person needs to decide", () => {
  test("An attempt is named with its time and its sender", () => {
    expect(why(blockedBy("open", { attempt: open("unknown", "cert-7") }))).toBe(
      "An earlier reissue of order order-1 was sent, and it is not known whether it happened (attempt a1, 2026-11-15T12:00:00.000Z, by process 7 on host (https://ci.example/job/1)). The answer named certificate cert-7. Look the order up at the service.",
    );
    const imported = attempt("a1", { sentAt: "", process: "" });
    expect(why(blockedBy("open", { attempt: imported }))).toContain("(attempt a1).");
    const { endedAt } = { endedAt: "2026-11-16T00:00:00.000Z" };
    expect(why(blockedBy("open", { attempt: { ...imported, endedAt } }))).toContain(
      `(attempt a1, ${endedAt}).`,
    );
    expect(why(blockedBy("open", { attempt: open("sent"), isInFlight: true }))).toContain(
      "until 2026-11-15T12:02",
    );
  });

  test("An unreadable entry is named with its file and position", () => {
    expect(why(blockedBy("damaged", { problem: damaged }))).toBe(
      `${damaged}. It may record a reissue of order order-1.`,
    );
  });

  test("A request is compared part by part, in the names of each interface", () => {
    const since = (more: Partial<BlockedByNewerCertificate>) =>
      why(blockedBy("reissued-since", more)).replace(/^.*\. It was/, "It was");
    expect(since({ differs: ["csr"] })).toBe("It was made from a different request: csr differs.");
    expect(since({ differs: ["csr", "dns_names"] })).toMatch(/csr, dns_names differ\.$/);
    expect(since({ unknownParts: ["csr"] })).toMatch(
      /a request that cannot be compared: csr is not known yet\.$/,
    );
    expect(since({ unknownParts: ["csr", "triggers"] })).toMatch(/csr, triggers are not known yet\.$/);
    expect(since({})).toBe("It was made from the same request.");
    const unrecorded = { ...made, requestDigest: undefined };
    expect(since({ attempt: unrecorded, differs: ["csr"] })).toMatch(/a request that is not recorded\.$/);
    const library = explainBlocked(blockedBy("reissued-since", { differs: ["dns_names"] })).why;
    expect(render(library, libraryDialect)).toContain("dnsNames differs");
  });

  test("A used key names its certificate, and the latest if that is another one", () => {
    expect(why(blockedBy("key-used", { latest }))).toBe(
      "The key was used for certificate cert-1 (attempt a1, 2026-11-15T12:00:00.000Z, by process 7 on host). The order's latest certificate is cert-2 (attempt a2).",
    );
    expect(why(blockedBy("key-used", { differs: ["csr"] }))).toMatch(
      /, with a different request: csr differs\.$/,
    );
    const secret = { ...latest, certificateId: undefined };
    expect(why(blockedBy("key-used", { attempt: encrypted, latest: secret }))).toMatch(
      /certificate \(its id is encrypted with another auth key\).*latest certificate is \(encrypted\)/,
    );
  });
});

describe("The ways out lead on", () => {
  test("A certificate is used by doing nothing; Terraform adopts it", () => {
    expect(ways(blockedBy("reissued-since"))).toMatch(/^To use certificate cert-1, do nothing\./);
    expect(ways(blockedBy("reissued-since"), { declared: true })).toMatch(
      /^To adopt certificate cert-1, configure the request that made it; nothing is sent then\./,
    );
    const unrecorded = blockedBy("reissued-since", { attempt: { ...made, requestDigest: undefined } });
    expect(ways(unrecorded, { declared: true })).toMatch(
      /^To adopt certificate cert-1, import it \(after state rm, if the resource is in the state\):\n\n {4}terraform import RESOURCE_ADDRESS order-1\/cert-1@latest\n/,
    );
    expect(ways(blockedBy("reissued-since", { attempt: encrypted }))).toMatch(
      /^To reissue the order once more/,
    );
  });

  test("Supersede does not lift rule 2, so a used key needs another key", () => {
    const [used, expired] = [blockedBy("key-used"), blockedBy("expired", { isKeyUsed: true })];
    for (const found of [used, expired, blockedBy("encrypted", { attempt: encrypted, isKeyUsed: true })])
      expect(ways(found)).toMatch(/(?:^|\n)If one more reissue is meant, use another key\.$/);
  });

  test("An odd id cannot make a line of its own", () => {
    const odd = blockedBy("open", { orderId: "a\nb", attempt: open("unknown", "c\nrm -rf /") });
    for (const dialect of [terraformDialect, libraryDialect])
      expect(renderWaysOut(explainBlocked(odd).waysOut, dialect)).not.toMatch(/^(b|rm)/m);
  });
});

test("A blocked reissue tells programs its reason, attempt and certificate", () => {
  const error = new BlockedError(blockedBy("reissued-since"));
  expect(JSON.parse(JSON.stringify(error))).toMatchObject({
    name: "BlockedError",
    code: "reissued_since",
    outcome: "not-sent",
    reason: "reissued-since",
    attemptId: "a1",
    certificateId: "cert-1",
  });
  expect(String(error)).toMatch(/^BlockedError: The reissue of order order-1 was not sent\. /);
});

test("A sender is named by its process, its job or its run", () => {
  const sender = (process: string) => describeSender(attempt("a1", { process }));
  expect(sender("host/7/123")).toBe("process 7 on host");
  expect(sender("host/7/123 https://ci.example/1")).toBe("process 7 on host (https://ci.example/1)");
  expect(sender("https://github.com/o/r/actions/runs/1")).toBe("https://github.com/o/r/actions/runs/1");
  for (const process of ["", "host", "/7"]) expect(sender(process)).toBe("");
});

test("A journal that cannot be used says what failed, as far as the system says it", () => {
  const message = (cause: object) => journalUnavailable({ title: "The journal" }, cause).message;
  expect(message({ code: "EACCES", syscall: "open" })).toBe("The journal cannot be used (open EACCES).");
  expect(message({ code: "EIO" })).toBe("The journal cannot be used (EIO).");
  expect(message(new Error("anything"))).toBe("The journal cannot be used (error).");
  const cause = new Error("refused");
  expect(unusable("The journal", "the server does not answer", "Start the server.", cause)).toMatchObject({
    code: "journal_unavailable",
    outcome: "not-sent",
    remedy: "Start the server.",
    cause,
    message: "The journal cannot be used: the server does not answer.",
  });
});
