import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Platform } from "../../../scripts/runtimes.ts";
import { Workspace } from "../../../src/plugin/testing/index.ts";
import { version } from "../../../src/version.ts";
import { confirmedRequest, csr, csrFile, names, service } from "../../harness/cli/service.ts";
import { eventually } from "../../harness/faults/raw-server.ts";
import { createJournal } from "../../harness/journal/new-journal.ts";
import { newFolder } from "../../harness/new-folder.ts";
import type { Machine } from "./machine.ts";

type InstalledExecutable = Awaited<ReturnType<typeof openSmokeTest>>;

/** What people do with it on the first day, and a kill. Each step goes on from the one before. */
export const steps: Readonly<Record<string, (stage: InstalledExecutable) => Promise<void>>> = {
  async "says what it is"({ run, platform }) {
    const { said } = await run("version", "--json");
    assert.deepEqual([JSON.parse(said).version, JSON.parse(said).platform], [version, platform]);
  },
  async "reads a CSR from a file"({ run, csrFile }) {
    assert.match((await run("csr", "inspect", csrFile)).said, /www\.example\.com/);
  },
  async "reissues once for one idempotency key"({ run, service, csrFile }) {
    const request = requestOf(csrFile, "a ticket");
    assert.match((await run("reissue", "order-1", ...request)).said, /✓ reissued/);
    assert.match((await run("reissue", "order-1", ...request)).said, /✓ already reissued/);
    assert.equal(service.reissues("order-1"), 1);
  },
  async "shows its journal"({ run }) {
    const { orders } = JSON.parse((await run("status", "--json")).said);
    assert.equal(orders.length, 1);
  },
  async "is killed while it waits, and the order is blocked"({ run, start, service, csrFile }) {
    service.addFault({ kind: "hang" });
    const before = service.requests.length;
    const child = start("reissue", "order-2", ...requestOf(csrFile, "killed"));
    assert(await eventually(() => service.requests.length > before, 60_000), "The request never came.");
    child.kill("SIGKILL");
    await once(child, "close");
    const again = await run("reissue", "order-2", ...requestOf(csrFile, "after that"));
    assert.match(again.said, /not sent/);
    assert.equal(again.code, 4);
    assert.equal(service.reissues("order-2"), 0);
  },
  async "is resolved, and superseded"({ run, service, csrFile }) {
    const { orders } = JSON.parse((await run("status", "--order", "order-2", "--json")).said);
    const { attempt_id } = orders[0].open_attempts[0];
    await run("journal", "resolve", "order-2", attempt_id, "--certificate-id", "cert-found");
    await run("reissue", "order-2", ...requestOf(csrFile, "on top"), "--supersede", attempt_id);
    assert.equal(service.reissues("order-2"), 1);
  },
  async "is a provider: plans, applies, has nothing left to do, and adopts it"({ command, env, service }) {
    const workspace = await Workspace.open({ command, environment: env, provider: {} });
    try {
      const config = {
        order_id: "order-3",
        sign_hash: "sha256",
        csr,
        common_name: names[0],
        dns_names: [...names],
      };
      for (const _ of ["created", "created again"]) {
        const resource = workspace.resource("certorder_reissue");
        await resource.apply(config);
        assert.equal((await resource.plan(config)).action, "none");
      }
      assert.equal(service.reissues("order-3"), 1);
    } finally {
      await workspace.close();
    }
  },
};

const requestOf = (file: string, key: string) =>
  confirmedRequest(key).map((argument) => (argument === csrFile ? file : argument));

/** An executable on its machine, with a service and a journal. */
export async function openSmokeTest(platform: Platform, machine: Machine, folder: string) {
  const stage = await service(["order-1", "order-2", "order-3"]);
  const home = newFolder("certorder-platforms-");
  const command = machine.command(folder);
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    ...machine.env,
    ...stage.env,
    CERTORDER_JOURNAL: machine.path(createJournal(join(home, "journal"))),
  };
  const start = (...args: readonly string[]) =>
    spawn(command[0], [...command.slice(1), ...args], { env, cwd: home, stdio: ["ignore", "pipe", "pipe"] });
  const run = async (...args: readonly string[]) => {
    const child = start(...args);
    const [stdout, stderr] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close"),
    ]);
    return { code: child.exitCode, said: stdout || stderr };
  };
  return { platform, service: stage, run, start, command, env, csrFile: machine.path(csrFile) };
}
