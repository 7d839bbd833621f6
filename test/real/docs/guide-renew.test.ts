import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { toolPath } from "../../../scripts/tool-folder.ts";
import { type Sandbox, startSandbox } from "../../../src/sandbox/index.ts";
import { newFolder } from "../../harness/new-folder.ts";
import { onLoopback } from "../../harness/on-loopback.ts";
import { order, TerraformWithSandbox } from "../../harness/terraform/terraform-with-sandbox.ts";

// The files and commands of docs/guides/renew.md and docs/reference/requests.md, in the home of a reader.

const root = join(import.meta.dirname, "..", "..", "..");
const guide = readFileSync(join(root, "docs", "guides", "renew.md"), "utf8");
const requests = readFileSync(join(root, "docs", "reference", "requests.md"), "utf8");

/** The block of a page after some words of it. */
function blockAfter(page: string, words: string): string {
  const [, block] = /^```\w+\n(.*?)^```$/ms.exec(page.slice(page.indexOf(words))) ?? [];
  expect(page).toContain(words);
  return block ?? "";
}

/** A home with `certorder` in it, and the CSR that the pages name. */
function newHome() {
  const home = newFolder("certorder-renew-");
  const folder = join(home, "certorder");
  const programs = join(home, ".local", "bin");
  for (const path of [folder, programs]) mkdirSync(path, { recursive: true });
  copyFileSync(join(root, "examples", "site.csr"), join(folder, "site.csr"));
  writeFileSync(join(programs, "certorder"), `#!/bin/sh\nexec "${root}/bin/certorder" "$@"\n`);
  chmodSync(join(programs, "certorder"), 0o755);
  /** As cron does it: without a terminal, by sh. */
  const run = async (command: string, input = "", env: NodeJS.ProcessEnv = {}) => {
    const child = spawn("/bin/sh", ["-c", command], {
      cwd: folder,
      env: { HOME: home, PATH: `${programs}:/usr/bin:/bin`, ...env },
    });
    child.stdin.end(input);
    const [stdout, stderr, [exit]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close") as Promise<[number | null]>,
    ]);
    return { exit, stdout, stderr };
  };
  return { folder, run };
}

/** The reader's home with the guide's files, after the guide's first commands. */
async function setUp(sandbox: Sandbox) {
  const home = newHome();
  for (const name of ["request.json", "settings", "renew.sh"])
    writeFileSync(
      join(home.folder, name),
      blockAfter(guide, `Save this as \`${name}\``)
        .replace("https://api.example.com", sandbox.url)
        .replace("KEY_ID=KEY_ID", `KEY_ID=${sandbox.credentials.keyId}`),
    );
  const begin = blockAfter(guide, "Now begin.").replace("CERTIFICATE_ID", "cert-7");
  const begun = await home.run(`set -e\n${begin}`, `${sandbox.credentials.authKey}\n`);
  expect(begun, begun.stderr).toMatchObject({ exit: 0 });
  return home;
}

describe("The guide's files for a timer", () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ httpsPort: false });
  });
  afterEach(() => sandbox.close());

  test("renew once, do nothing the next night, and mail only a failure", async () => {
    const { folder, run } = await setUp(sandbox);
    expect(statSync(join(folder, "auth-key")).mode & 0o777).toBe(0o600);

    const shown = [await run("sh renew.sh"), await run("sh renew.sh")].map(({ stdout }) => stdout).join("");
    expect(shown.replace(/\(20\S+\)/, "(…)").replace(/attempt \w+/, "attempt …")).toBe(
      blockAfter(guide, "It prints:"),
    );
    const [mail, line = ""] = blockAfter(guide, "**With cron**").trimEnd().split("\n");
    expect(mail).toMatch(/^MAILTO=\S+$/);
    const [, nightly = ""] = /^\d+ \d+ \* \* \* (.*)$/.exec(line) ?? [];
    expect(await run(nightly)).toEqual({ exit: 0, stdout: "", stderr: "" });

    // Other names, or a script that makes a CSR each night.
    const request = blockAfter(guide, "Save this as `request.json`");
    writeFileSync(join(folder, "request.json"), request.replace("sha256", "sha384"));
    const { exit, stdout, stderr } = await run(nightly);
    expect({ exit, stdout }).toEqual({ exit: 4, stdout: "" });
    expect(stderr).toContain("certorder help recently_reissued");
    expect(sandbox.ledger).toHaveLength(1);
  });

  test("end with the exit codes of the guide's table", async () => {
    const { folder, run } = await setUp(sandbox);
    const renew = async () => String((await run("sh renew.sh")).exit);
    const request = readFileSync(join(folder, "request.json"), "utf8");
    writeFileSync(join(folder, "request.json"), request.replace("sign_hash", "hash"));
    const wrong = await renew();
    writeFileSync(join(folder, "request.json"), request);
    sandbox.addFault({ kind: "status", operation: "reissue", status: 400 });
    const refused = await renew();
    sandbox.addFault({ kind: "reset-after-processing", operation: "reissue" });
    const lost = await renew();
    const blocked = await renew();
    const told = [...guide.matchAll(/^\| (\d)(?:, \d)? \|/gm)].map(([, code]) => code);
    expect(told).toEqual(["0", wrong, refused, blocked, lost]);
    expect(sandbox.ledger).toHaveLength(1);
  });

  test("are units that systemd can read", () => {
    const folder = newFolder("certorder-units-");
    const units = ["certorder-renew.service", "certorder-renew.timer"].map((name) => {
      writeFileSync(join(folder, name), blockAfter(guide, `/etc/systemd/system/${name}`));
      return join(folder, name);
    });
    const args = ["verify", "--man=no", ...units];
    const { status, stderr } = spawnSync(toolPath("systemd-analyze"), args, { encoding: "utf8" });
    expect(status, stderr).toBe(0);
    expect(stderr).not.toContain("certorder-renew");
  });
});

