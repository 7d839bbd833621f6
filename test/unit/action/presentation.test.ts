import { describe, expect } from "vitest";
import { test } from "../../harness/action/action-with-sandbox.ts";

// The summary of a job, and the issue of a check, as people read them.

const run = "https://github.com/acme/site/actions/runs/7";

/** The table of a summary, as names and cells. */
function tableIn(summary: string): Record<string, string> {
  const [names = [], , cells = []] = summary
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) => line.slice(2, -2).split(" | "));
  return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ""]));
}

describe.concurrent("The summary of a reissue", () => {
  test("is a table: order, outcome, certificate, attempt, duration and links", async ({ world }) => {
    const { summary, outputs } = await world.reissueHere();
    expect(summary).toMatch(/^### ✅ Reissued\n\n\|/);
    expect(tableIn(summary)).toEqual({
      Order: "`order-ssl-1`",
      Outcome: "done",
      Certificate: `\`${outputs["certificate-id"]}\``,
      Attempt: `\`${outputs["attempt-id"]}\``,
      Took: expect.stringMatching(/^\d+ ms$|^[\d.]+ s$/),
      Links: `[run](${run}) · [history](https://github.com/acme/site/deployments/certorder-history)`,
    });
  });

  test("names the ways out, with each line to paste in a code block of its own", async ({ world }) => {
    world.sandbox.fault({ kind: "reset-before-reading", operation: "reissue" });
    const { summary, outputs, lines } = await world.reissueHere();
    const attempt = outputs["attempt-id"];
    expect(summary).toContain("**What to do:** Look the order up");
    expect(summary).toContain(
      `If it was reissued:\n\n\`\`\`yaml\nresolve: ${attempt}:CERTIFICATE_ID\n\`\`\`\n`,
    );
    expect(summary).toContain(`stopped waiting:\n\n\`\`\`yaml\nresolve: ${attempt}:not-happened\n\`\`\`\n`);
    expect(lines).toContain(`    resolve: ${attempt}:not-happened`);
    expect(summary).not.toContain("Nothing happened");
  });
});

describe.concurrent("A check", () => {
  test("has a summary with the last results as a strip", async ({ world }) => {
    await world.checkHere("callback_send_error");
    const { summary } = await world.checkHere("503");
    expect(tableIn(summary)).toMatchObject({
      Verdict: "⬜ unknown",
      Code: "`http_503`",
      Issue: "[#1](https://github.com/acme/site/issues/1)",
      "Last results": "🟥⬜ (1 failed, 1 could not tell; newest last)",
    });
  });

  test("names key-id and auth-key if the key is not accepted", async ({ world }) => {
    const { said } = await world.checkHere("unauthorized");
    expect(said).toContain("Check key-id and auth-key");
    expect(world.github.issues[0]?.body).toContain("**What to do:** Check key-id and auth-key");
  });

  test("has an issue with readable times and small print", async ({ world }) => {
    await world.checkHere("callback_send_error");
    const body = world.github.issues[0]?.body ?? "";
    const time = /\d{4}-\d\d-\d\d \d\d:\d\d UTC/.source;
    expect(body).toMatch(new RegExp(`^\\*\\*Failing since:\\*\\* ${time} \\(1 run failed\\)$`, "m"));
    expect(body).toMatch(
      new RegExp(`^\\*\\*Last run:\\*\\* \\[${time}\\]\\(\\S+/actions/runs/1001\\)$`, "m"),
    );
    expect(body).toMatch(/^<sub>Each run writes this part\..*<\/sub>$/m);
  });
});
