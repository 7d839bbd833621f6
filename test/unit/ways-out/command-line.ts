import { execFileSync, spawn, spawnSync } from "node:child_process";
import { appendFileSync, chmodSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "vitest";
import { startSandbox } from "../../../src/sandbox/index.ts";
import { atTheEnd } from "../../harness/at-the-end.ts";
import { bareEnvironment, newFolder, startCertorder } from "../../harness/cli/cli.ts";
import { fileOfOrder } from "../../harness/cli/file-of-order.ts";
import { newerVersion } from "../../harness/cli/newer-version.ts";
import {
  accepts,
  confirmedRequest,
  environmentFor,
  listener,
  requestFlags,
  sslOrder,
} from "../../harness/cli/service.ts";
import { freePort } from "../../harness/journal/free-port.ts";
import { newJournal } from "../../harness/journal/new-journal.ts";
import { commandLine } from "../../harness/program.ts";
import { lineIn, type Page, type WaysOut } from "../../harness/ways-out/page.ts";
import { openShell, type Shell, tell } from "../../harness/ways-out/shell.ts";

const done = { exit: 0, outcome: "done", already_done: false };
const alreadyDone = { exit: 0, outcome: "done", already_done: true };
const resolveSteps = "Run `certorder journal show ORDER`. It shows the attempt's id and its time.";

/** The attempt that `certorder journal show ORDER` shows. */
async function shownAttempt(page: Page, { type }: Shell): Promise<string> {
  const { attempts } = await type(page.line("journal show", { ORDER: "order-1" }));
  return String((attempts as { attempt_id: string }[]).at(-1)?.attempt_id);
}

/** The service carries the reissue out, and its answer is lost by this fault. */
async function resolveLostAnswer(
  page: Page,
  kind: "reset-after-processing" | "wrong-content-type",
): Promise<void> {
  const shell = await openShell();
  shell.sandbox.addFault({ kind });
  page.seenIn(await shell.reissue("k"));
  const ATTEMPT = await shownAttempt(page, shell);
  const [ID = ""] = shell.certificates();
  await shell.type(page.line("--certificate-id", { ORDER: "order-1", ATTEMPT, ID }));
  expect(await shell.reissue("k")).toMatchObject({ ...alreadyDone, certificate_id: ID });
  expect(shell.certificates()).toHaveLength(1);
}

/** The words before a command that let it see a folder as a file system from which no program may run. */
const withoutPrograms = (folder: string) => [
  ...["unshare", "--mount", "--map-root-user"],
  ...["sh", "-c", `mount -t tmpfs -o noexec none ${folder} && exec "$@"`, "sh"],
];
const [unshare = "", ...mounting] = withoutPrograms(newFolder());
const canMount = spawnSync(unshare, [...mounting, "true"]).status === 0;

export const commandLineWays = {
  usage: {
    says: "Run `certorder help COMMAND`.",
    async follow(page) {
      const { type, certificates } = await openShell();
      const mistyped = confirmedRequest("k").map((word) => (word === "--sign-hash" ? "--digest" : word));
      page.seenIn(await type(["reissue", "order-1", ...mistyped]));
      const { help } = await type(page.line("certorder help", { COMMAND: "reissue" }));
      const [flag = ""] = /--sign-\S+/.exec(String(help)) ?? [];
      const right = mistyped.map((word) => (word === "--digest" ? flag : word));
      expect(await type(["reissue", "order-1", ...right])).toMatchObject(done);
      expect(certificates()).toHaveLength(1);
    },
  },
  invalid_request: {
    says: "Correct the fields that the message names.",
    async follow(page) {
      const { reissue, certificates } = await openShell();
      const { message } = page.seenIn(await reissue("k", "--validity-days", "0"));
      const [field = ""] = /--\S+/.exec(String(message)) ?? [];
      expect(await reissue("k", field, "90")).toMatchObject(done);
      expect(certificates()).toHaveLength(1);
    },
  },
  invalid_setting: {
    says: "Correct the settings that the message names.",
    async follow(page) {
      const { sandbox, env, reissue, certificates } = await openShell();
      env.CERTORDER_BASE_URL = "";
      const { message, remedy } = page.seenIn(await reissue("k"));
      const [variable = ""] = /CERTORDER_\w+/.exec(`${message} ${remedy}`) ?? [];
      env[variable] = sandbox.url;
      expect(await reissue("k")).toMatchObject(done);
      expect(certificates()).toHaveLength(1);
    },
  },
  connect_failed: {
    says: "Check the host and the port in `base_url`",
    async follow(page) {
      const shell = await openShell();
      shell.env.CERTORDER_BASE_URL = `http://127.0.0.1:${await freePort()}`;
      shell.env.CERTORDER_MAX_TRIES = "1";
      page.seenIn(await shell.reissue("k"));
      shell.env.CERTORDER_BASE_URL = shell.sandbox.url;
      expect(await shell.reissue("k")).toMatchObject(done);
      expect(shell.certificates()).toHaveLength(1);
    },
  },
  tls_untrusted: {
    says: "If its authority is your own, name it in ca_file",
    async follow(page) {
      const { sandbox, env, reissue, certificates } = await openShell({ httpsPort: 0 });
      env.CERTORDER_BASE_URL = sandbox.httpsUrl;
      page.seenIn(await reissue("k"));
      const file = join(newFolder(), "ca.pem");
      writeFileSync(file, sandbox.caPem);
      expect(await reissue("k", "--ca-file", file)).toMatchObject(done);
      expect(certificates()).toHaveLength(1);
    },
  },
  connection_lost: {
    says: resolveSteps,
    follow: (page) => resolveLostAnswer(page, "reset-after-processing"),
  },
  deadline_exceeded: {
    says: resolveSteps,
    async follow(page) {
      const shell = await openShell();
      shell.sandbox.addFault({ kind: "hang" });
      page.seenIn(await shell.reissue("k", "--timeout-seconds", "1"));
      const ATTEMPT = await shownAttempt(page, shell);
      expect(shell.certificates()).toEqual([]);
      shell.age();
      await shell.type(page.line("--not-happened", { ORDER: "order-1", ATTEMPT }));
      expect(await shell.reissue("k")).toMatchObject(done);
      expect(shell.certificates()).toHaveLength(1);
    },
  },
  response_unusable: {
    says: resolveSteps,
    follow: (page) => resolveLostAnswer(page, "wrong-content-type"),
  },
  certificate_id_missing: {
    says: resolveSteps,
    async follow(page) {
      const shell = await openShell();
      shell.sandbox.addFault({ kind: "no-certificate-id" });
      const { remedy } = page.seenIn(await shell.reissue("k"));
      const [ID = ""] = shell.certificates();
      await shell.type(lineIn(String(remedy), "--certificate-id", { " ID": ` ${ID}` }));
      expect(await shell.reissue("k")).toMatchObject({ ...alreadyDone, certificate_id: ID });
      expect(shell.certificates()).toHaveLength(1);
    },
  },
  order_busy: {
    says: "Wait until the time that the message names, then run it again.",
    async follow(page) {
      const arrived = Promise.withResolvers<void>();
      const answered = Promise.withResolvers<void>();
      const { url, heard } = await listener((request, response) => {
        arrived.resolve();
        void answered.promise.then(() => accepts(request, response));
      });
      const env = { ...environmentFor(url), CERTORDER_JOURNAL: newJournal() };
      const reissue = () => tell(["reissue", "order-1", ...confirmedRequest("k")], env);
      const first = reissue();
      await arrived.promise;
      expect(page.seenIn(await reissue()).message).toMatch(/with time until 20\d\d-\S+Z/);
      answered.resolve();
      expect(await first).toMatchObject(done);
      expect(await reissue()).toMatchObject(alreadyDone);
      expect(heard).toHaveLength(1);
    },
  },
  idempotency_key_used: {
    says: "Use the certificate that the message names. To reissue the order, use another key",
    async follow(page) {
      const { reissue, certificates } = await openShell();
      await reissue("k");
      const used = page.seenIn(await reissue("k", "--validity-days", "90"));
      expect(used.message).toContain(`certificate ${certificates()[0]}`);
      const [, key = ""] = /--idempotency-key (\S+?)\.?$/.exec(String(used.remedy)) ?? [];
      expect(await reissue(key, "--validity-days", "90")).toMatchObject(done);
      expect(certificates()).toHaveLength(2);
    },
  },
  recently_reissued: {
    says: "To use that certificate, do nothing. To reissue the order with this request now, use an idempotency key",
    async follow(page) {
      const { type, reissue, certificates } = await openShell();
      await reissue("k");
      const changed = [...requestFlags, "--validity-days", "90"];
      const young = page.seenIn(await type(["reissue", "order-1", ...changed, "--max-age", "60d"]));
      expect(young.remedy).toContain(`To use certificate ${certificates()[0]}, do nothing`);
      expect(certificates()).toHaveLength(1);
      expect(await type(["reissue", "order-1", ...changed, "--idempotency-key", "now"])).toMatchObject(done);
      expect(certificates()).toHaveLength(2);
    },
  },
  result_unusable: {
    says: "To reissue the order once more, use another idempotency key",
    async follow(page) {
      const { reissue, age, certificates } = await openShell();
      const short = ["--validity-days", "2"];
      await reissue("k", ...short);
      age(3 * 86_400_000);
      const { remedy } = page.seenIn(await reissue("k", ...short));
      const [, key = ""] = /--idempotency-key (\S+?)\.?$/.exec(String(remedy)) ?? [];
      expect(await reissue(key, ...short)).toMatchObject(done);
      expect(certificates()).toHaveLength(2);
    },
  },
  not_in_journal: {
    says: "Run `certorder status`. It shows what the journal has of each order.",
    async follow(page) {
      const { sandbox, type, reissue, certificates } = await openShell();
      sandbox.addFault({ kind: "reset-after-processing" });
      await reissue("k");
      const resolve = (attempt: string) =>
        type(`journal resolve order-1 ${attempt} --certificate-id ${certificates()[0]}`);
      page.seenIn(await resolve("0123456789ab"));
      const { orders } = await type(page.line("status"));
      const [order] = orders as { open_attempts: { attempt_id: string }[] }[];
      const attempt = order?.open_attempts[0]?.attempt_id ?? "";
      expect(await resolve(attempt)).toMatchObject({ exit: 0 });
      expect(await reissue("k")).toMatchObject(alreadyDone);
      expect(certificates()).toHaveLength(1);
    },
  },
  other_service: {
    says: "If it is the same service at a new address, set `service` to its earlier name.",
    async follow(page) {
      const { env, reissue, certificates } = await openShell();
      await reissue("k");
      const moved = await startSandbox({ httpsPort: false, orders: [sslOrder("order-1")] });
      atTheEnd(() => moved.close());
      env.CERTORDER_BASE_URL = moved.url;
      const { remedy } = page.seenIn(await reissue("k2"));
      const service = lineIn(String(remedy), "--service").split(" ");
      expect(await reissue("k", ...service)).toMatchObject(alreadyDone);
      expect(await reissue("k2", ...service)).toMatchObject(done);
      expect([certificates(), moved.ledger].map(({ length }) => length)).toEqual([1, 1]);
    },
  },
  journal_not_found: {
    says: "If it was there before, mount or restore it",
    async follow(page) {
      const { folder, reissue, certificates } = await openShell();
      await reissue("k");
      renameSync(folder, `${folder}-unmounted`);
      page.seenIn(await reissue("k"));
      renameSync(`${folder}-unmounted`, folder);
      expect(await reissue("k")).toMatchObject(alreadyDone);
      expect(certificates()).toHaveLength(1);
    },
  },
  journal_unavailable: {
    says: "Run `certorder journal check`. It tries the journal, and shows what fails.",
    async follow(page) {
      const { folder, type, reissue, certificates } = await openShell();
      chmodSync(folder, 0o777);
      page.seenIn(await reissue("k"));
      const { remedy } = page.seenIn(await type(page.line("journal check")));
      const [chmod = "", ...words] = lineIn(String(remedy), page.line("chmod", { PATH: folder })).split(" ");
      execFileSync(chmod, words);
      expect(await type(page.line("journal check"))).toMatchObject({ exit: 0 });
      expect(await reissue("k")).toMatchObject(done);
      expect(certificates()).toHaveLength(1);
    },
  },
  journal_damaged: {
    says: "Look the order up in the service's portal. Only then remove the entry.",
    async follow(page) {
      const { folder, type, reissue, certificates } = await openShell();
      appendFileSync(fileOfOrder(folder, "order-1"), "nonsense\n", { mode: 0o600 });
      const { remedy } = page.seenIn(await reissue("k"));
      expect(certificates()).toEqual([]);
      const repair = page.line("journal repair", { ORDER: "order-1" });
      // Without a terminal, --yes takes the place of the typed yes.
      expect(await type(`${lineIn(String(remedy), repair)} --yes`)).toMatchObject({ exit: 0 });
      expect(await reissue("k")).toMatchObject(done);
      expect(certificates()).toHaveLength(1);
    },
  },
  journal_newer: {
    says: "Update certorder on this machine.",
    async follow(page) {
      const { env, reissue, certificates } = await openShell();
      const newer = newerVersion();
      const words = ["reissue", "order-1", ...confirmedRequest("k"), "--json"];
      expect(JSON.parse(await newer(words, env))).toMatchObject({ outcome: "done", already_done: false });
      page.seenIn(await reissue("k"));
      expect(JSON.parse(await newer(words, env))).toMatchObject({ outcome: "done", already_done: true });
      expect(certificates()).toHaveLength(1);
    },
  },
  resolution_refused: {
    says: "Run `certorder journal show ORDER`. It shows what the journal knows about the attempt.",
    async follow(page) {
      const shell = await openShell();
      shell.sandbox.addFault({ kind: "no-certificate-id" });
      await shell.reissue("k");
      shell.age();
      const attempt = await shownAttempt(page, shell);
      const { remedy } = page.seenIn(await shell.type(`journal resolve order-1 ${attempt} --not-happened`));
      const [id = ""] = shell.certificates();
      await shell.type(lineIn(String(remedy), "--certificate-id", { " ID": ` ${id}` }));
      expect(await shell.reissue("k")).toMatchObject({ ...alreadyDone, certificate_id: id });
      expect(shell.certificates()).toHaveLength(1);
    },
  },
  import_refused: {
    says: "Run `certorder journal show ORDER`. It shows the order's latest certificate.",
    async follow(page) {
      const { type, reissue, certificates } = await openShell();
      await reissue("k");
      await reissue("k2");
      const [older, latest] = certificates();
      const { remedy } = page.seenIn(await type(`journal import order-1 ${older}`));
      const shown = await type(page.line("journal show", { ORDER: "order-1" }));
      expect(shown.attempts).toMatchObject([{}, { certificate_id: latest }]);
      expect(await type(lineIn(String(remedy), "--latest"))).toMatchObject({
        exit: 0,
        certificate_id: latest,
      });
      expect(certificates()).toHaveLength(2);
    },
  },
  no_receiver: {
    says: "Start `certorder receive` with the same journal, and run `certorder callback-test` once.",
    async follow(page) {
      const { sandbox, env, type, reissue, certificates } = await openShell({ allowPrivateCallbacks: true });
      page.seenIn(await type("wait order-1"));
      const { key, cert } = sandbox.issueCertificate(["127.0.0.1"]);
      const files = [join(newFolder(), "tls.crt"), join(newFolder(), "tls.key")] as const;
      writeFileSync(files[0], cert);
      writeFileSync(files[1], key);
      const flags = ["--port", "0", "--host", "127.0.0.1", "--tls-cert", files[0], "--tls-key", files[1]];
      const receiver = startCertorder([...page.line("receive").split(" ").slice(1), ...flags], {
        env: { ...env, CERTORDER_ACCESS_KEY: "access-key" },
      });
      atTheEnd(() => receiver.child.kill());
      const [, url = ""] = /"url":"([^"]+)"/.exec(await receiver.prints('"listening"')) ?? [];
      sandbox.saveCallback(sandbox.credentials.keyId, { url, accessKey: "access-key" });
      expect(await type(page.line("callback-test"))).toMatchObject({ verdict: "pass" });
      await reissue("k");
      expect(await type("wait order-1")).toMatchObject({
        status: "issued",
        certificate_id: certificates()[0],
      });
    },
  },
  provider_not_started: {
    says: "Install it on a file system from which programs may run: `certorder provider install --dir FOLDER`.",
    skipped: canMount ? undefined : "`unshare` cannot mount a file system",
    async follow(page) {
      const line = (FOLDER: string) =>
        `${page.line("provider install", { FOLDER })} --host registry.example.com`;
      const folder = newFolder();
      const words = [...commandLine(), ...line(folder).split(" ").slice(1), "--json"];
      const [program = "", ...args] = [...withoutPrograms(folder), ...words];
      const { stdout } = spawn(program, args, { env: bareEnvironment() });
      page.seenIn(JSON.parse(await text(stdout)) as { code: string });
      expect(await tell(line(newFolder()), {})).toMatchObject({ exit: 0 });
    },
  },
} satisfies WaysOut;
