import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commands } from "../../../src/cli/commands.ts";
import { certorder, certorderProcess, newFolder } from "../../harness/cli/cli.ts";
import { fileOfOrder } from "../../harness/cli/file-of-order.ts";
import { accepts, csrFile, environmentFor, listener, unconfirmed } from "../../harness/cli/service.ts";

/** A run of each command, and a part of what it shows. */
const runs: Readonly<Record<string, readonly [args: readonly string[], shows: string]>> = {
  "callback-test": [["--base-url", "http://127.0.0.1:1", "--max-tries", "1"], "ECONNREFUSED"],
  reissue: [["o", ...unconfirmed, "--yes", "--journal", "none"], "✓ reissued order o"],
  wait: [["o"], "no receiver"],
  receive: [["--port", "70000"], "access key is missing"],
  "journal list": [[], "entry 1 cannot be read"],
  "journal show": [["damaged"], "cannot be read"],
  "journal resolve": [["damaged", "a", "--not-happened"], "The journal was not changed."],
  "journal repair": [["damaged"], "--yes"],
  "journal init": [[], "can be used"],
  "journal check": [["--journal-dir", "relative"], "is not an absolute path"],
  "journal copy": [["relative", "relative"], "FROM is not a URL"],
  "csr inspect": [[csrFile], "www.example.com"],
  "synth check": [["nowhere"], "No synthesized stack was found"],
  "provider install": [["--mirror"], "Unknown option"],
  "provider schema": [[], "certorder_reissue"],
  version: [[], "certorder 0"],
  sandbox: [["--port", "70000"], "--port must be"],
  help: [["reissue"], "certorder reissue"],
  completion: [["bash"], "certorder"],
  man: [[], "certorder"],
};

test("The runs below are of all commands", () => {
  expect(Object.keys(runs)).toEqual(Object.keys(commands));
});

test.concurrent.each(Object.keys(commands))(
  "certorder %s ends alike as a process of its own and in one that runs others",
  async (name) => {
    const [args = [], shows = ""] = runs[name] ?? [];
    const { url } = await listener(accepts);
    const home = newFolder();
    const journal = newFolder();
    appendFileSync(fileOfOrder(journal, "damaged"), "nonsense\n", { mode: 0o600 });
    const env = {
      ...environmentFor(url),
      HOME: home,
      XDG_STATE_HOME: join(home, "state"),
      CERTORDER_JOURNAL_DIR: journal,
    };
    const circumstances = { env, cwd: newFolder() };
    const alone = await certorderProcess([...name.split(" "), ...args], circumstances);
    expect(alone.stdout + alone.stderr).toContain(shows);
    expect(await certorder([...name.split(" "), ...args], circumstances)).toEqual(alone);
  },
);
