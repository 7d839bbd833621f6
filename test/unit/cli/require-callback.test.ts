import { describe, expect, test } from "vitest";
import { certorder, newFolder } from "../../harness/cli/cli.ts";
import { goodRequest, service } from "../../harness/cli/service.ts";

const success = {
  kind: "status",
  operation: "callback-test",
  status: 200,
  body: '{"code":"success"}',
} as const;

describe("--require-callback", () => {
  const args = ["reissue", "order-1", ...goodRequest("T-1"), "--require-callback"];
  const operations = (sandbox: Awaited<ReturnType<typeof service>>) =>
    sandbox.requests.map(({ operation }) => operation);

  test("sends nothing while the callback fails, reports the verdict, and reissues once it works", async () => {
    const sandbox = await service();
    const home = { env: { ...sandbox.env, XDG_STATE_HOME: newFolder() } };
    const failed = await certorder([...args, "--json"], home);
    expect(failed.code).toBe(4);
    expect(JSON.parse(failed.stdout)).toMatchObject({
      name: "CallbackRequiredError",
      outcome: "not-sent",
      code: "callback_not_configured",
      verdict: "fail",
    });
    expect(operations(sandbox)).toEqual(["callback-test"]);
    const shown = await certorder(args, home);
    expect(shown.stderr).toContain("was not sent, because the callback has to pass a test right before it");
    expect(shown.stderr).toContain("Save a callback configuration in the account");
    expect((await certorder(["journal", "list", "--all"], home)).stdout).not.toContain("order-1");

    sandbox.fault(success);
    expect((await certorder(args, home)).code).toBe(0);
    expect(operations(sandbox).slice(-2)).toEqual(["callback-test", "reissue"]);
    // The same key is answered, and nothing is tested.
    expect((await certorder(args, home)).stdout).toContain("already reissued");
    expect(operations(sandbox)).toHaveLength(4);
  });

  test("is mentioned in a dry run, which tests nothing", async () => {
    const sandbox = await service();
    const { code, stderr } = await certorder([...args, "--dry-run"], sandbox);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "The callback would be tested first.\n" });
    expect(operations(sandbox)).toEqual([]);
  });
});
