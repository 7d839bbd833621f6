import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { whatIsAsked } from "../../../src/journal/index.ts";
import { UNKNOWN } from "../../../src/plugin/index.ts";
import { reissue } from "../../../src/provider/reissue/resource.ts";
import type { ReissueState } from "../../../src/provider/reissue/schema.ts";
import { heldToPrivate, idFromState } from "../../../src/provider/reissue/stored.ts";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { csrFor } from "../../csr/build.ts";
import { planOf, stateOf } from "../states.ts";
import { applied, attempted, configured, connected, inWords, now } from "./service.ts";

// The calls of a core, without a process in between.

const plain = {
  ...{ order_id: "order-ssl-1", sign_hash: "sha256", common_name: "www.example.com" },
  dns_names: ["www.example.com", "example.com"],
  csr: csrFor("www.example.com", "www.example.com", "example.com"),
};
const { order_id: orderId, ...values } = plain;
const other = { ...plain, sign_hash: "sha512" };
const what = whatIsAsked(orderId, values);
const aDay = 86_400_000;
let service: ReturnType<typeof configured>;
beforeEach(() => {
  service = configured();
});

const resource = () => reissue(service.memory);
const ask = <T>(call: ((request: never) => T) | undefined, request: object) =>
  call?.({ provider: service, private: new Uint8Array(), ...request } as never) as Awaited<T>;

/** With a service that answers. */
async function online() {
  const sandbox = await startSandbox({ httpsPort: false });
  onTestFinished(() => sandbox.close());
  service = connected(sandbox);
  return sandbox;
}

/** The journal cannot be used any more. */
function broken(): void {
  const fail = () => Promise.reject(Object.assign(new Error("EIO"), { code: "EIO" }));
  service.shelf.history = (orderId) => ({ orderId, read: fail, append: fail });
}

describe("validating", () => {
  const validated = async (change: object) =>
    (await ask(resource().validate, { config: planOf({ ...plain, ...change }) })).diagnostics;

  test("tells what is wrong, at the argument that is", async () => {
    expect(await validated({})).toEqual([]);
    expect(await validated({ validity_days: 0 })).toMatchObject([
      { severity: "error", summary: "Invalid Argument", path: ["validity_days"] },
    ]);
  });

  test("warns of an access code that would be stored, and not of one that is not there", async () => {
    for (const sign_key_pin of [null, UNKNOWN])
      expect(inWords(await validated({ sign_key_pin }))).not.toContain("warning: Access Code in State");
    expect(await validated({ sign_key_pin: "1234" })).toContainEqual(
      expect.objectContaining({ severity: "warning", path: ["sign_key_pin"] }),
    );
  });
});

test("the core never shows or stores a write-only access code, and replaces the object for another order", () => {
  expect(resource().schema.attributes).toMatchObject({
    sign_key_pin_wo: { sensitive: true, writeOnly: true },
    order_id: { requiresReplace: true },
    // What refers to it need not wait for other changes.
    id: { useStateForUnknown: true },
  });
});

