import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { findEvidence, Journal } from "../../../src/journal/index.ts";
import { openStore } from "../../../src/journal/stores/address.ts";
import { atTheEnd } from "../../harness/at-the-end.ts";
import { callbackEvent } from "../../harness/callback-event.ts";
import { certorderProcess, newFolder, startCertorder } from "../../harness/cli/cli.ts";
import { sent } from "../../harness/journal/events.ts";
import { commandIntent, reissue } from "../../harness/journal/intents.ts";
import { PostgresServer } from "../../harness/journal/postgres-server.ts";
import { credentials, S3Server } from "../../harness/journal/s3-server.ts";

// Receivers with the rights that `journal init` prints, on stores that are locked, cut off or emptied.

const postgres = await PostgresServer.start();
let roles = 0;

/** A new journal, with a role for those who reissue and one for receivers. */
async function newJournal() {
  const url = await postgres.newPlace();
  const { stdout } = await certorderProcess(["journal", "init", "--json", "--journal", url], {});
  const { rights } = JSON.parse(stdout) as { rights: { reissuers: string; receivers: string } };
  const [reissuer, receiver] = [`reissuer_${++roles}`, `receiver_${roles}`];
  for (const [role, statements] of [
    [reissuer, rights.reissuers],
    [receiver, rights.receivers],
  ] as const) {
    await postgres.query(`create role ${role} login`);
    await postgres.query(statements.replaceAll(/\bto [^;\s]+/g, `to ${role}`));
  }
  const as = (role: string) => url.replace("//owner@", `//${role}@`);
  const schema = new URL(url).searchParams.get("schema");
  return { url, schema, reissuer: as(reissuer), receiver: as(receiver) };
}

/** Starts a receiver whose program tells what it deploys. */
async function startReceiver(url: string, env = {}) {
  const folder = newFolder();
  const [program, log] = [join(folder, "deploy"), join(folder, "deployed")];
  writeFileSync(program, `#!/bin/sh\necho $CERTORDER_CERTIFICATE_ID >> ${log}\n`, { mode: 0o755 });
  const args = ["receive", "--port", "0", "--name", "r", "--journal", url, "--on-issued", program];
  const run = startCertorder(args, { env: { CERTORDER_ACCESS_KEY: "key-1", ...env } });
  atTheEnd(() => run.child.kill("SIGKILL"));
  let text = "";
  run.child.stdout.on("data", (chunk) => (text += chunk));
  await run.prints('"listening"');
  const [, receiverUrl = ""] = /"url":"(http:[^"]*)"/.exec(text) ?? [];
  return {
    callBack: async (certificate: string, order = "order-1") => {
      const headers = { "content-type": "application/json", "x-cc-callback-auth": "key-1" };
      const body = JSON.stringify(callbackEvent(certificate, order));
      return (await fetch(receiverUrl, { method: "POST", headers, body })).status;
    },
    health: async () => (await fetch(`${receiverUrl}/health`)).status,
    deployed: (certificates: readonly string[]) =>
      vi.waitFor(() => {
        const found = existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : [];
        expect(found, text).toEqual(certificates);
      }, 30_000),
  };
}

const reissued = (journal: Journal, certificate: string) =>
  reissue(journal, commandIntent({ requestDigest: certificate }), "done", certificate);

