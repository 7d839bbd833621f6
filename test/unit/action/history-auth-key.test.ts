import { describe, expect, test as plainTest } from "vitest";
import { EntryCipher } from "../../../src/action/deployments/cipher.ts";
import { toPayload } from "../../../src/action/deployments/entries.ts";
import { DeploymentStore } from "../../../src/action/deployments/store.ts";
import type { GitHub } from "../../../src/action/github.ts";
import { importedEvent } from "../../../src/journal/import.ts";
import { blankAttempt } from "../../../src/journal/index.ts";
import {
  type ActionWithSandbox,
  hour,
  readAttemptId,
  test,
  withAnotherCsr,
} from "../../harness/action/action-with-sandbox.ts";
import type { Deployment } from "../../harness/action/fake-github.ts";

// Everyone with access to the repository can change the record. Which entries count, also after the auth key was replaced.

/** The same account's key after it was replaced. */
const replaced = { "key-id": "configured", "auth-key": "sandbox-configured-auth-key" };
const runs = "https://github.com/acme/site/actions/runs";

test("A record in a repository has no values of a request, so that a message has only their names", async ({
  world,
}) => {
  await world.reissueHere({ "idempotency-key": "T-1" });
  expect(JSON.stringify(world.github.deployments)).not.toMatch(/example\.com|"values"/);
  const other = await world.reissueHere({ "idempotency-key": "T-1", ...withAnotherCsr() }, { runId: 8 });
  expect(other.outputs.code).toBe("idempotency_key_used");
  expect(other.said).toContain("with a different request: csr differs");
});

describe.concurrent("A record after its auth key was replaced", () => {
  test.for(["unknown", "none"])(
    "blocks the order while the outcome of an attempt is %s, and lets a person resolve it",
    async (outcome, { world }) => {
      world.lose();
      await world.reissueHere();
      if (outcome === "none") world.github.deployments[0]?.statuses.splice(0);
      world.github.age(hour);
      const blocked = await world.reissueHere(replaced, { runId: 8 });
      expect(blocked.outputs).toMatchObject({ outcome: "not-sent", code: "unresolved_attempt" });
      const resolve = `${readAttemptId(blocked.said)}:not-happened`;
      expect(await world.ends({ ...replaced, resolve }, { runId: 8 })).toBe("stated");
      expect(await world.ends(replaced, { runId: 8 })).toBe("sent");
      // A workflow that still uses the old key does not believe the new one.
      world.github.age(hour);
      expect(await world.ends({}, { runId: 9 })).toBe("unresolved_attempt");
      expect(world.reissues).toBe(1);
    },
  );

  test("keeps a re-run of a success from being sent, and not a new run", async ({ world }) => {
    await world.reissueHere();
    world.github.age(hour);
    expect(await world.ends(replaced, { runAttempt: 2 })).toBe("result_unusable");
    const other = await world.reissueHere({ ...replaced, ...withAnotherCsr() }, { runAttempt: 2 });
    expect(other.outputs.code).toBe("idempotency_key_used");
    expect(other.said).toContain("(its id is encrypted with another auth key)");
    expect(world.reissues).toBe(1);
    expect(await world.ends(replaced, { runId: 8 })).toBe("sent");
  });

  test("lets a person state the certificate under the new key, and buys no second one", async ({ world }) => {
    const key = { "idempotency-key": "T-1" };
    const { outputs: first } = await world.reissueHere(key);
    world.github.age(hour);
    const blocked = await world.reissueHere({ ...key, ...replaced }, { runId: 8 });
    expect(blocked.outputs.code).toBe("result_unusable");
    expect(blocked.said).toMatch(/^ {4}resolve: [0-9a-f]{12}:CERTIFICATE_ID$/m);
    const certificate = first["certificate-id"];
    const resolve = `${first["attempt-id"]}:${certificate}`;
    expect(await world.ends({ ...key, ...replaced, resolve }, { runId: 9 })).toBe("stated");
    for (const [inputs, runId] of [
      [{ ...key, ...replaced }, 10],
      [key, 11],
    ] as const) {
      const { outputs } = await world.reissueHere(inputs, { runId });
      expect(outputs, `run ${runId}`).toMatchObject({ "already-done": true, "certificate-id": certificate });
      world.github.age(hour);
    }
    expect(world.reissues).toBe(1);
  });

  test("blocks a renewal of an imported certificate, until it is imported again", async ({ world }) => {
    const renewal = { ...replaced, "max-age": "30d" };
    await world.reissueHere({ import: "cert-portal@2026-01-01" });
    expect(await world.ends(renewal, { runId: 8 })).toBe("recently_reissued");
    const imported = { ...replaced, import: "cert-portal@latest,2026-01-01" };
    expect(await world.ends(imported, { runId: 9 })).toBe("stated");
    expect(await world.ends(renewal, { runId: 10 })).toBe("sent");
    expect(world.reissues).toBe(1);
  });

  test("does not block the order for a refused attempt", async ({ world }) => {
    world.refuse();
    await world.reissueHere();
    expect(await world.ends(replaced, { runAttempt: 2 })).toBe("sent");
  });
});

