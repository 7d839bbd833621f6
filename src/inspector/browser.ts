import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};

/**
 * Opens an address in the user's browser. Other users of this machine can read command lines, so the browser gets a file that
 * leads to the address. Returns what removes the file, and rejects if there is no program that opens files.
 */
export async function openInBrowser(url: string): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "certorder-page-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  const file = join(folder, "open.html");
  await writeFile(file, `<!doctype html><meta http-equiv="refresh" content="0;url=${url}">\n`, {
    mode: 0o600,
  });
  const [program, ...args] = openers[process.platform] ?? ["xdg-open"];
  const child = spawn(program, [...args, file], { stdio: "ignore", detached: true });
  child.unref();
  try {
    await new Promise((resolve, reject) => child.once("spawn", resolve).once("error", reject));
  } catch (error) {
    await remove();
    throw error;
  }
  return remove;
}
