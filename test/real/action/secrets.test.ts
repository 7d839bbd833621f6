import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { newFolder } from "../../harness/action/action.ts";
import { test } from "../../harness/action/world.ts";

describe.concurrent("a secret of the step", () => {
  test.for(["plain", "base64", "hex"])(
    "is not shown when GitHub says in an error what it was sent (%s)",
    async (form, { world }) => {
      const token = "ghs_0123456789abcdef";
      const echo = form === "plain" ? token : Buffer.from(token).toString(form as BufferEncoding);
      const message = `Bad token ${echo}`;
      world.github.faults.push({ method: "post", path: /deployments$/, how: 422, message });
      const { stdout, summary, said } = await world.reissue({ "github-token": token });
      expect(said).toContain("GitHub answered HTTP 422");
      expect(stdout.replace(/^::add-mask::.*$/gm, "") + summary).not.toContain(echo);
    },
  );

  test("is not in the report that Node writes at a crash", async ({ world }) => {
    const folder = newFolder();
    const crash = encodeURIComponent(
      'import { subscribe } from "node:diagnostics_channel"; subscribe("undici:client:sendHeaders", () => { throw new Error("crash"); })',
    );
    const options = `--import=data:text/javascript,${crash} --report-uncaught-exception --report-directory=${folder}`;
    await world.reissue({}, { env: { NODE_OPTIONS: options } });
    const [report = ""] = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
    expect(JSON.parse(report)).toMatchObject({ javascriptStack: { message: "Error: crash" } });
    expect(report).not.toContain(world.sandbox.credentials.authKey);
    expect(report).not.toContain("fake-github-token");
  });
});
