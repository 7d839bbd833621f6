import { expect, test } from "vitest";
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
  type BlockedByYoungCertificate,
  BlockedError,
  describeSender,
  explainBlocked,
  explainDifferences,
} from "../../../src/journal/blocked.ts";
import { attempt, succeeded } from "../../harness/journal/attempts.ts";
import { blockedBy } from "../../harness/journal/blocked.ts";

const made = succeeded("a1", { certificateId: "cert-1", idempotencyKey: "k", process: "host/7/1" });
const encrypted = { ...made, certificateId: undefined };
const unrecorded = { ...made, requestDigest: undefined };
const latest = succeeded("a2", { certificateId: "cert-2" });
const open = (senderWord: "sent" | "unknown" | "done-unread", certificateId?: string) =>
  attempt("a1", { senderWord, certificateId, process: "host/7/1 https://ci.example/job/1" });
const undated = succeeded("a1", { certificateId: "cert-1", isImported: true });
const none = { attempt: undefined, asked: "max_age" } as const;
const problem = "In /var/lib/certorder/order-1.jsonl, entry 7 cannot be read";

const orderId = "order-1";
const resolve = (certificateId?: string | null): Paste => ({
  kind: "resolve",
  orderId,
  attemptId: "a1",
  certificateId,
  others: [],
});
const supersede: Paste = { kind: "supersede", orderId, attemptId: "a1" };
const asLatest = (certificateId: string): Paste => ({
  kind: "import",
  orderId,
  certificateId,
  isStored: true,
});
const restated = (request: "stated" | "corrected"): Paste => ({
  kind: "import",
  orderId,
  certificateId: "cert-1",
  request,
});
const withValues = [{ part: "csr", values: { there: undefined, here: "public key 1" } }];

test.each<[reason: Blocked["reason"], code: string, title: string, more: object]>([
  ["open", "unresolved_attempt", "An earlier reissue has no known outcome", { attempt: open("unknown") }],
  ["open", "unresolved_attempt", "The id of a new certificate is lost", { attempt: open("done-unread") }],
  ["open", "order_busy", "A reissue of this order is under way", { attempt: open("sent"), isInFlight: true }],
  ["key-used", "idempotency_key_used", "This idempotency key was used before", { latest }],
  ["reissued-since", "reissued_since", "This order already has a certificate", {}],
  ["too-young", "recently_reissued", "The latest certificate is too young for this renewal", {}],
  ["no-certificate", "not_in_journal", "The journal has no certificate of this order", none],
  ["damaged", "journal_damaged", "The journal is damaged", { problem }],
  ["newer-version", "journal_newer", "The journal has an entry of a newer version", { problem }],
  ["other-service", "other_service", "The order belongs to another service", { service: "new" }],
  ["unclear", "histories_differ", "It is not clear which certificate is newer", { stored: latest }],
  ["expired", "result_unusable", "The certificate has expired", {}],
  ["encrypted", "result_unusable", "The certificate id is encrypted", { attempt: encrypted }],
])("A blocked reissue has a code, a title and a reason: %s, %s, %s", (reason, code, title, more) => {
  const found = blockedBy(reason, more);
  const explanation = explainBlocked(found);
  const error = new BlockedError(found);
  expect(explanation.title).toBe(title);
  expect(error).toMatchObject({ code, outcome: "not-sent", blocked: found });
  for (const dialect of [terraformDialect, libraryDialect]) {
    const why = render(explanation.why, dialect);
    expect(why).toMatch(/\.$/);
    expect(why.split(/\s+/).length).toBeLessThanOrEqual(60);
    const remedy = renderWaysOut(explanation.waysOut, dialect);
    const message = `The reissue of order order-1 was not sent. ${why}`;
    expect(error.renderIn(dialect)).toEqual({ message, remedy });
  }
});

