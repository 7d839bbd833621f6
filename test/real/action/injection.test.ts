import { describe, expect } from "vitest";
import type { Ended } from "../../harness/action/action.ts";
import { reissueInputs } from "../../harness/action/action.ts";
import type { ActionWithSandbox } from "../../harness/action/action-with-sandbox.ts";
import { test } from "../../harness/action/action-with-sandbox.ts";

/** Texts with which a service, or an attacker in between, might inject commands. */
const attacks = {
  "a workflow command": "x\n::set-output name=verdict::pass\n::add-mask::a\r\n::error::INJECTED",
  "a command inside a line": "x ::warning file=a::INJECTED ##[error]INJECTED",
  "the old form of a command": "\n##[add-mask]e\n##vso[task.setvariable]INJECTED",
  HTML: "<script>alert(1)</script><img src=x onerror=alert(1)><!-- --> </details>",
  "a mention and a reference": "@octocat please see #17 and acme/site#2 https://evil.example/ GH-3",
  "Markdown that ends a code span":
    "`` ` ``` ~~~ **bold** [link](https://evil.example) ![image](https://evil.example/x.png)",
  "terminal sequences": "\x1b[2J\x1b]0;title\x07\x1b[31mred\x1b[0m\u202e reversed",
  "NUL bytes": "before\x00after\x00",
  "five megabytes": "A".repeat(5 * 1024 * 1024),
  "a line separator": "x\u2028::error::INJECTED\u0085::error::INJECTED",
  "the end of an output": "x\nghadelimiter_x\noutcome=done",
};

/** Nothing but what the action itself says: its masks, one group and one annotation. */
function expectHarmless(
  world: ActionWithSandbox,
  { commands, stdout, stderr, summary, outputs }: Ended,
): void {
  const own = commands.filter(({ name }) => !["add-mask", "error", "warning"].includes(name));
  expect(own.map(({ name }) => name)).toEqual(["group", "endgroup"]);
  expect(commands.filter(({ name }) => name === "add-mask").map(({ message }) => message)).toEqual([
    world.sandbox.credentials.authKey,
    "fake-github-token",
  ]);
  expect(commands.filter(({ name }) => name === "error")).toHaveLength(1);
  expect(stderr).toBe("");
  for (const text of [stdout, summary]) {
    expect(text).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u202e]/);
    expect(text).not.toMatch(/##\[|##vso\[/);
    expect(text.length).toBeLessThan(8_000);
  }
  // One annotation's worth of `::` and no more, wherever in the line.
  for (const line of stdout.split("\n")) expect(line.split("::").length).toBeLessThanOrEqual(3);
  expectOnlyQuoted(summary);
  const { json = "", ...plain } = outputs;
  for (const value of Object.values(plain)) expect(value).toMatch(/^[\w.:-]*$/);
  expect(json).toMatch(/^\{[\w.:",-]*\}$/);
}

/** Markup is nowhere but between the backticks of a code span, where it means nothing. */
function expectOnlyQuoted(markdown: string): void {
  for (const line of markdown.split("\n")) expect((line.match(/`/g) ?? []).length % 2).toBe(0);
  const open = markdown.replace(/`[^`\n]*`/g, "");
  expect(open).not.toMatch(/@octocat|#17\b|<script|<img|evil\.example|\*\*bold/);
}

describe.concurrent.each(Object.entries(attacks))("A service that says %s", (_, text) => {
  test("The message of a callback test reaches only text", async ({ world }) => {
    const body = JSON.stringify({ code: "brand_new_code", message: text });
    world.sandbox.addFault({ kind: "status", operation: "callback-test", status: 400, body });
    const inputs = { operation: "callback-test", "report-issue": "true" };
    expectHarmless(world, await world.run(inputs));
  });

  test("The code of a reissue, or its whole answer, reaches only text", async ({ world }) => {
    const body = text.length > 1000 ? text : JSON.stringify({ code: text.replace(/\s/g, ""), message: text });
    world.sandbox.addFault({ kind: "status", operation: "reissue", status: 400, body });
    const ended = await world.reissue();
    expectHarmless(world, ended);
    expect(ended.outputs.outcome).not.toBe("done");
  });
});

test.concurrent("What a service says about a callback that fails never reaches the issue: known codes are explained in our own words", async ({
  world,
}) => {
  const message = Object.values(attacks).join(" ").slice(0, 100_000);
  const body = JSON.stringify({ code: "permission_denied", message });
  world.sandbox.addFault({ kind: "status", operation: "callback-test", status: 403, body });
  await world.run({ operation: "callback-test", "report-issue": "true" });
  const [issue] = world.github.issues;
  expect(issue?.body).toContain("permission_denied");
  expect(issue?.body).not.toMatch(/octocat|script|INJECTED|evil/);
  expectOnlyQuoted(issue?.body ?? "`");
});

test.concurrent("An input is never read as a workflow command", async ({ world }) => {
  const { commands, stdout } = await world.run({
    ...reissueInputs,
    "order-id": "x\n::error::INJECTED",
    "max-tries": "::warning::INJECTED",
  });
  expect(commands.filter(({ message }) => message === "INJECTED")).toEqual([]);
  expect(stdout).not.toMatch(/^::(?:error|warning)::INJECTED/m);
});
