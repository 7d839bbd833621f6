/** What commands print with `--json`, for the reference. Objects in lists are shortened. */
export const jsonExamples: Readonly<Record<string, string>> = {
  error: example({
    name: "UnknownOutcomeError",
    code: "connection_lost",
    outcome: "unknown",
    message: "The reissue of order order-1 was sent, and its outcome is unknown: the connection was lost …",
    remedy: "Look the order up at the service first. Do not repeat it until then. …",
    tries: 1,
    attempt_id: "b27d74f67fef",
  }),
  "callback-test": example({
    outcome: "done",
    verdict: "pass",
    http_status: 200,
    tries: 1,
    duration_ms: 400,
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
  wait: example({
    order_id: "order-1",
    certificate_id: "cert-1002",
    issued_event_at: "2026-11-17T15:36:12.585Z",
    receiver: "receiver-1",
    status: "issued",
  }),
  "journal list": example({
    journal: "/var/lib/certorder",
    exists: true,
    attempts: [
      {
        attempt_id: "b27d74f67fef",
        order_id: "order-1",
        status: "open",
        last_event: "unknown",
        idempotency_key: "ticket-1",
        sent_at: "2026-11-17T15:36:12.365Z",
        may_be_in_flight: false,
      },
    ],
    damaged: [],
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
};

function example(value: object): string {
  return JSON.stringify(value, null, 2);
}
