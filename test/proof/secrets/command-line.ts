import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Circumstances, Ended, Run } from "../../harness/cli/cli.ts";
import { certorderEach, inTurn, newFolder, startCertorder } from "../../harness/cli/cli.ts";
import { csrFile } from "../../harness/cli/service.ts";
import { canaries } from "../../harness/faults/canaries.ts";
import type { FaultyService } from "../../harness/faults/faulty-service.ts";
import { authority, keyId, orderId, sandboxService } from "../../harness/faults/faulty-service.ts";
import { createJournal, newJournal } from "../../harness/journal/new-journal.ts";
import { type BrokenRoutes, openBrokenRoutes } from "./broken-routes.ts";
import { callbackUrl, cells, type EchoRoute, startHostileService } from "./hostile-service.ts";
import type { Interface } from "./interface.ts";
import { crashing, crashWithSecret, missingTexts, unredacted, verboseNode } from "./interface.ts";
import { filesIn, type Place } from "./search.ts";

/** Every command, its standard output and error, `--json` as well, its journal, and Node's report of a crash. */
export const commandLine: Interface = {
  name: "command line",

  async look({ quick }) {
    const service = await startHostileService();
    const hostile = `http://127.0.0.1:${service.port}`;
    const stage = await sandboxService();
    await using ways = await openBrokenRoutes();
    const places = [
      ...(await inOneProcess([
        ...echoing(cells(quick), hostile),
        ...onOtherWays(ways),
        ...successes(stage),
        ...mistakes(hostile).flatMap(bothForms),
      ])),
      ...(await talkative(hostile, quick)),
      ...(await crashed(hostile)),
    ];
    const control = [
      ...(await inOneProcess(echoing(cells(true), hostile), unredacted)),
      ...(await crashed(hostile, crashWithSecret)),
    ];
    await Promise.all([service.close(), stage.close()]);
    const outcomes = ["done", "not-sent", "rejected", "unknown", "done-unread"];
    return {
      places,
      control,
      failures: missingTexts(places, [
        ...outcomes.map((name) => `"outcome": "${name}"`),
        ...["✓ reissued", "✓ already reissued", "idempotency_key_used", "Crashed on purpose."],
      ]),
    };
  },
};

const secrets = {
  CERTORDER_KEY_ID: keyId,
  CERTORDER_AUTH_KEY: canaries.authKey,
  CERTORDER_SIGN_KEY_PIN: canaries.signKeyPin,
  CERTORDER_ACCESS_KEY: canaries.accessKey,
  CERTORDER_MAX_TRIES: "2",
  HTTPS_PROXY: `http://user:${encodeURIComponent(canaries.proxyPassword)}@127.0.0.1:9`,
};
const at = (baseUrl: string) => ({ ...secrets, CERTORDER_BASE_URL: baseUrl });
const request = ["--sign-hash", "sha256", "--csr-from", "sign-cloud-csc"];
const cloud = [...request, "--idempotency-key", "a ticket"];

/** A command with output for people, and one with `--json` for another order. */
function bothForms({ args, env }: Run): Run[] {
  return [
    { args, env },
    { args: [...args.map((arg) => arg.replace(/^order-/, "order-json-")), "--json"], env },
  ];
}

function echoing(wanted: readonly EchoRoute[], hostile: string): Run[] {
  return wanted
    .flatMap((cell) => [
      { args: ["reissue", `order-${cell}`, ...cloud], env: at(hostile) },
      { args: ["callback-test", "--url", callbackUrl(cell)], env: at(hostile) },
    ])
    .flatMap(bothForms);
}

function onOtherWays(ways: BrokenRoutes): Run[] {
  const caFile = fileWith(authority.pem);
  const runs = [
    ...ways.dead.map(({ baseUrl, env }) => ({ ...at(baseUrl), ...env })),
    { ...at(ways.open.baseUrl), ...ways.open.env, CERTORDER_CA_FILE: caFile },
  ].flatMap((env, index) => [
    { args: ["reissue", `order-${index}`, ...cloud], env },
    { args: ["callback-test", "--url", callbackUrl("anything")], env },
  ]);
  return runs.flatMap(bothForms);
}

function successes(stage: FaultyService): Run[] {
  const env = at(stage.options.baseUrl);
  return [
    ["reissue", orderId, ...cloud],
    ["reissue", orderId, ...cloud, "--dry-run"],
    // An idempotency key stands for one request.
    ["reissue", orderId, ...cloud, "--sign-hash", "sha384"],
    ["reissue", orderId, ...cloud, "--idempotency-key", "another ticket"],
    ["reissue", orderId, ...request, "--max-age", "30d"],
    ["callback-test", "--url", stage.callbackUrl],
    ["callback-test", "--url", stage.callbackUrl, "--dry-run"],
    ["status"],
    ["status", "--format", "prometheus"],
    ["journal", "show", orderId],
    ["provider", "schema"],
    ["csr", "inspect", csrFile],
  ].flatMap((args) => [
    { args, env },
    { args: [...args, "--json"], env },
  ]);
}

