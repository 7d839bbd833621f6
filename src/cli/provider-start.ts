import { spawn } from "node:child_process";

/** What every core sets when it starts a provider. */
const cookie = {
  TF_PLUGIN_MAGIC_COOKIE: "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2",
};
/** The line with which a provider tells the core where to connect. */
const handshake = /^1\|6\|.*\n/m;
const longestStartMs = 15_000;

/** Starts a provider as a core does. Returns why it does not start: so a missing prerequisite is known before a plan. */
export function tryToStart(program: string): Promise<string | undefined> {
  const child = spawn(program, [], {
    env: { ...environmentForOthers(), ...cookie },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: longestStartMs,
    killSignal: "SIGKILL",
  });
  let output = "";
  return new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        output = `${output}${chunk}`.slice(0, 2_000);
        if (!handshake.test(output)) return;
        resolve(undefined);
        child.kill();
      });
    child.on("error", ({ message }) => resolve(message));
    child.on("close", (code) =>
      resolve(output.trim() || (code === null ? "it did not answer in time." : `it ended with ${code}.`)),
    );
  });
}

/** The environment for another program, without our keys, which a debugger would show. */
export function environmentForOthers(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("CERTORDER_")));
}
