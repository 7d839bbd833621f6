import { writeSync } from "node:fs";
import { errorMessage } from "../error-message.ts";
import { startedByCore } from "./handshake.ts";

// The entries import this file first. If the provider writes another line than the handshake to stdout, the core shows
// it to the user with the provider's address. It shows nothing from stderr. So errors before the handshake go to
// stdout: a Node that is too old, a mistake in a definition, a file that cannot be imported. This file and its imports
// must run on an old Node.

/** The same as `engines` in package.json. A test compares them. */
export const oldestSupportedNode = "22.19";

let who = "The provider";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const [oldestMajor = 0, oldestMinor = 0] = oldestSupportedNode.split(".").map(Number);
if (startedByCore(process.env)) process.on("uncaughtException", cannotStart);
if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor))
  throw new Error(
    `This provider needs Node ${oldestSupportedNode} or later; this is v${process.versions.node}.`,
  );

/** Sets the name of the provider for the messages. */
export function setProviderName(name: string): void {
  who = `The "${name}" provider`;
}

/** After this, other code reports exceptions. */
export function endStartPhase(): void {
  process.off("uncaughtException", cannotStart);
}

function cannotStart(error: unknown): never {
  writeSync(2, `${error instanceof Error ? error.stack : error}\n`);
  writeSync(1, `${who} cannot start: ${errorMessage(error).replaceAll("\n", " ")}\n`);
  process.exit(1);
}
