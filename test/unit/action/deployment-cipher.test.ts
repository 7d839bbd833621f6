import { describe, expect } from "vitest";
import { EntryCipher } from "../../../src/action/deployments/cipher.ts";
import { type ActionWithSandbox, readAttemptId, test } from "../../harness/action/action-with-sandbox.ts";
import { anotherCsr } from "../../harness/action/csr.ts";
import type { Deployment } from "../../harness/action/fake-github.ts";

// Everyone with access to the repository can change the record. Which entries count, also after the auth key was replaced.

/** The same account's key after it was replaced. */
const replaced = { "key-id": "configured", "auth-key": "sandbox-configured-auth-key" };
const hour = 3_600_000;

const outOfStock = (world: ActionWithSandbox) => {
  const body = '{"code":"out_of_stock"}';
  world.sandbox.fault({ kind: "status", operation: "reissue", status: 400, body });
};
const lose = (world: ActionWithSandbox) =>
  world.sandbox.fault({ kind: "reset-before-reading", operation: "reissue" });

describe.concurrent("A record after its auth key was replaced", () => {
  test("blocks the order while an attempt is open, and lets a person resolve it", async ({ world }) => {
    lose(world);
    await world.reissueHere();
    world.github.age(hour);
    const held = await world.reissueHere(replaced, { runId: 8 });
    expect(held.outputs).toMatchObject({ outcome: "not-sent", code: "unresolved_attempt" });
    const resolve = `${readAttemptId(held.said)}:not-happened`;
    expect((await world.reissueHere({ ...replaced, resolve }, { runId: 8 })).outputs.outcome).toBe("done");
    expect(world.sandbox.ledger).toHaveLength(1);
    // A workflow that still uses the old key does not believe the new one.
    world.github.age(hour);
    expect((await world.reissueHere({}, { runId: 9 })).outputs.code).toBe("unresolved_attempt");
  });

  test("blocks the order while an attempt has no outcome", async ({ world }) => {
    await world.reissueHere();
    world.github.deployments[0]?.statuses.splice(0);
    expect((await world.reissueHere(replaced, { runId: 8 })).outputs.code).toBe("unresolved_attempt");
    expect(world.sandbox.ledger).toHaveLength(1);
  });

  test("keeps a re-run of a success from being sent, and not a new run", async ({ world }) => {
    await world.reissueHere();
    world.github.age(hour);
    const again = await world.reissueHere(replaced, { runAttempt: 2 });
    expect(again.outputs).toMatchObject({ outcome: "not-sent", code: "result_encrypted" });
    expect(again.said).toContain("Its certificate id is encrypted with another auth key.");
    const other = await world.reissueHere(
      { ...replaced, "csr-file": "", csr: anotherCsr() },
      { runAttempt: 2 },
    );
    expect(other.outputs.code).toBe("idempotency_key_used");
    expect(other.said).toContain("(its id is encrypted with another auth key)");
    expect(world.sandbox.ledger).toHaveLength(1);
    expect((await world.reissueHere(replaced, { runId: 8 })).outputs.outcome).toBe("done");
    expect(world.sandbox.ledger).toHaveLength(2);
  });

  test("lets a person state the certificate under the new key, and buys no second one", async ({ world }) => {
    const key = { "idempotency-key": "T-1" };
    const first = await world.reissueHere(key);
    world.github.age(hour);
    const blocked = await world.reissueHere({ ...key, ...replaced }, { runId: 8 });
    expect(blocked.outputs.code).toBe("result_encrypted");
    expect(blocked.said).toMatch(/^ {4}resolve: [0-9a-f]{12}:CERTIFICATE_ID$/m);
    const { "certificate-id": certificate, "attempt-id": attempt } = first.outputs;
    const resolve = `${attempt}:${certificate}`;
    const stated = await world.reissueHere({ ...key, ...replaced, resolve }, { runId: 9 });
    expect(stated.outputs).toMatchObject({ "already-done": true, "certificate-id": certificate });
    world.github.age(hour);
    const later = await world.reissueHere({ ...key, ...replaced }, { runId: 10 });
    expect(later.outputs).toMatchObject({ "already-done": true, "certificate-id": certificate });
    const old = await world.reissueHere(key, { runId: 11 });
    expect(old.outputs).toMatchObject({ "already-done": true, "certificate-id": certificate });
    expect(world.sandbox.ledger).toHaveLength(1);
  });

  test("does not show a run what a newer run made meanwhile", async ({ world }) => {
    world.github.create(8, hour);
    await world.reissueHere();
    world.github.age(hour);
    expect((await world.reissueHere(replaced, { runId: 8 })).outputs.code).toBe("result_encrypted");
    const csr = { "csr-file": "", csr: anotherCsr() };
    const refused = await world.reissueHere({ ...replaced, ...csr }, { runId: 8 });
    expect(refused.outputs.code).toBe("reissued_since");
    expect(refused.said).not.toContain("undefined");
    expect(world.sandbox.ledger).toHaveLength(1);
  });

  test("does not block the order for a refused attempt", async ({ world }) => {
    outOfStock(world);
    await world.reissueHere();
    expect((await world.reissueHere(replaced, { runAttempt: 2 })).outputs.outcome).toBe("done");
    expect(world.sandbox.ledger).toHaveLength(1);
  });
});