// test/unit/contract/text.test.ts has the words of each line.
test.each<[reason: Blocked["reason"], more: object, pastes: Paste[]]>([
  ["open", { attempt: open("unknown") }, [resolve(), resolve(null)]],
  ["open", { attempt: open("unknown", "cert-7") }, [resolve("cert-7"), resolve(null)]],
  ["open", { attempt: open("done-unread") }, [resolve()]],
  ["open", { attempt: open("sent"), isInFlight: true }, []],
  ["key-used", { latest }, []],
  ["reissued-since", { differs: [{ part: "dns_names" }] }, [supersede]],
  ["too-young", { differs: [{ part: "csr" }] }, []],
  ["too-young", { attempt: undated }, [{ kind: "import", orderId, certificateId: "cert-1", isDated: true }]],
  ["too-young", { differs: [{ part: "csr" }], isOnlyImported: true }, []],
  ["too-young", { differs: withValues, isOnlyImported: true }, [restated("corrected")]],
  ["too-young", { attempt: unrecorded, isOnlyImported: true }, [restated("stated")]],
  [
    "no-certificate",
    none,
    [{ kind: "import", orderId, certificateId: undefined, isDated: true, request: "stated" }],
  ],
  ["damaged", { problem }, [{ kind: "repair", orderId, journalFlag: undefined }]],
  ["newer-version", { problem }, []],
  ["other-service", { attempt: { ...made, service: "prod" } }, [{ kind: "service", service: "prod" }]],
  ["unclear", { stored: latest }, [asLatest("cert-2"), asLatest("cert-1")]],
  ["expired", {}, [supersede]],
  ["encrypted", { attempt: encrypted }, [resolve(), supersede]],
])("A blocked reissue has a way out, with what is to be pasted: %s, row %$", (reason, more, pastes) => {
  const { waysOut } = explainBlocked(blockedBy(reason, more));
  expect(waysOut.length).toBeGreaterThan(0);
  expect(waysOut.flatMap(({ paste }) => paste ?? [])).toEqual(pastes);
});

const why = (found: Blocked) => render(explainBlocked(found).why, terraformDialect);

test("The reason names the attempt with its time and sender, and the certificate of an unclear answer", () => {
  expect(why(blockedBy("open", { attempt: open("unknown", "cert-7") }))).toBe(
    "An earlier reissue of order order-1 was sent, and it is not known whether it happened (attempt a1, 2026-11-15T12:00:00.000Z, by process 7 on host (https://ci.example/job/1)). The answer named certificate cert-7. Look the order up in the service's portal.",
  );
  const imported = attempt("a1", { sentAt: undefined, process: undefined });
  const endedAt = "2026-11-16T00:00:00.000Z";
  expect(why(blockedBy("open", { attempt: imported }))).toContain("(attempt a1).");
  expect(why(blockedBy("open", { attempt: { ...imported, endedAt } }))).toContain(
    `(attempt a1, ${endedAt}).`,
  );
});

test.each<[Partial<BlockedByNewerCertificate>, string]>([
  [{}, "the same request."],
  [{ differs: [{ part: "csr" }] }, "a different request: csr differs."],
  [{ differs: [{ part: "csr" }, { part: "dns_names" }] }, "a different request: csr, dns_names differ."],
  [{ unknownParts: ["csr"] }, "a request that cannot be compared: csr is not known yet."],
  [
    { unknownParts: ["csr", "triggers"] },
    "a request that cannot be compared: csr, triggers are not known yet.",
  ],
  [{ attempt: unrecorded, differs: [{ part: "csr" }] }, "a request that is not recorded."],
])("The reason compares the requests part by part: %o", (more, expected) => {
  expect(why(blockedBy("reissued-since", more)).split("It was made from ")[1]).toBe(expected);
});

test("The values of what differs are shown one line each, if they are known", () => {
  const differs = [
    { part: "sign_hash", values: { there: '"sha384"', here: '"sha256"' } },
    { part: "validity_days", values: { there: undefined, here: "90" } },
    { part: "csr", values: { there: "public key 01", here: "public key 01" } },
    { part: "added_later" },
  ];
  const blocked = blockedBy("reissued-since", { differs });
  expect(why(blocked)).toMatch(/It was made from a different request\.$/);
  expect(render(explainDifferences(blocked), terraformDialect)).toBe(
    [
      "The requests differ, there and here:",
      "",
      '    sign_hash: "sha384" there, "sha256" here',
      "    validity_days: not set there, 90 here",
      "    csr: differs, with the same public key 01",
      "    added_later: differs",
    ].join("\n"),
  );
  expect(new BlockedError(blocked).remedy).toContain('\n    signHash: "sha384" there, "sha256" here\n');
  expect(explainDifferences(blockedBy("reissued-since", { differs: [{ part: "csr" }] }))).toBe("");
});

