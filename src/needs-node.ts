// Every entry imports this file first, so that an older Node reports its version instead of failing later. This file
// must not need a newer Node itself.

/** The oldest Node that runs this. A test compares it with `engines` in package.json. */
export const oldestNode = "22.19";

function isTooOld(version: string): boolean {
  const [major = 0, minor = 0] = version.replace("v", "").split(".").map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldestNode.split(".").map(Number);
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
}

// A worker has no such version, or one of its own.
const { node } = (globalThis.process as Partial<NodeJS.Process> | undefined)?.versions ?? {};
if (node !== undefined && isTooOld(node))
  throw new Error(`certorder needs Node ${oldestNode} or later; this is v${node}.`);
