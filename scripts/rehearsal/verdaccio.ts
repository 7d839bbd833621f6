import { execFileSync, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { atTheEnd } from "../../test/harness/at-the-end.ts";
import { freePort } from "../../test/harness/journal/free-port.ts";
import { newFolder } from "../../test/harness/new-folder.ts";
import { toolPath } from "../tool-folder.ts";

/** A registry on loopback: our packages only from itself, all others from the registry that npm uses here. */
export async function startVerdaccio(): Promise<string> {
  const folder = newFolder("rehearsal-registry-");
  const own = { access: "$all", publish: "$all" };
  const settings = {
    storage: join(folder, "storage"),
    auth: { htpasswd: { file: join(folder, "htpasswd") } },
    uplinks: {
      public: { url: execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).trim() },
    },
    packages: { certorder: own, "@certorder/*": own, "**": { access: "$all", proxy: "public" } },
    max_body_size: "500mb",
    web: { enable: false },
    log: { type: "stdout", format: "json", level: "warn" },
  };
  // JSON is YAML.
  const config = join(folder, "config.yaml");
  writeFileSync(config, JSON.stringify(settings));
  const address = `127.0.0.1:${await freePort()}`;
  const args = [toolPath("verdaccio"), "--config", config, "--listen", address];
  const server = spawn(process.execPath, args, { cwd: folder, stdio: "ignore" });
  atTheEnd(() => server.kill());
  const url = `http://${address}`;
  for (;;) {
    if (server.exitCode !== null) throw new Error(`Verdaccio ended with ${server.exitCode}.`);
    const answer = await fetch(`${url}/-/ping`).catch(() => undefined);
    if (answer?.ok) return url;
    await wait(200);
  }
}