describe("a stored object", () => {
  describe("that is seen only after a new one of its order was planned", () => {
    const stored = { ...stateOf({ ...plain, certificate_id: "cert-1" }), attempt_id: "a1" };
    const plans = async (request: object) => (await ask(resource().modifyPlan, request))?.diagnostics ?? [];
    const creates = () => plans({ action: "create", prior: null, planned: planOf(plain) });
    const forgets = () => plans({ action: "delete", prior: stored, planned: null });

    test("stops the plan, and the next one knows it", async () => {
      expect(inWords(await creates())).toContain(`warning: Order ${orderId} Will Be Reissued`);
      await ask(resource().upgrade, { stored });
      const diagnostics = await forgets();
      expect(inWords(diagnostics)).toEqual([`error: Order ${orderId} Is Stored Under Another Name`]);
      expect(diagnostics[0]?.detail).toContain("certificate cert-1");
      expect(diagnostics[0]?.detail).toContain("plan again");
      expect(await service.journal.attempts(orderId)).toMatchObject([
        { attemptId: "a1", certificateId: "cert-1" },
      ]);
      expect(inWords(await forgets())).toEqual(["warning: Destroying Only Forgets"]);
      service.memory.clear();
      expect(inWords(await creates())).toEqual([`warning: Order ${orderId} Is Taken Over Without a Reissue`]);
    });

    test("is an attempt where no certificate is known, and a name where no journal is kept", async () => {
      service = { ...service, isKept: false };
      await creates();
      await ask(resource().upgrade, {
        stored: { ...stored, certificate_id: null, last_outcome: "unknown" },
      });
      const [problem] = await forgets();
      expect(problem?.detail).toContain("attempt a1");
      expect(problem?.detail).toContain("moved block");
    });

    test("is told of as a journal that cannot be used where it cannot be written down", async () => {
      await creates();
      await ask(resource().upgrade, { stored });
      broken();
      expect(await forgets()).toMatchObject([{ severity: "error" }]);
    });

    test.each<[string, () => unknown]>([
      ["another order", () => ask(resource().upgrade, { stored: { ...stored, order_id: "order-2" } })],
      [
        "what was planned before this run",
        () => {
          service.memory.clear();
          return ask(resource().upgrade, { stored });
        },
      ],
    ])("is not %s", async (_, comes) => {
      await creates();
      await comes();
      expect(inWords(await forgets())).toEqual(["warning: Destroying Only Forgets"]);
    });

    test("stops the plan also where something else was known of the order", async () => {
      await attempted(service, plain, { event: "done", certificate: "cert-0", attempt: "a0" });
      await creates();
      await ask(resource().upgrade, { stored: { ...stored, issued_at: null } });
      expect(inWords(await forgets())).toEqual([`error: Order ${orderId} Is Stored Under Another Name`]);
    });

    test("is told also beside another refusal, which it outdates", async () => {
      await attempted(service, other, { event: "done", certificate: "cert-0", attempt: "a0" });
      expect(inWords(await creates())).toEqual(["error: The Order Was Reissued Otherwise"]);
      await ask(resource().upgrade, { stored: { ...stored, issued_at: null } });
      expect(inWords(await forgets())).toEqual([`error: Order ${orderId} Is Stored Under Another Name`]);
    });

    test("is not looked at where the order's history may be another service's", async () => {
      await attempted(service, plain, { event: "done", certificate: "cert-1" });
      service = { ...service, place: { name: undefined, address: "https://other.example" } };
      expect(inWords(await creates())).toEqual(["error: The Order Has Another History"]);
      await ask(resource().upgrade, { stored });
      expect(inWords(await forgets())).toEqual(["warning: Destroying Only Forgets"]);
    });

    test("is not one that was known", async () => {
      await attempted(service, plain, { event: "done", certificate: "cert-1" });
      await creates();
      await ask(resource().upgrade, { stored });
      expect(inWords(await forgets())).toEqual(["warning: Destroying Only Forgets"]);
    });

    test("is not what the new one has led to", async () => {
      await online();
      await creates();
      const planned = { ...planOf(plain), certificate_id: UNKNOWN };
      await ask(resource().create, { planned, config: planned, signal: new AbortController().signal });
      await ask(resource().upgrade, { stored });
      expect(inWords(await forgets())).toEqual(["warning: Destroying Only Forgets"]);
    });
  });

  test("is known from the moment when it is seen first, and is not changed by that", async () => {
    const stored = { ...stateOf({ ...plain, certificate_id: "cert-1" }) };
    expect(await ask(resource().upgrade, { stored })).toBeUndefined();
    expect(service.memory.stored(orderId)).toMatchObject([{ certificateId: "cert-1" }]);
    await ask(resource().upgrade, { stored: { certificate_id: "cert-2" } });
    expect(service.memory.stored(undefined)).toHaveLength(1);
  });
});

describe("reading", () => {
  const open = stateOf({
    ...{ ...plain, certificate_id: null, attempt_id: "a1", last_outcome: "unknown", fingerprint: what },
    ...{ validity_days: 90, renew_before_days: 30, renewal_due: false },
  });
  const read = async (state: ReissueState) => (await ask(resource().read, { state }))?.state;

  test("settles what people have found out", async () => {
    await attempted(service, plain, { event: "unknown" });
    expect(await read(open)).toEqual(open);
    service = { ...service, resolutions: new Map([[orderId, [{ attemptId: "a1", certificateId: "c1" }]]]) };
    expect(await read(open)).toMatchObject({
      certificate_id: "c1",
      last_outcome: "done",
      renewal_due: false,
    });
    expect(await service.journal.attempts()).toMatchObject([{ state: "done", certificateId: "c1" }]);
  });

  test("forgets what never came into being", async () => {
    await attempted(service, plain, { event: "rejected" });
    expect(await read(open)).toBeNull();
  });

  test("notes that a renewal is due, from that day on", async () => {
    const issued = (days: number) => new Date(now.getTime() - days * aDay).toISOString();
    const state = { ...open, certificate_id: "c1", last_outcome: "done" };
    expect(await read({ ...state, issued_at: issued(59) })).toMatchObject({ renewal_due: false });
    expect(await read({ ...state, issued_at: issued(60) })).toMatchObject({ renewal_due: true });
  });

  test("leaves it as it is where the journal cannot be used, and hides no mistake of ours", async () => {
    broken();
    expect(await read(open)).toBe(open);
    const mistaken = {
      ...service,
      now: () => Promise.reject(new TypeError()) as never,
      journal: {} as never,
    };
    await expect(ask(resource().read, { state: open, provider: mistaken })).rejects.toThrow(TypeError);
  });
});

