import { fork } from "node:child_process";
import { text } from "node:stream/consumers";
import { type Interface, missingTexts, unredacted, verboseNode } from "./interface.ts";
import type { Place } from "./search.ts";

/** All that can be printed of results, errors, events and the client itself, and what Node says at its most talkative. */
export const library: Interface = {
  name: "library",
  async look({ quick }) {
    const [{ places, failures }, control] = await Promise.all([run(quick), run(true, true)]);
    const classes = ["NotSent", "InvalidInput", "Rejected", "UnknownOutcome", "DoneUnread"];
    return {
      places,
      control: control.places,
      failures: [
        ...failures,
        ...control.failures,
        ...missingTexts(
          places,
          classes.map((name) => `${name}Error`),
        ),
      ],
    };
  },
};

interface Looked {
  readonly places: readonly Place[];
  readonly failures: readonly string[];
}

async function run(quick: boolean, isControl = false): Promise<Looked> {
  const child = fork(new URL("./library-run.ts", import.meta.url), [quick ? "quick" : "whole"], {
    execArgv: isControl ? [unredacted.NODE_OPTIONS] : [],
    // Not all of Node: the canaries stand in modules that it loads, and the service runs in the same process.
    env: { ...process.env, ...verboseNode, NODE_DEBUG: "undici,fetch,net,tls,stream,timer" },
    serialization: "advanced",
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const [looked, stdout, stderr] = await Promise.all([
    new Promise<Looked | undefined>((resolve) => {
      child.once("message", (message) => resolve(message as Looked));
      child.once("exit", () => resolve(undefined));
    }),
    text(child.stdout as NodeJS.ReadableStream),
    text(child.stderr as NodeJS.ReadableStream),
  ]);
  return {
    places: [
      ...(looked?.places ?? []),
      { name: "stdout", content: stdout },
      { name: "stderr", content: stderr },
    ],
    failures: looked?.failures ?? [`the library's run ended before its end:\n${stderr.slice(-2_000)}`],
  };
}