test("The guide's alerts pass while no renewal is due, and fail before the first reissue", async () => {
  await using stage = await TerraformWithSandbox.open({ orders: [order("order-ssl-1")] });
  const { workspace } = stage;
  const configuration = blockAfter(guide, "Save this as `main.tf`").replace(/^ *backend .*$/m, "");
  writeFileSync(join(workspace.folder, "main.tf"), configuration);
  copyFileSync(join(root, "examples", "site.csr"), join(workspace.folder, "site.csr"));
  expect((await workspace.init()).exit).toBe(0);
  const alert = (words: string) => {
    const path = `${dirname(toolPath("tofu"))}:${process.env.PATH}`;
    const options = {
      cwd: workspace.folder,
      env: { ...workspace.env, PATH: path },
      encoding: "utf8",
    } as const;
    const { status, stdout, stderr } = spawnSync("bash", ["-c", blockAfter(guide, words)], options);
    return { status, text: stdout + stderr };
  };
  const due = alert("this command fails while a renewal is");
  expect(due.status, due.text).toBe(1);
  expect(due.text).toContain("too_many_reissues");
  await stage.applies();
  const renewed = alert("this command fails while a renewal is");
  expect(renewed.status, renewed.text).toBe(0);
  expect(alert("This one fails in the last 20 days").status).toBe(0);
});

test("The page about requests shows what its command sends for its file", async () => {
  let sent = "";
  const server = createServer((socket) =>
    socket.setEncoding("utf8").on("data", (data) => {
      sent += data;
      if (!sent.endsWith("}")) return;
      const answer = blockAfter(requests, "The answer has status 200");
      socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${Buffer.byteLength(answer)}\r\n\r\n${answer}`);
    }),
  );
  const port = await onLoopback(server);
  onTestFinished(() => void server.close());
  const { folder, run } = newHome();
  writeFileSync(join(folder, "request.json"), blockAfter(requests, "Save this as `request.json`"));
  const command = `certorder journal init\n${blockAfter(requests, "This sends it.")}`;
  const { exit, stdout, stderr } = await run(command, "", {
    CERTORDER_BASE_URL: `http://127.0.0.1:${port}`,
    CERTORDER_KEY_ID: "KEY_ID",
    CERTORDER_AUTH_KEY: "AUTH_KEY",
  });
  expect(exit, stderr).toBe(0);
  expect(stdout).toContain("certificate cert-1001");

  const parts = (message: string) => {
    const [head = "", body = ""] = message.split("\n\n");
    const [request, ...headers] = head.split("\n");
    return { request, headers, body: JSON.parse(body.replace(/(REQUEST-----\\n).*?(\\n-----END)/, "$1…$2")) };
  };
  const shown = parts(blockAfter(requests, "The request that this command sends"));
  const real = parts(sent.replaceAll("\r", "").replace(`127.0.0.1:${port}`, "api.example.com"));
  expect(real).toEqual({ ...shown, headers: expect.arrayContaining(shown.headers) });
  // The rest is the matter of HTTP.
  const names = real.headers
    .filter((line) => !shown.headers.includes(line))
    .map((line) => line.split(":")[0]);
  expect(names.sort()).toEqual(["accept-encoding", "connection", "content-length", "user-agent"]);
});