describe.concurrent("A person without the auth key", () => {
  /** Whether a run stops at what was done to the record, and sends nothing. */
  const expectStopped = async (world: ActionWithSandbox, code = "journal_damaged") => {
    const before = world.sandbox.requests.length;
    const { outputs, said } = await world.reissueHere({}, { runId: 8 });
    expect(outputs).toMatchObject({ outcome: "not-sent", code });
    expect(world.sandbox.requests).toHaveLength(before);
    return said;
  };
  /** The record of an attempt of unknown outcome. */
  const open = async (world: ActionWithSandbox): Promise<Deployment> => {
    world.lose();
    await world.reissueHere();
    world.github.age(hour);
    const [deployment] = world.github.deployments;
    if (!deployment) throw new Error("nothing was recorded");
    return deployment;
  };

  test.for([
    ["order", "sha256:00000000000000000000000000000000"],
    ["attempt", "abcdefabcdef"],
    ["digest", "csr:0000000000000000"],
    ["key", undefined],
    ["process", `${runs}/8/attempts/1`],
    ["kind", "key-answered"],
    ["kind", "imported"],
    ["added", true],
    ["mac", "0".repeat(32)],
    ["mac", undefined],
  ] as const)("cannot change %s in a record to %s", async ([member, value], { world }) => {
    const deployment = await open(world);
    deployment.payload = JSON.stringify({ ...(deployment.payload as object), [member]: value });
    // A record that names another order is that order's: this can be done by deleting it as well.
    if (member === "order") expect(await world.ends({}, { runId: 8 })).toBe("sent");
    else expect(await expectStopped(world)).toContain("deployment 101");
  });

  test.for<[string, string, (world: ActionWithSandbox) => string]>([
    ["a word without an encrypted id", "unresolved_attempt", () => "not-happened"],
    [
      "a word with an id encrypted with a key of their own",
      "unresolved_attempt",
      () => `rejected ${new EntryCipher("theirs").encrypt("", "101 x rejected")}`,
    ],
    [
      "another word before a genuine encrypted id",
      "journal_damaged",
      ({ github }) =>
        (github.deployments[0]?.statuses[0]?.description ?? "").replace("unknown", "not-happened"),
    ],
    [
      "an encrypted id that claims our key",
      "journal_damaged",
      ({ sandbox }) => {
        const { id } = new EntryCipher(sandbox.credentials.authKey);
        const bytes = Buffer.concat([Buffer.from(id, "hex"), Buffer.alloc(40)]);
        return `not-happened ${bytes.toString("base64url")}`;
      },
    ],
  ])("cannot resolve an attempt by %s", async ([_, code, word], { world }) => {
    const deployment = await open(world);
    deployment.statuses.push({ state: "error", description: word(world), body: {} });
    await expectStopped(world, code);
  });

  test("cannot resolve an attempt by copying the result of another", async ({ world }) => {
    await world.reissueHere();
    world.github.age(hour);
    world.lose();
    await world.reissueHere({}, { runId: 8 });
    const [done, lost] = world.github.deployments;
    lost?.statuses.push(...(done?.statuses ?? []));
    await expectStopped(world);
  });

  test("cannot undo a resolution by copying an earlier status", async ({ world }) => {
    const { statuses, payload } = await open(world);
    const resolve = `${(payload as { attempt: string }).attempt}:cert-77`;
    expect((await world.reissueHere({ resolve }, { runId: 8 })).outputs["certificate-id"]).toBe("cert-77");
    statuses.push({ ...(statuses[0] as (typeof statuses)[0]) });
    expect(await world.ends({}, { runId: 9 })).toBe("sent");
  });

  test("cannot begin an attempt again by copying its record", async ({ world }) => {
    const deployment = await open(world);
    world.github.deployments.push({ ...deployment, id: 500, statuses: [] });
    expect(await expectStopped(world)).toContain("deployment 500");
  });

  test("cannot import again by copying an import", async ({ world }) => {
    await world.reissueHere({ import: "cert-1" });
    const [deployment] = world.github.deployments;
    if (deployment) world.github.deployments.push({ ...deployment, id: 500 });
    expect(await expectStopped(world)).toContain("deployment 500");
  });

  test("cannot take an open attempt away by an import in its name", async ({ world }) => {
    const { payload, body } = await open(world);
    const { attempt } = payload as { attempt: string };
    const forged = toPayload(
      new EntryCipher("theirs"),
      {
        ...importedEvent(
          "order-ssl-1",
          [blankAttempt(attempt, "order-ssl-1")],
          { certificateId: "c" },
          contextOf(world),
        ),
        attempt,
      },
      "order-ssl-1",
    );
    world.github.deployments.push({ id: 500, payload: forged, body, statuses: [] });
    await expectStopped(world, "unresolved_attempt");
  });

  test("cannot make a renewal due by an import that keeps an old date of ours", async ({ world }) => {
    await world.ends({ import: "cert-9@2020-01-01" });
    await world.reissueHere();
    const [ours, reissue] = world.github.deployments.map(({ payload }) => payload as { attempt: string });
    const event = importedEvent(
      "order-ssl-1",
      [blankAttempt(reissue?.attempt ?? "", "")],
      { certificateId: "cert-9" },
      contextOf(world),
    );
    expect(event).toMatchObject({ keepsDate: true, attempt: ours?.attempt });
    const forged = toPayload(new EntryCipher("theirs"), event, "order-ssl-1");
    const [, { body } = { body: {} }] = world.github.deployments;
    world.github.deployments.push({ id: 500, payload: forged, body, statuses: [] });
    expect(await world.ends({ "max-age": "30d" }, { runId: 8 })).toBe("recently_reissued");
  });

  test("cannot make a renewal due by an import with an old date", async ({ world }) => {
    await world.reissueHere();
    const [{ payload, body } = { payload: {}, body: {} }] = world.github.deployments;
    const { attempt } = payload as { attempt: string };
    const statement = { certificateId: "c", issuedAt: "2020-01-01T00:00:00.000Z" };
    const event = importedEvent("order-ssl-1", [blankAttempt(attempt, "")], statement, contextOf(world));
    const forged = toPayload(new EntryCipher("theirs"), event, "order-ssl-1");
    world.github.deployments.push({ id: 500, payload: forged, body, statuses: [] });
    expect(await world.ends({ "max-age": "30d" }, { runId: 8 })).toBe("recently_reissued");
  });

  const contextOf = ({ sandbox }: ActionWithSandbox) => ({
    service: { name: undefined, address: sandbox.url.replace(/\/$/, "") },
    at: "",
  });

  test("cannot hide an open attempt behind their own or another repository's record", async ({ world }) => {
    const deployment = await open(world);
    const forge = (key: EntryCipher, attempt: string, members: object) => {
      const { mac: _, ...payload } = deployment.payload as Record<string, unknown>;
      const forged = { ...payload, authKey: key.id, attempt, ...members };
      const id = 600 + world.github.deployments.length;
      const description = `done ${key.encrypt("cert-9", `${id} ${attempt} done`)}`;
      const statuses = [{ state: "success", description, body: {} }];
      world.github.deployments.push({
        ...deployment,
        id,
        payload: { ...forged, mac: key.mac(forged) },
        statuses,
      });
    };
    forge(new EntryCipher("theirs"), "0123456789ab", {});
    forge(new EntryCipher(world.sandbox.credentials.authKey), "0123456789ac", {
      process: "https://github.com/acme/other/actions/runs/7",
    });
    await expectStopped(world, "unresolved_attempt");
  });

  test.for([
    ["wrote with a key of their own", "sent", "theirs", {}, undefined],
    ["changed", "journal_damaged", undefined, { key: "2099" }, undefined],
    ["wrote about an attempt that is not in the record", "sent", undefined, {}, "0123456789ab"],
  ] as const)(
    "cannot answer a run by an answer that they %s",
    async ([_, ends, key, change, named], { world }) => {
      const { outputs } = await world.reissueHere();
      world.github.age(hour);
      const attempt = named ?? String(outputs["attempt-id"]);
      const payload = toPayload(
        new EntryCipher(key ?? world.sandbox.credentials.authKey),
        { event: "key-answered", attempt, at: "", key: "run 8" },
        "order-ssl-1",
      );
      const [{ body } = { body: {} }] = world.github.deployments;
      world.github.deployments.push({ id: 500, payload: { ...payload, ...change }, body, statuses: [] });
      expect(await world.ends({}, { runId: 8 })).toBe(ends);
    },
  );
});

