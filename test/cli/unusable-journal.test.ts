import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { orderFile } from "../../src/journal/place.ts";
import { certorder, certorderEach, newFolder } from "./cli.ts";
import type { TestService } from "./service.ts";
import { goodRequest, service } from "./service.ts";

const ways = {
  "in a folder that may only be read": () => {
    // Permissions do not hold root back; the kernel's own folders do.
    if (process.getuid?.() === 0) return "/sys/kernel";
    const folder = newFolder();
    chmodSync(folder, 0o500);
    return folder;
  },
  "in a folder that is a file": () => {
    const file = join(newFolder(), "file");
    writeFileSync(file, "");
    return file;
  },
  "below a folder that is a file": () => {
    const file = join(newFolder(), "file");
    writeFileSync(file, "");
    return join(file, "below");
  },
  "in a folder that cannot be made": () => "/proc/certorder",
  "whose file for the order is a folder": (url: string) => {
    const folder = newFolder();
    mkdirSync(orderFile(folder, `${url}/`, "full"));
    return folder;
  },
} as const;

let sandbox: TestService;
beforeAll(async () => {
  sandbox = await service(["full", "off", "held", "filling"]);
});
const reissue = (order: string, folder: string, ...more: string[]) =>
  certorder(["reissue", order, ...goodRequest, "--journal-dir", folder, ...more], sandbox);

const inEachWay = (...more: string[]) =>
  certorderEach(
    Object.values(ways).map((way) => ({
      args: ["reissue", "full", ...goodRequest, "--journal-dir", way(sandbox.url), ...more],
      env: sandbox.env,
    })),
  );

test("a journal that cannot be used: nothing is sent, and it says what to do", async () => {
  const seen = sandbox.requests.length;
  for (const [index, { code, stderr }] of (await inEachWay()).entries()) {
    expect(code, Object.keys(ways)[index]).toBe(4);
    expect(stderr).toMatch(/The journal in \S+ cannot be used \(\w+ E\w+\)\./);
    expect(stderr).toContain("not-sent: It never left. Nothing happened.");
    expect(stderr).toContain("CERTORDER_JOURNAL");
  }
  expect(sandbox.requests).toHaveLength(seen);
});

describe("--journal", () => {
  test("best-effort sends where the journal cannot be used, and says so", async () => {
    const ended = await inEachWay("--journal", "best-effort");
    for (const [index, { code, stdout, stderr }] of ended.entries()) {
      expect(code, `${Object.keys(ways)[index]}: ${stderr}`).toBe(0);
      expect(stdout).toContain("✓ reissued order full");
      expect(stderr).toContain("Going on without the journal: The journal in");
    }
    expect(sandbox.reissues("full")).toBe(ended.length);
  });

  test("best-effort still respects what the journal knows", async () => {
    const folder = newFolder();
    sandbox.fault({ kind: "reset-after-processing" });
    expect(await reissue("held", folder)).toMatchObject({ code: 5 });
    const held = await reissue("held", folder, "--journal", "best-effort");
    expect(held).toMatchObject({ code: 4, stderr: expect.stringContaining("journal resolve") });
    expect(sandbox.reissues("held")).toBe(1);
  });

  test("off asks no journal and keeps none", async () => {
    const folder = join(newFolder(), "never");
    const { code, stdout } = await reissue("off", folder, "--journal", "off", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).not.toHaveProperty("attempt_id");
    const listed = await certorder(["journal", "list", "--all", "--json", "--journal-dir", folder]);
    expect(JSON.parse(listed.stdout)).toEqual({ folder, attempts: [] });
  });

  test("anything else is refused", async () => {
    const { code, stderr } = await reissue("off", newFolder(), "--journal", "maybe");
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("journal is not one of required, best-effort, off."),
    });
  });
});

const preload = pathToFileURL(join(import.meta.dirname, "disk-fills-up.ts"));
const fullAfter = (lines: number) => ({
  env: { ...sandbox.env, NODE_OPTIONS: `--import=${preload}`, ROOM_FOR_LINES: String(lines) },
});

test("a full disk: nothing is sent, nothing is left behind, and once there is room again it works", async () => {
  const args = ["reissue", "off", ...goodRequest, "--journal-dir", newFolder()];
  const before = sandbox.reissues("off");
  const full = await certorder(args, fullAfter(0));
  expect(full).toMatchObject({ code: 4, stderr: expect.stringContaining("cannot be used (write ENOSPC)") });
  expect(sandbox.reissues("off")).toBe(before);
  expect(await certorder(args, sandbox)).toMatchObject({ code: 0 });
});

test("a disk that fills up after the request was sent changes nothing about what happened", async () => {
  const folder = newFolder();
  const args = ["reissue", "filling", ...goodRequest, "--journal-dir", folder];
  const { code, stdout, stderr } = await certorder(args, fullAfter(1));
  expect(stdout).toContain("✓ reissued order filling");
  expect(stderr).toContain("The journal could not note the outcome: The journal in");
  expect(stderr).toContain("The journal could not note that the result was printed");
  expect(code).toBe(0);

  const again = await certorder(args, sandbox);
  expect(again).toMatchObject({ code: 4, stderr: expect.stringContaining("journal resolve") });
  expect(sandbox.reissues("filling")).toBe(1);
});
