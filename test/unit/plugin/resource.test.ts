import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { UNKNOWN } from "../../../src/plugin/index.ts";
import { type ManagedResource, unknownNames } from "../../../src/plugin/testing/index.ts";
import { openExample } from "../../harness/plugin/example/start.ts";
import { decodePrivate } from "../../harness/plugin/private-data.ts";
import { reported } from "../../harness/plugin/thing.ts";

const { workspace, folder } = await openExample();
const file = () => workspace.resource("example_file");

describe("A resource", () => {
  test("is created, left alone, changed, and destroyed", async () => {
    const a = file();
    const plan = await a.plan({ name: "a", content: "one", labels: ["y", "x"] });
    expect(plan.action).toBe("create");
    expect(unknownNames(plan)).toEqual(["checksum", "id", "owner", "revision"]);

    const created = await a.apply({ name: "a", content: "one", labels: ["y", "x"] });
    expect(created.state).toMatchObject({ id: "a", content: "one", owner: "default", revision: 1 });
    expect(readFileSync(join(folder, "a"), "utf8")).toBe("one");

    const change = await a.plan({ name: "a", content: "two" });
    expect(change.action).toBe("update");
    expect(unknownNames(change)).toEqual(["checksum", "owner", "revision"]);
    expect((await a.apply({ name: "a", content: "two" })).state).toMatchObject({ id: "a", revision: 2 });

    const warnings = await a.destroy();
    expect(warnings).toMatchObject([{ severity: "warning", summary: "Going Away" }]);
    expect(a.state).toBeNull();
    expect(existsSync(join(folder, "a"))).toBe(false);
  });

  test("is replaced where it cannot be changed", async () => {
    const a = file();
    await a.apply({ name: "old", content: "x" });
    const plan = await a.plan({ name: "new", content: "x" });
    expect(plan).toMatchObject({ action: "replace", requiresReplace: ["name"] });
    await a.apply({ name: "new", content: "x" });
    expect(existsSync(join(folder, "old"))).toBe(false);
    expect(existsSync(join(folder, "new"))).toBe(true);
  });

  test("is planned with values that are known only later", async () => {
    const a = file();
    const plan = await a.plan({ name: UNKNOWN, labels: ["x", UNKNOWN] });
    expect(unknownNames(plan)).toContain("labels");
    const applied = await a.apply(
      { name: "later", labels: ["x", "y"] },
      { plannedWith: { name: UNKNOWN, labels: ["x", UNKNOWN] } },
    );
    expect(applied.state).toMatchObject({ id: "later" });
  });

  test("is created again if it no longer exists", async () => {
    const a = file();
    await a.apply({ name: "vanishing" });
    rmSync(join(folder, "vanishing"));
    expect((await a.plan({ name: "vanishing" })).action).toBe("create");
    expect((await a.apply({ name: "vanishing" })).action).toBe("create");
  });

  test("shows drift in the plan, and repairs it", async () => {
    const a = file();
    await a.apply({ name: "drifting", content: "mine" });
    writeFileSync(join(folder, "drifting"), "theirs");
    expect((await a.plan({ name: "drifting", content: "mine" }, { refresh: false })).action).toBe("none");
    expect((await a.plan({ name: "drifting", content: "mine" })).action).toBe("update");
    await a.apply({ name: "drifting", content: "mine" });
    expect(readFileSync(join(folder, "drifting"), "utf8")).toBe("mine");
  });

  test("keeps its private data, also in another process", async () => {
    const a = file();
    await a.apply({ name: "private" });
    expect(decodePrivate(a.private)).toEqual({ by: "create" });
    await workspace.restart();
    await a.apply({ name: "private", content: "changed" });
    expect(decodePrivate(a.private)).toEqual({ by: "create" });
  });

  test("gets write-only values during the apply, and stores them nowhere", async () => {
    const a = file();
    const applied = await a.apply({ name: "secret", password_wo: "hush", password_wo_version: 1 });
    expect(readFileSync(join(folder, "secret.password-length"), "utf8")).toBe("4");
    expect(applied.state?.password_wo).toBeNull();
    expect((await a.plan({ name: "secret", password_wo: "other", password_wo_version: 1 })).action).toBe(
      "none",
    );
    expect((await a.plan({ name: "secret", password_wo: "other", password_wo_version: 2 })).action).toBe(
      "update",
    );
  });
});