describe("A receiver with a journal in PostgreSQL", () => {
  test("records and deploys with its own rights, and cannot write to the journal", async () => {
    const { reissuer, receiver } = await newJournal();
    const { callBack, health, deployed } = await startReceiver(receiver);
    await reissued(new Journal(reissuer), "cert-1");
    expect(await callBack("cert-1")).toBe(200);
    await deployed(["cert-1"]);
    expect(await health()).toBe(200);
    expect(await callBack("cert-1", "order-of-a-test")).toBe(200);
    await expect(openStore(receiver, {}).log("order-1").append(sent("forged"))).rejects.toMatchObject({
      code: "journal_unavailable",
    });
    expect(await new Journal(reissuer).attempts("order-1")).toHaveLength(1);
  });

  test("A user who reissues cannot write callbacks, and can reissue, wait and see evidence", async () => {
    const { reissuer, receiver } = await newJournal();
    const { callBack } = await startReceiver(receiver);
    const journal = new Journal(reissuer);
    await reissued(journal, "cert-1");
    expect(await callBack("cert-1")).toBe(200);
    const waited = await journal.callbacks.waitUntilIssued({ orderId: "order-1", timeoutMs: 10_000 });
    expect(waited).toMatchObject({ kind: "issued", callback: { certificateId: "cert-1" } });
    await reissue(journal, commandIntent({ requestDigest: "B" }), "unknown");
    expect(await callBack("cert-2")).toBe(200);
    const attempts = await journal.attempts("order-1");
    const { issued } = await journal.callbacks.read("order-1");
    const open = attempts.find(({ status }) => status === "open");
    expect(open && findEvidence(open, attempts, issued)).toMatchObject([{ certificateId: "cert-2" }]);
    const shown = await certorderProcess(["journal", "show", "order-1", "--journal", reissuer], {});
    expect(shown.stdout).toContain("cert-2");
    const callback = { orderId: "order-1", certificateId: "forged", receiver: "r" };
    await expect(journal.callbacks.record(callback)).rejects.toMatchObject({ code: "journal_unavailable" });
    expect((await journal.callbacks.read("order-1")).issued).toHaveLength(2);
  });

  test("A callback that a locked table holds up is refused or recorded, and its redelivery starts the program", async () => {
    const { url, schema, reissuer, receiver } = await newJournal();
    const { callBack, deployed } = await startReceiver(receiver);
    await reissued(new Journal(reissuer), "cert-1");
    const locked = postgres.query(
      `begin; lock table ${schema}.certorder_callbacks in share mode; select pg_sleep(14); commit`,
    );
    await sleep(500);
    const first = await callBack("cert-1");
    const isRecorded = async () => (await new Journal(url).callbacks.read("order-1")).issued.length > 0;
    if (first === 200) expect(await isRecorded()).toBe(true);
    else expect(first).toBe(503);
    await locked;
    await vi.waitFor(async () => expect(await callBack("cert-1")).toBe(200), 20_000);
    expect(await isRecorded()).toBe(true);
    await deployed(["cert-1"]);
  }, 90_000);

  test("A receiver whose connections are cut goes on", async () => {
    const { reissuer, receiver } = await newJournal();
    const { callBack, deployed } = await startReceiver(receiver);
    await reissued(new Journal(reissuer), "cert-1");
    const { username } = new URL(receiver);
    for (const certificate of ["cert-1", "cert-1"]) {
      const cut = `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${username}'`;
      const [status] = await Promise.all([callBack(certificate), postgres.query(cut)]);
      expect([200, 503]).toContain(status);
    }
    expect(await callBack("cert-1")).toBe(200);
    await deployed(["cert-1"]);
  });

  test.each([
    ["journal", "certorder_journal"],
    ["callbacks", "certorder_callbacks"],
    ["journal and callbacks", "certorder_journal", "certorder_callbacks"],
  ])("The service has to call back again if the table of the %s was emptied", async (_, ...tables) => {
    const { schema, reissuer, receiver } = await newJournal();
    const { callBack } = await startReceiver(receiver);
    await reissued(new Journal(reissuer), "cert-1");
    expect(await callBack("cert-1")).toBe(200);
    for (const table of tables) await postgres.query(`truncate ${schema}.${table}`);
    expect(await callBack("cert-2", "order-2")).toBe(503);
    // Also for an order that the journal still knows: what was deployed is lost with the receiver's registration.
    expect(await callBack("cert-1")).toBe(503);
  });
});

describe("A receiver with a journal in S3", async () => {
  const s3 = await S3Server.start();

  test("writes only below its own prefix", async () => {
    const url = await s3.newJournal();
    const { callBack, deployed } = await startReceiver(url, credentials);
    const journal = new Journal(url, { env: credentials });
    await reissued(journal, "cert-1");
    const { pathname } = new URL(url);
    const keys = async () => {
      const list = await fetch(
        `http://127.0.0.1:${s3.port}/journal?list-type=2&prefix=${pathname.slice(1)}/`,
      );
      return [...(await list.text()).matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = ""]) => key);
    };
    const before = await keys();
    expect(await callBack("cert-1")).toBe(200);
    await deployed(["cert-1"]);
    await vi.waitFor(async () => {
      const { deployments } = await journal.callbacks.read("order-1");
      expect(deployments.at(-1)).toMatchObject({ step: "deployed" });
    }, 10_000);
    const written = (await keys()).filter((key) => !before.includes(key));
    expect(written).toHaveLength(3);
    for (const key of written) expect(key.startsWith(`${pathname.slice(1)}/=callbacks/`)).toBe(true);
    expect(await journal.attempts()).toHaveLength(1);
  });
});