test("The reason about a used key names its certificate, and the latest if that is another one", () => {
  const used =
    "The key was used for certificate cert-1 (attempt a1, 2026-11-15T12:00:00.000Z, by process 7 on host)";
  expect(why(blockedBy("key-used", { latest }))).toBe(
    `${used}. The order's latest certificate is cert-2 (attempt a2).`,
  );
  expect(why(blockedBy("key-used", { differs: [{ part: "csr" }] }))).toBe(
    `${used}, with a different request: csr differs.`,
  );
  expect(why(blockedBy("key-used", { attempt: encrypted, latest: encrypted }))).toMatch(
    /certificate \(its id is encrypted with another auth key\).*latest certificate is \(encrypted\)/,
  );
});

test("If the state has an older certificate of its request, that request has to be configured before the import", () => {
  const firstWay = (part: string) => {
    const blocked = blockedBy("reissued-since", { differs: [{ part }] });
    return explainBlocked(blocked, { declared: true, byImport: true }).waysOut[0]?.when;
  };
  expect(firstWay("validity_days")).toBe(
    "To adopt certificate cert-1, configure the request that made it, and import it",
  );
  expect(firstWay("triggers")).toBe("To adopt certificate cert-1, import it");
});

test.each<[string, Partial<BlockedByNewerCertificate>, declared: boolean, expected: RegExp]>([
  ["nothing has to be done", {}, false, /^To use certificate cert-1, do nothing\.$/],
  ["Terraform adopts it", {}, true, /^To adopt certificate cert-1, configure the req/],
  ["unknown parts come first", { unknownParts: ["csr"] }, true, /^First apply what is not known/],
  [
    "without a recorded request it is imported",
    { attempt: unrecorded },
    true,
    /^To adopt certificate cert-1, import it:\n\n {4}terraform state rm RESOURCE_ADDRESS && terraform import RESOURCE_ADDRESS order-1\/cert-1@latest$/,
  ],
  ["an encrypted one cannot be used", { attempt: encrypted }, false, /^To reissue the order on top/],
])("The first way out is to use the newer certificate: %s", (_, more, declared, expected) => {
  const { waysOut } = explainBlocked(blockedBy("reissued-since", more), { declared });
  expect(renderWaysOut(waysOut.slice(0, 1), terraformDialect)).toMatch(expected);
});

test.each<[Partial<BlockedByYoungCertificate>, RegExp]>([
  [
    { differs: [{ part: "csr" }] },
    /That is less than max_age ago\. It was made from a different request: csr differs\.$/,
  ],
  [{ isInFuture: true }, /That is in the future\. It was made from the same request\.$/],
  [{ attempt: undated }, /Its time of issue is not known\./],
])(
  "The reason about a young certificate tells why its age is no reason to renew it: %o",
  (more, expected) => {
    expect(why(blockedBy("too-young", more))).toMatch(expected);
  },
);

test("The last way out of a used key is another key: supersede does not lift rule 2", () => {
  for (const found of [
    blockedBy("key-used"),
    blockedBy("expired", { unusedKey: "k-2" }),
    blockedBy("encrypted", { attempt: encrypted, unusedKey: "k-2" }),
  ])
    expect(renderWaysOut(explainBlocked(found).waysOut.slice(-1), libraryDialect)).toMatch(
      /^If one more reissue is meant, use another key, such as .*k-2/,
    );
});

test("An odd id cannot make a line of its own", () => {
  const odd = blockedBy("open", { orderId: "a\nb", attempt: open("unknown", "c\nrm -rf /") });
  for (const dialect of [terraformDialect, libraryDialect])
    expect(renderWaysOut(explainBlocked(odd).waysOut, dialect)).not.toMatch(/^(b|rm)/m);
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
});

test.each([
  ["host/7/123", "process 7 on host"],
  ["host/7/123 https://ci.example/1", "process 7 on host (https://ci.example/1)"],
  ["https://github.com/o/r/actions/runs/1", "https://github.com/o/r/actions/runs/1"],
  ["host", ""],
  ["/7", ""],
])("The sender %s is named by its process, its job or its run", (process, expected) => {
  expect(describeSender(attempt("a1", { process }))).toBe(expected);
});