describe("creating and changing", () => {
  test("sends once for each wish, and stores what became of it", async () => {
    const { ledger } = await online();
    const triggers = { turn: "1" };
    const first = await applied(service, null, { ...plain, triggers, validity_days: 90 });
    expect(first.told).toEqual(["warning: Order order-ssl-1 Will Be Reissued"]);
    const { issued_at } = first.state ?? {};
    expect(Date.now() - Date.parse(String(issued_at))).toBeLessThan(60_000);
    expect(first.state).toEqual({
      ...stateOf({ ...plain, triggers, validity_days: 90 }),
      ...{ id: orderId, certificate_id: "cert-1001", previous_certificate_id: null, issued_at },
      expires_at_estimate: new Date(Date.parse(String(issued_at)) + 90 * aDay).toISOString(),
      ...{ renewal_due: false, last_outcome: "done", attempt_id: expect.any(String) },
      fingerprint: whatIsAsked(orderId, { ...values, validity_days: 90 }, triggers),
    });
    expect(await service.journal.attempts()).toMatchObject([
      { attemptId: first.state?.attempt_id, what: first.state?.fingerprint, unshown: false },
    ]);
    service.memory.clear();
    const kept = await applied(service, first.state ?? null, { ...plain, triggers, validity_days: 90 });
    expect(kept).toMatchObject({ told: [], state: { certificate_id: "cert-1001" } });
    const changed = await applied(service, first.state ?? null, plain);
    expect(changed.state).toMatchObject({
      ...{ certificate_id: "cert-1002", previous_certificate_id: "cert-1001", last_outcome: "done" },
    });
    expect(ledger).toHaveLength(2);
  });

  test("takes over what was made from the same request, and forgets nothing of it", async () => {
    await attempted(service, plain, { event: "done", certificate: "cert-1" }, "cert-0");
    const { state, told } = await applied(service, null, plain);
    expect(told).toEqual([`warning: Order ${orderId} Is Taken Over Without a Reissue`]);
    expect(state).toMatchObject({
      ...{ certificate_id: "cert-1", previous_certificate_id: "cert-0", last_outcome: "adopted" },
      ...{ attempt_id: "a1", fingerprint: what, issued_at: "2026-11-01T00:00:00.000Z" },
    });
  });

  test("stores that nobody knows what became of it, and is refused from then on", async () => {
    const sandbox = await online();
    sandbox.fault({ kind: "reset-after-processing" });
    const lost = await applied(service, null, plain);
    const [{ attemptId } = { attemptId: "" }] = await service.journal.attempts();
    expect(lost.told).toContain("error: The Outcome Is Unknown");
    for (const part of [`"${attemptId}:not-happened"`, "the order stays held back until it is resolved"])
      expect(lost.diagnostics?.at(-1)?.detail).toContain(part);
    expect(lost.state).toEqual({
      ...stateOf(plain),
      ...{ id: orderId, attempt_id: attemptId, last_outcome: "unknown", fingerprint: what },
      renewal_due: false,
    });
    service.memory.clear();
    expect((await applied(service, null, plain)).told).toEqual(["error: A Reissue Is Unresolved"]);
    service.memory.clear();
    expect((await applied(service, lost.state ?? null, other)).told).toEqual([
      "error: A Reissue Is Unresolved",
    ]);
    expect(sandbox.ledger).toHaveLength(1);
  });

  test("keeps the arguments of the certificate that is there while a change of it is open", async () => {
    const sandbox = await online();
    const { state = null } = await applied(service, null, plain);
    sandbox.fault({ kind: "no-certificate-id" });
    const lost = await applied(service, state, other);
    expect(lost.told).toContain("error: Done, but the Answer Is Lost");
    expect(lost.diagnostics?.at(-1)?.detail).not.toContain("not-happened");
    expect(lost.state).toMatchObject({
      ...{ ...plain, certificate_id: "cert-1001", last_outcome: "done-unread" },
      fingerprint: whatIsAsked(orderId, { ...values, sign_hash: "sha512" }),
    });
    expect(lost.state?.attempt_id).not.toBe(state?.attempt_id);
  });

  test("tells that its outcome could not be written down, and has it all the same", async () => {
    await online();
    const history = service.shelf.history.bind(service.shelf);
    service.shelf.history = (id) => {
      const { append, ...others } = history(id);
      const failing: typeof append = async (line) => {
        if (line.event === "done") throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
        await append(line);
      };
      return { ...others, append: failing };
    };
    const { state, told } = await applied(service, null, plain);
    expect(state).toMatchObject({ certificate_id: "cert-1001", last_outcome: "done" });
    expect(told).toContain("warning: The Journal Could Not Be Written");
  });

  test("stores nothing where nothing happened", async () => {
    const sandbox = await online();
    sandbox.fault({ kind: "status", status: 400, body: "{}" });
    const { state, told } = await applied(service, null, plain);
    expect(state).toBeUndefined();
    expect(told).toContain("error: The Service Refused");
  });

  test("goes on from what a person has found out since the state was stored", async () => {
    const sandbox = await online();
    const { state = null } = await applied(service, null, plain);
    sandbox.fault({ kind: "reset-after-processing" });
    const lost = await applied(service, state, other);
    await service.journal.resolve(String(lost.state?.attempt_id), "cert-1002");
    const { state: last } = await applied(service, lost.state ?? null, plain);
    expect(last).toMatchObject({ certificate_id: "cert-1003", previous_certificate_id: "cert-1002" });
    expect((await service.journal.attempts()).at(-1)).toMatchObject({ replaced: "cert-1002" });
  });

  test("of what is replaced on purpose asks for one more of the same", async () => {
    const { ledger } = await online();
    const { state = null } = await applied(service, null, plain);
    const held = { attemptId: String(state?.attempt_id), certificateId: "cert-1001" };
    service.memory.clear();
    const again = await applied(service, null, plain, heldToPrivate(orderId, held));
    expect(again.state).toMatchObject({
      ...{ certificate_id: "cert-1002", previous_certificate_id: "cert-1001" },
    });
    expect(again.private).toEqual(new Uint8Array());
    expect(ledger).toHaveLength(2);
  });

  test("of what is replaced on purpose, and had no effect, says what has become of the object", async () => {
    const sandbox = await online();
    const detailOf = async (prior: ReissueState | null, plan: object, data?: Uint8Array) => {
      service.memory.clear();
      sandbox.fault({ kind: "status", status: 400, body: "{}" });
      const { diagnostics } = await applied(service, prior, plan, data);
      return diagnostics?.at(-1)?.detail;
    };
    const isGone = "not in the state any more";
    expect(await detailOf(null, plain)).not.toContain(isGone);
    const { state = null } = await applied(service, null, plain);
    expect(await detailOf(state, other)).not.toContain(isGone);
    const held = { attemptId: String(state?.attempt_id), certificateId: "cert-1001" };
    const told = await detailOf(null, plain, heldToPrivate(orderId, held));
    expect(told).toContain(isGone);
    expect(told).toContain(`${held.attemptId}:anew`);
  });

  test("is refused where the journal cannot be used", async () => {
    const state = stateOf({ ...plain, certificate_id: "cert-1", last_outcome: "done", fingerprint: what });
    broken();
    for (const prior of [null, state])
      expect((await applied(service, prior, other)).told).toEqual(["error: Nothing Was Sent"]);
    const planned = { ...planOf(plain), certificate_id: "cert-2" };
    for (const call of [resource().create, resource().update])
      expect(inWords((await ask(call, { prior: state, planned }))?.diagnostics)).toEqual([
        "error: Nothing Was Sent",
      ]);
  });
});