function mistakes(hostile: string): Run[] {
  const { authKey, accessKey, signKeyPin, privateKey } = canaries;
  const key = fileWith(privateKey);
  const withUser = (secret: string) => `https://user:${encodeURIComponent(secret)}@service.example.test`;
  return [
    [authKey],
    ["reissue", "order-1", authKey],
    ["reissue", "order-1", "--auth-key", authKey],
    ["reissue", "order-1", `--sign-key-pin=${signKeyPin}`],
    ["reissue", "order-1", "--sign-hash", "sha256", "--yes", "--idempotency-key", "a ticket"],
    ["reissue", "order-1", ...request, "--max-age", authKey],
    ["reissue", "order-2", ...cloud, "--supersede", authKey],
    ["reissue", "order-1", ...cloud, "--base-url", withUser(authKey)],
    ["reissue", "order-1", ...cloud, "--auth-key-file", fileWith(`${authKey}\n${authKey}`)],
    ["reissue", "order-1", ...cloud, "--auth-key-file", authKey],
    ["reissue", "order-1", ...cloud, "--request-file", fileWith(`{"sign_key_pin": "${accessKey}`)],
    ["reissue", "order-1", ...cloud, "--request-file", fileWith(JSON.stringify({ sign_pin: signKeyPin }))],
    ["reissue", "order-1", ...cloud, "--csr", privateKey],
    ["reissue", "order-1", ...cloud, "--csr-file", key],
    ["reissue", "order-1", ...cloud, "--csr-file", privateKey],
    ["reissue", "order-1", ...cloud, "--ca-file", key],
    ["callback-test", "--access-key", accessKey],
    ["callback-test", "--url", withUser(accessKey)],
    ["callback-test", "--access-key-file", fileWith(accessKey.repeat(20))],
    ["csr", "inspect", key],
    ["journal", "resolve", "order-1", authKey, "--not-happened"],
    ["journal", "repair", authKey],
    ["journal", "show", authKey],
  ].map((args) => ({ args, env: at(hostile) }));
}

/** Some of everything with a Node that tells whatever it does: each a process of its own. */
async function talkative(hostile: string, quick: boolean): Promise<Place[]> {
  const folder = newFolder();
  const runs = [
    { args: ["reissue", "order-talkative", ...cloud], env: at(hostile) },
    { args: ["callback-test"], env: at(hostile) },
    { args: ["reissue", "order-dead", ...cloud], env: at("https://service.example.test") },
    { args: ["status"], env: at(hostile) },
    // The programs that it asks may need the proxy, and Node shows what they are given.
    { args: ["provider", "install", "--dir", folder], env: { ...at(hostile), HTTPS_PROXY: "" } },
  ].slice(0, quick ? 1 : undefined);
  const ended = await Promise.all(
    runs.map(({ args, env }) => run(args, { env: { ...env, ...verboseNode } })),
  );
  return ended.flatMap((each, index) => outputs(each, `${runs[index]?.args.join(" ")}, talkative`));
}

async function crashed(hostile: string, more: Circumstances["env"] = {}): Promise<Place[]> {
  const folder = newFolder();
  const env = {
    ...at(hostile),
    ...crashing(folder),
    ...more,
    CERTORDER_JOURNAL: createJournal(join(folder, "journal")),
  };
  const ended = await run(["reissue", "order-crash", ...cloud], { env });
  return [...outputs(ended, "a crash"), ...filesIn(folder)];
}

function run(args: readonly string[], circumstances: Circumstances): Promise<Ended> {
  return inTurn(() => startCertorder(args, circumstances).ended);
}

async function inOneProcess(runs: readonly Run[], env: Circumstances["env"] = {}): Promise<Place[]> {
  const journal = newJournal();
  const ended = await certorderEach(runs, { ...env, CERTORDER_JOURNAL: journal });
  return [
    ...ended.flatMap((each, index) => outputs(each, runs[index]?.args.join(" ") ?? "")),
    ...filesIn(journal),
  ];
}

function outputs({ stdout, stderr }: Ended, what: string): Place[] {
  return [
    { name: `stdout of ${what}`, content: stdout },
    { name: `stderr of ${what}`, content: stderr },
  ];
}

function fileWith(content: string): string {
  const path = join(newFolder(), "file");
  writeFileSync(path, content);
  return path;
}
