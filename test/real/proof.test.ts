import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

test("Every part of the quick proof passes", async () => {
  const proof = join(import.meta.dirname, "..", "proof", "main.ts");
  const { exit, text } = await new Promise<{ exit: number; text: string }>((resolve) =>
    execFile(
      process.execPath,
      [proof, "--quick", "--seed", "20261115"],
      { maxBuffer: 2 ** 26 },
      (error, stdout, stderr) => resolve({ exit: error ? Number(error.code) : 0, text: stdout + stderr }),
    ),
  );
  console.log(text);
  expect(exit, text).toBe(0);
}, 900_000);
