import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import { toolPath } from "../../scripts/tool-folder.ts";
import { Journal } from "../../src/journal/index.ts";
import { callbackEvent } from "../harness/callback-event.ts";
import { freePort } from "../harness/journal/free-port.ts";
import { createJournal } from "../harness/journal/new-journal.ts";
import { newFolder } from "../harness/new-folder.ts";

// The blocks of docs/guides/receiver.md, as a project of a reader has them: the package, the frameworks, and a real socket.
// Only the port is another one.

const root = join(import.meta.dirname, "..", "..");
const frameworks = join(dirname(toolPath("miniflare")), "miniflare-environment", "node_modules");
const guide = readFileSync(join(root, "docs", "guides", "receiver.md"), "utf8");

/** The TypeScript under a heading of the guide. */
function block(heading: string): string {
  const section = guide.split(/^#+ /m).find((text) => text.startsWith(`${heading}\n`));
  const [, code] = /```ts\n([\s\S]*?)```/.exec(section ?? "") ?? [];
  if (code === undefined) throw new Error(`The guide has no block under ${heading}.`);
  return code;
}

/** A reader's project with the guide's handler, and further files. */
function newProject(files: Readonly<Record<string, string>>): string {
  const folder = newFolder("certorder-receiver-");
  const packages = join(folder, "node_modules");
  mkdirSync(join(packages, "@hono"), { recursive: true });
  symlinkSync(root, join(packages, "certorder"), "junction");
  for (const name of ["express", "fastify", "hono", "@hono/node-server"])
    symlinkSync(join(frameworks, name), join(packages, name), "junction");
  const handler = { "callback.ts": block("Write your handler") };
  for (const [name, text] of Object.entries({
    "package.json": '{ "type": "module" }',
    ...handler,
    ...files,
  })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

async function postTo(url: string, key: string): Promise<number> {
  const headers = { "content-type": "application/json", "x-cc-callback-auth": key };
  return (await fetch(url, { method: "POST", headers, body: JSON.stringify(callbackEvent()) })).status;
}

/** Runs a server of the project until the end of the test, and calls back with the right key and a wrong one. */
async function receiveWith(folder: string, server: string, port: number) {
  const journal = createJournal(join(folder, "journal"));
  const child = spawn(process.execPath, [server], {
    cwd: folder,
    env: { CERTORDER_ACCESS_KEY: "key-1", CERTORDER_JOURNAL: journal },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill());
  let shown = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      shown += text;
    });
  const url = `http://127.0.0.1:${port}/callback`;
  const isUp = async () => (await fetch(url).catch(() => undefined)) !== undefined;
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error(shown);
    await sleep(20);
  }
  const statuses = [await postTo(url, "key-1"), await postTo(url, "wrong")];
  const refused = "refused a callback: unauthorized (401)\n";
  while (!shown.includes(refused)) await sleep(20);
  return {
    statuses,
    shown: shown.replace(/^refused .*\n/gm, ""),
    receivers: await new Journal(journal).callbacks.receivers(),
  };
}

const received = {
  statuses: [200, 401],
  shown: "order:issued: order order-1, certificate cert-1 { recorded: 'unknown-order', mayBeTest: true }\n",
  receivers: ["my-server"],
};

test.each(["node:http", "Express", "Fastify", "Hono"])(
  "The guide's block receives callbacks: %s",
  async (name) => {
    const port = await freePort();
    const folder = newProject({ "server.ts": block(name).replace("8080", String(port)) });
    expect(await receiveWith(folder, "server.ts", port)).toEqual(received);
  },
);

test("The guide's block for Express receives callbacks after a parser of JSON, too", async () => {
  const port = await freePort();
  const text = block("Express").replace("app.post(", "app.use(express.json());\napp.post(");
  expect(text).toContain("json()");
  const folder = newProject({ "server.ts": text.replace("8080", String(port)) });
  expect(await receiveWith(folder, "server.ts", port)).toEqual(received);
});

test("The guide's block for Next is a handler of web requests, which receives callbacks", async () => {
  const port = await freePort();
  const folder = newProject({
    "app/callback/route.ts": block("Next"),
    "next.ts": `
      import { serve } from "@hono/node-server";
      import { POST } from "./app/callback/route";
      serve({ fetch: POST, port: ${port}, hostname: "127.0.0.1" });`,
  });
  // Next bundles a route and leaves this package out, as the guide tells it. So imports need no endings.
  await build({
    absWorkingDir: folder,
    entryPoints: { next: "next.ts", route: "app/callback/route.ts" },
    outdir: "built",
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
  });
  // A build loads the route where there is no access key.
  execFileSync(process.execPath, [join("built", "route.js")], { cwd: folder, env: {} });
  expect(await receiveWith(folder, join("built", "next.js"), port)).toEqual(received);
});

test("The guide's block for Workers receives callbacks, with a receiver at the top of its module", async () => {
  const folder = newProject({ "worker.ts": block("Workers") });
  const { outputFiles } = await build({
    entryPoints: [join(folder, "worker.ts")],
    bundle: true,
    format: "esm",
    platform: "node",
    write: false,
  });
  let shown = "";
  const { Miniflare } = createRequire(join(frameworks, "x.js"))("miniflare");
  const worker = new Miniflare({
    modules: true,
    script: outputFiles[0]?.text,
    compatibilityDate: "2025-09-01",
    compatibilityFlags: ["nodejs_compat"],
    bindings: { CERTORDER_ACCESS_KEY: "key-1" },
    handleRuntimeStdio: (stdout: NodeJS.ReadableStream) =>
      stdout.on("data", (text) => {
        shown += text;
      }),
  });
  onTestFinished(() => worker.dispose());
  const url = String(await worker.ready);
  expect([await postTo(url, "key-1"), await postTo(url, "wrong")]).toEqual([200, 401]);
  while (!shown.includes("\n")) await sleep(20);
  expect(shown).toBe("order order-1, certificate cert-1\n");
});