describe("destroying", () => {
  const open = stateOf({
    ...{ ...plain, certificate_id: "cert-1", attempt_id: "a2", last_outcome: "unknown", fingerprint: what },
  });

  test("only forgets, which is said, and hands nothing on", async () => {
    const plan = await ask(resource().modifyPlan, { action: "delete", prior: open, planned: null });
    expect(plan).toEqual({
      diagnostics: [expect.objectContaining({ severity: "warning", summary: "Destroying Only Forgets" })],
      private: new Uint8Array(),
    });
  });

  test("leaves to the journal what only the state knows", async () => {
    expect(await ask(resource().delete, { prior: open })).toEqual({ diagnostics: [] });
    expect(await service.journal.attempts(orderId)).toMatchObject([
      { attemptId: idFromState("order-ssl-1", "cert-1"), fate: "done", certificateId: "cert-1" },
      { attemptId: "a2", fate: "open", what },
    ]);
    expect(service.memory.replaced(orderId)).toBeUndefined();
  });

  test("in order to create anew is remembered as long as this process lives", async () => {
    const held = { attemptId: "a1", certificateId: "cert-1" };
    await ask(resource().delete, { prior: open, private: heldToPrivate(orderId, held) });
    expect(service.memory.replaced(orderId)).toEqual(held);
    // Of a second object of this order nothing takes the place.
    await ask(resource().delete, { prior: open });
    expect(service.memory.replaced(orderId)).toEqual(held);
  });

  test("is refused where the journal cannot be used: nobody would remember what is open", async () => {
    broken();
    expect(inWords((await ask(resource().delete, { prior: open }))?.diagnostics)).toEqual([
      "error: Nothing Was Sent",
    ]);
  });
});

