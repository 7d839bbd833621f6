import { fork } from "node:child_process";
import { text } from "node:stream/consumers";
import type { Face } from "./face.ts";
import { talkativeNode, unredacted, unsaid } from "./face.ts";
import type { Place } from "./search.ts";

/** All that can be printed of results, errors, events and the client itself, and what Node says at its most talkative. */
export const library: Face = {
  name: "library",
  async look({ quick }) {
    const [{ places, failures }, control] = await Promise.all([run(quick), run(true, true)]);
    const classes = ["NotSent", "InvalidRequest", "Rejected", "UnknownOutcome", "DoneUnread"];
    return {
      places,
      control: control.places,
      failures: [
        ...failures,
        ...control.failures,
        ...unsaid(
          places,
          classes.map((name) => `${name}Error`),
        ),
      ],
    };
  },
};

async function run(quick: boolean, isControl = false): Promise<{ places: Place[]; failures: string[] }> {
  const child = fork(new URL("./library-run.ts", import.meta.url), [quick ? "quick" : "whole"], {
    execArgv: isControl ? [unredacted.NODE_OPTIONS] : [],
    // Not all of Node: the canaries stand in modules that it loads, and the service runs in the same process.
    env: { ...process.env, ...talkativeNode, NODE_DEBUG: "undici,fetch,net,tls,stream,timer" },
    serialization: "advanced",
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const [places, stdout, stderr] = await Promise.all([
    new Promise<Place[] | undefined>((resolve) => {
      child.once("message", (message) => resolve(message as Place[]));
      child.once("exit", () => resolve(undefined));
    }),
    text(child.stdout as NodeJS.ReadableStream),
    text(child.stderr as NodeJS.ReadableStream),
  ]);
  return {
    places: [...(places ?? []), { name: "stdout", content: stdout }, { name: "stderr", content: stderr }],
    failures: places ? [] : [`the library's run ended before its end:\n${stderr.slice(-2_000)}`],
  };
}