describe("A resource that was not created here", () => {
  test("is imported by its id, and then configured", async () => {
    writeFileSync(join(folder, "found"), "already here");
    const a = file();
    await a.import("found");
    expect(a.state).toMatchObject({ name: "found", content: "already here" });
    expect(decodePrivate(a.private)).toEqual({ by: "import" });
    await a.apply({ name: "found", content: "already here" });
  });

  test("is not imported when it is not there, or cannot be", async () => {
    await expect(file().import("nowhere")).rejects.toThrow("non-existent");
    const errors = await reported(workspace.resource("example_token").import("x"));
    expect(errors).toMatchObject([{ summary: "Import Not Supported" }]);
  });

  test("is upgraded from the shape that an older version stored", async () => {
    const a = file();
    await a.upgrade({ name: "old", text: "of old", revision: 7, dropped: true }, 1);
    expect(a.state).toMatchObject({ name: "old", content: "of old", revision: 7, labels: null });
  });

  test("is refused when a newer version stored it, or when it is not what the schema says", async () => {
    expect(await reported(file().upgrade({ name: "x" }, 3))).toMatchObject([
      { summary: "State of a newer provider" },
    ]);
    expect(await reported(file().upgrade({ name: ["x"] }, 2))).toMatchObject([{ attribute: "name" }]);
  });
});

describe("An error of a resource", () => {
  let a: ManagedResource;
  beforeAll(async () => {
    a = file();
    await a.apply({ name: "solid", content: "good" });
  });

  test("is reported at its argument when the configuration is validated, with all others of a value", async () => {
    const errors = await reported(
      file().validate({
        name: "a/b",
        content: "x",
        lines: ["y"],
        size_limit: 1.5,
        meta: { k: null },
        labels: [null],
      }),
    );
    expect(errors.map(({ attribute, summary }) => [attribute, summary])).toEqual([
      ["name", "Bad Name"],
      ["labels", "Null element"],
      ['meta["k"]', "Null element"],
      ["size_limit", "Not an integer"],
    ]);
  });

  test("is not reported for a value that is unknown", async () => {
    await file().validate({ name: UNKNOWN, content: UNKNOWN, lines: ["y"], labels: UNKNOWN });
  });

  test("can stop a plan", async () => {
    const errors = await reported(a.plan({ name: "solid", content: "plan is refused" }));
    expect(errors).toMatchObject([{ summary: "Not This", attribute: "content" }]);
  });

  test("leaves no state if a creation is refused", async () => {
    const b = file();
    expect(await reported(b.apply({ name: "b", content: "refuse me" }))).toMatchObject([
      { summary: "Refused" },
    ]);
    expect(b.state).toBeNull();
  });

  test("stores what was created before it, to be replaced by the next apply", async () => {
    const b = file();
    await reported(b.apply({ name: "half", content: "half done" }));
    expect(b.state).toMatchObject({ id: "half" });
    expect(b.tainted).toBe(true);
    expect((await b.plan({ name: "half", content: "whole" })).action).toBe("replace");
    expect((await b.apply({ name: "half", content: "whole" })).state).toMatchObject({ content: "whole" });
  });

  test("keeps the prior state of an update, and shows the message and its cause but no stack", async () => {
    const errors = await reported(a.apply({ name: "solid", content: "throw at me" }));
    expect(errors).toMatchObject([
      { summary: "Updating example_file failed", detail: "thrown as asked: for a reason" },
    ]);
    expect(a.state).toMatchObject({ content: "good" });
  });

  test("keeps the state of a destruction", async () => {
    const b = file();
    await b.apply({ name: "stubborn", content: "keep me" });
    expect(await reported(b.destroy())).toMatchObject([{ summary: "Kept" }]);
    expect(b.state).toMatchObject({ name: "stubborn" });
  });
});
