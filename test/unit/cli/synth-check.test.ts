import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { certorder, newFolder } from "../../harness/cli/cli.ts";

/** A folder as apps are synthesized to. */
function synthesized(stacks: Record<string, unknown>, name = "cdk.tf.json"): string {
  const folder = join(newFolder(), "cdktf.out");
  for (const [stack, content] of Object.entries(stacks)) {
    const file = join(folder, "stacks", stack, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  }
  writeFileSync(join(folder, "manifest.json"), "{}");
  return folder;
}

const reissue = (path: string, more: object = {}) => ({
  "//": { metadata: { path, uniqueId: path } },
  order_id: "order-1",
  sign_hash: "sha256",
  ...more,
});
const sound = { provider: { certorder: [{}] }, resource: { certorder_reissue: { www: reissue("b/www") } } };
const twice = {
  provider: { certorder: [{ auth_key: "canary-key", max_reissues: -1 }] },
  resource: {
    certorder_reissue: { www: reissue("a/www/Default"), api: reissue("a/api", { persist_policy: "fqdn" }) },
  },
};

describe("certorder synth check", () => {
  test("reports all problems of all stacks, with address and construct, in Terraform's names", async () => {
    const folder = synthesized({ a: twice, b: sound, c: "{" });
    const { code, stdout, stderr } = await certorder(["synth", "check", folder]);
    expect({ code, stderr }).toEqual({ code: 7, stderr: "" });
    expect(stdout.split("\n")).toEqual([
      "✗ a  certorder",
      "  max_reissues is -1; the smallest allowed value is 0. Use 0 or more, or leave it out.",
      "! a  certorder",
      "  auth_key would be in the synthesized file in clear text. Use a sensitive variable without a default. The default of a variable and a function of literals are clear text too.",
      "✗ a  certorder_reissue.api  a/api",
      expect.stringContaining('  persist_policy is used only when dcv_method is "dns-persist"'),
      "✗ a  certorder_reissue.api  a/api",
      '  order_id "order-1" is reissued by certorder_reissue.www (a/www) already. Describe each order once; remove one of the two.',
      "! b  certorder_reissue.www  b/www",
      expect.stringContaining(
        '  order_id "order-1" is reissued by certorder_reissue.www (a/www) too, in another',
      ),
      "✗ c",
      expect.stringContaining("cannot be read (no JSON)"),
      `${folder}: 3 stacks, 4 problems, 2 warnings`,
      "",
    ]);
    const json = await certorder(["synth", "check", folder, "--json"]);
    expect(json.code).toBe(7);
    expect(json.stdout).not.toContain("canary");
    const result = JSON.parse(json.stdout) as { problems: object[] };
    expect(result).toMatchObject({ folder, stacks: ["a", "b", "c"] });
    expect(result.problems[3]).toEqual({
      stack: "a",
      severity: "error",
      address: "certorder_reissue.api",
      construct_path: "a/api",
      argument: "order_id",
      rule: "same_order",
      message: 'order_id "order-1" is reissued by certorder_reissue.www (a/www) already.',
      remedy: "Describe each order once; remove one of the two.",
    });
  });

  test("takes the folder of one stack, and the usual folder", async () => {
    const folder = synthesized({ a: sound, b: twice });
    const one = join(folder, "stacks", "a");
    expect(await certorder(["synth", "check", one])).toMatchObject({
      code: 0,
      stdout: `${one}: 1 stack, 0 problems, 0 warnings\n`,
    });
    expect(await certorder("synth check", { cwd: dirname(folder) })).toMatchObject({
      code: 7,
      stdout: expect.stringContaining("cdktf.out: 2 stacks, 3 problems"),
    });
  });

  const alsoAsHcl = synthesized({ a: sound });
  writeFileSync(join(alsoAsHcl, "stacks", "a", "cdk.tf"), "");
  test.each([
    ["nothing there", "none", "No synthesized stack was found in none."],
    ["a stack in HCL", synthesized({ a: "" }, "cdk.tf"), "The stack a is synthesized as HCL"],
    ["a stack in HCL, with JSON that is left over", alsoAsHcl, "The stack a is synthesized as HCL"],
    ["a file that is no JSON", synthesized({ a: "canary {" }), "cannot be read (no JSON)"],
  ])("reports a stack that it cannot check: %s", async (_, folder, message) => {
    const { code, stdout } = await certorder(["synth", "check", folder, "--json"]);
    expect(code).toBe(7);
    expect(JSON.parse(stdout)).toMatchObject({
      folder,
      problems: [{ severity: "error", rule: "unreadable", message: expect.stringContaining(message) }],
    });
    expect(stdout).not.toContain("canary");
  });
});