describe("importing", () => {
  const imported = (id: string) => ask(resource().import, { id });

  test("takes an order and its certificate, and the day if it is given", async () => {
    expect(await imported("order/with/slashes/cert-1")).toEqual({
      state: {
        ...{ id: "order/with/slashes", order_id: "order/with/slashes", certificate_id: "cert-1" },
        ...{ previous_certificate_id: null, issued_at: null, renewal_due: false },
        ...{ last_outcome: "imported", attempt_id: null, fingerprint: null },
      },
    });
    const issuedAt = async (date: string) => (await imported(`${orderId}/cert-1@${date}`))?.state?.issued_at;
    expect(await issuedAt("2026-01-31")).toBe("2026-01-31T00:00:00.000Z");
    expect(await issuedAt("2026-01-31T12:00:00Z")).toBe("2026-01-31T12:00:00.000Z");
    expect(await issuedAt("2026-01-31T12:00:00.25+02:00")).toBe("2026-01-31T10:00:00.250Z");
    // Not a moment later.
    expect(await issuedAt(now.toISOString())).toBe(now.toISOString());
    expect(await issuedAt(new Date(now.getTime() + 1).toISOString())).toBeUndefined();
  });

  test.each([
    ...[orderId, "/cert-1", `${orderId}/`, `${orderId}/cert-1@`, `${orderId}/@2026-01-31`],
    ...[`a line\n${orderId}/cert-1`, `${orderId}/undefined`],
    ...[
      "yesterday",
      "2026-02-30",
      "2099-01-01",
      "2026-01-31T12:00",
      "2026-01-31T12:00:00",
      "on 2026-01-31",
    ].map((date) => `${orderId}/cert-1@${date}`),
    ...["2026-01-31Z", "2026-01-31T12:00:00Z.", "2026-13-01", "12026-01-31"].map(
      (date) => `${orderId}/cert-1@${date}`,
    ),
  ])("refuses %s", async (id) => {
    expect(inWords((await imported(id))?.diagnostics)).toEqual(["error: Invalid Import Id"]);
  });

  test("knows a certificate again that the history knows, by the last attempt that made it", async () => {
    await attempted(service, other, { event: "done", certificate: "cert-1", attempt: "a0" });
    await attempted(service, plain, { event: "done", certificate: "cert-1" }, "cert-0");
    await attempted(service, other, { event: "done", certificate: "cert-2", attempt: "a2" }, "cert-1");
    expect((await imported(`${orderId}/cert-1`))?.state).toMatchObject({
      ...{ attempt_id: "a1", fingerprint: what, previous_certificate_id: "cert-0" },
      issued_at: "2026-11-01T00:00:00.000Z",
    });
    expect((await imported(`${orderId}/cert-1@2026-10-31`))?.state).toMatchObject({
      issued_at: "2026-10-31T00:00:00.000Z",
    });
  });

  test("is refused where the journal cannot be used", async () => {
    broken();
    expect(inWords((await imported(`${orderId}/cert-1`))?.diagnostics)).toEqual(["error: Nothing Was Sent"]);
  });
});
