// Every way in imports this first, so that an older Node says what is missing rather than to stumble over it. Nothing here
// may need a newer Node itself.

/** `engines` in package.json; a test holds the two together. */
export const oldestNode = "22.19";

export function isTooOld(version: string): boolean {
  const [major = 0, minor = 0] = version.replace("v", "").split(".").map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldestNode.split(".").map(Number);
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
}

if (isTooOld(process.versions.node))
  throw new Error(`certorder needs Node ${oldestNode} or later; this is ${process.version}.`);