describe.concurrent("A person without the auth key", () => {
  /** Whether a run stops at what was done to the record, and sends nothing. */
  const expectStopped = async (world: ActionWithSandbox, code = "history_not_genuine") => {
    const before = world.sandbox.requests.length;
    const { outputs, said } = await world.reissueHere({}, { runId: 8 });
    expect(outputs).toMatchObject({ outcome: "not-sent", code });
    expect(world.sandbox.requests).toHaveLength(before);
    return said;
  };
  const open = async (world: ActionWithSandbox): Promise<Deployment> => {
    lose(world);
    await world.reissueHere();
    world.github.age(hour);
    const [deployment] = world.github.deployments;
    if (!deployment) throw new Error("nothing was recorded");
    return deployment;
  };

  test.for([
    ["order", "sha256:00000000000000000000000000000000", undefined],
    ["attempt", "abcdefabcdef", "history_not_genuine"],
    ["digest", "csr:0000000000000000", "history_not_genuine"],
    ["key", undefined, "history_not_genuine"],
    ["run", "2099-01-01T00:00:00Z 000000000000001", "history_not_genuine"],
    ["kind", "answered", "history_not_genuine"],
    ["closed", 999, "history_not_genuine"],
    ["added", true, "history_not_genuine"],
    ["mac", "0".repeat(32), "history_not_genuine"],
    ["mac", undefined, "history_not_genuine"],
  ] as const)("cannot change %s in a record to %s", async ([member, value, code], { world }) => {
    const deployment = await open(world);
    const payload = { ...(deployment.payload as object), [member]: value };
    deployment.payload = JSON.stringify(payload);
    if (code) expect(await expectStopped(world)).toContain("deployment 101");
    // A record that names another order is that order's: this can be done by deleting it as well.
    else expect((await world.reissueHere({}, { runId: 8 })).outputs.outcome).toBe("done");
  });

  test.for([
    ["a word without an encrypted id", (): string => "not-happened", "unresolved_attempt"],
    [
      "a word with an id encrypted with a key of their own",
      (): string => `rejected ${new EntryCipher("theirs").encrypt("", "101 x rejected")}`,
      "unresolved_attempt",
    ],
    [
      "another word before a genuine encrypted id",
      ({ github }: ActionWithSandbox): string =>
        (github.deployments[0]?.statuses[0]?.description ?? "").replace("unknown", "not-happened"),
      "history_not_genuine",
    ],
    [
      "an encrypted id that claims our key",
      ({ sandbox }: ActionWithSandbox): string => {
        const id = new EntryCipher(sandbox.credentials.authKey).id;
        const bytes = Buffer.concat([Buffer.from(id, "hex"), Buffer.alloc(40)]);
        return `not-happened ${bytes.toString("base64url")}`;
      },
      "history_not_genuine",
    ],
  ] as const)("cannot resolve an attempt by %s", async ([_, word, code], { world }) => {
    const deployment = await open(world);
    deployment.statuses.push({ state: "error", description: word(world), body: {} });
    await expectStopped(world, code);
  });

  test("cannot undo a resolution by copying an earlier status", async ({ world }) => {
    const { statuses } = await open(world);
    const attempt = readAttemptId((await world.reissueHere({}, { runId: 8 })).said);
    const resolve = `${attempt}:cert-77`;
    expect((await world.reissueHere({ resolve }, { runId: 8 })).outputs["certificate-id"]).toBe("cert-77");
    statuses.push({ ...(statuses[0] as (typeof statuses)[0]) });
    world.github.age(hour);
    expect((await world.reissueHere({}, { runId: 9 })).outputs.outcome).toBe("done");
  });

  test("cannot begin an attempt again by copying its record", async ({ world }) => {
    const deployment = await open(world);
    world.github.deployments.push({ ...deployment, id: 500, statuses: [] });
    expect(await expectStopped(world)).toContain("deployment");
  });

  test("cannot hide an open attempt behind their own or another repository's record", async ({ world }) => {
    const deployment = await open(world);
    const forge = (key: EntryCipher, members: object) => {
      const { mac: _, ...payload } = deployment.payload as Record<string, unknown>;
      const forged = { ...payload, authKey: key.id, closed: 9_999, latest: 0, ...members };
      const id = 600 + world.github.deployments.length;
      const attempt = String((forged as { attempt?: string }).attempt);
      const description = `done ${key.encrypt("cert-9", `${id} ${attempt} done`)}`;
      const statuses = [{ state: "success", description, body: {} }];
      world.github.deployments.push({
        ...deployment,
        id,
        payload: { ...forged, mac: key.mac(forged) },
        statuses,
      });
    };
    forge(new EntryCipher("theirs"), { attempt: "0123456789ab" });
    const process = "https://github.com/acme/other/actions/runs/7";
    forge(new EntryCipher(world.sandbox.credentials.authKey), { attempt: "0123456789ac", process });
    await expectStopped(world, "unresolved_attempt");
  });
});

describe.concurrent("A record of another address of the service", () => {
  test("blocks the run, until the input service names the service", async ({ world }) => {
    await world.reissueHere();
    world.github.age(hour);
    const elsewhere = { "base-url": world.sandbox.url.replace("127.0.0.1", "localhost") };
    const refused = await world.reissueHere(elsewhere, { runId: 8 });
    expect(refused.outputs).toMatchObject({ outcome: "not-sent", code: "other_service" });
    const [, service = ""] = /^ {4}service: (sha256:\w+)$/m.exec(refused.said) ?? [];
    for (const name of [world.sandbox.url, service]) {
      world.github.age(hour);
      const runId = name === service ? 9 : 8;
      const named = await world.reissueHere({ ...elsewhere, service: name }, { runId });
      expect(named.outputs).toMatchObject({ outcome: "done", "already-done": false });
      const again = await world.reissueHere({ ...elsewhere, service: name }, { runId, runAttempt: 2 });
      expect(again.outputs["already-done"]).toBe(true);
    }
    expect(world.sandbox.ledger).toHaveLength(3);
    const renamed = await world.reissueHere({ ...elsewhere, service: "staging" }, { runId: 10 });
    expect(renamed.outputs).toMatchObject({ outcome: "not-sent", code: "other_service" });
  });
});