test("A record of another address of the service blocks the run, until the input service names it", async ({
  world,
}) => {
  await world.reissueHere();
  const elsewhere = { "base-url": world.sandbox.url.replace("127.0.0.1", "localhost") };
  world.github.age(hour);
  const refused = await world.reissueHere(elsewhere, { runId: 8 });
  expect(refused.outputs).toMatchObject({ outcome: "not-sent", code: "other_service" });
  const [, service = ""] = /^ {4}service: (sha256:\w+)$/m.exec(refused.said) ?? [];
  for (const [index, name] of [world.sandbox.url, service].entries()) {
    world.github.age(hour);
    const inputs = { ...elsewhere, service: name };
    expect(await world.ends(inputs, { runId: 8 + index })).toBe("sent");
    expect(await world.ends(inputs, { runId: 8 + index, runAttempt: 2 })).toBe("answered");
  }
  expect(world.reissues).toBe(3);
  expect(await world.ends({ ...elsewhere, service: "staging" }, { runId: 10 })).toBe("other_service");
});

plainTest("The record refuses an event that it cannot store", async () => {
  const store = new DeploymentStore({ run: { url: `${runs}/7` } } as GitHub, "key", () => []);
  const event = { event: "set-aside", entry: "unreadable-1-abcdef", at: "" } as const;
  await expect(store.log("order-1").append(event)).rejects.toThrow("cannot store the event set-aside");
});
