import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { actionDialect } from "../../../src/action/dialect.ts";
import { callbackCodes, render } from "../../../src/contract/index.ts";
import { newFolder, type Texts } from "../../harness/action/action.ts";
import { type ActionWithSandbox, test } from "../../harness/action/action-with-sandbox.ts";
import type { Fault } from "../../harness/action/fake-github.ts";
import { readTable } from "../../harness/action/summary.ts";

// What a callback test says, and the issue that it keeps. A check that cannot tell must not stay silent.

const titles = {
  pass: "The callback works",
  fail: "The callback fails",
  unknown: "The callback could not be tested",
};

async function checks(world: ActionWithSandbox, answers: readonly string[], inputs: Texts = {}) {
  const levels: string[] = [];
  for (const answer of answers) levels.push((await world.checkHere(answer, inputs)).level);
  return levels;
}

describe.concurrent("A callback test", () => {
  test.for(Object.entries(callbackCodes))(
    "shows cause and remedy of %s in annotation, summary and issue",
    async ([code, { verdict, cause, remedy }], { world }) => {
      const { title, outputs, said, summary, level } = await world.checkHere(code, {
        "timeout-seconds": "2",
      });
      expect(level).toBe("failed");
      expect(outputs).toMatchObject({ outcome: "rejected", code, verdict, reported: true });
      expect(title).toBe(`${titles[verdict]}: ${code}`);
      for (const text of [cause, render(remedy, actionDialect)])
        for (const shown of [said, summary, world.github.issues[0]?.body]) expect(shown).toContain(text);
    },
  );

  test("reports a code that is new, with the text of the service", async ({ world }) => {
    const body = '{"code":"brand_new_code","message":"Something new is wrong."}';
    world.sandbox.addFault({ kind: "status", operation: "callback-test", status: 400, body });
    const { outputs, said, summary } = await world.checkHere("success");
    expect(outputs).toMatchObject({ verdict: "unknown", code: "brand_new_code" });
    for (const text of [said, summary]) expect(text).toContain("Something new is wrong.");
  });

  test.for<[number, object | string]>([
    [503, { code: "down", message: "could not reach ADDRESS" }],
    [400, { code: "bad_callback", message: "ADDRESS is down" }],
    [200, { code: "callback_send_error", message: "POST ADDRESS: connection refused" }],
    [500, "upstream ADDRESS"],
  ])(
    "shows only the origin of an address that an answer quotes: %i %j",
    async ([status, answer], { world }) => {
      const tested = "https://hooks.example.com/services/T000/SECRET?tok=abcdef123";
      const quoted = typeof answer === "string" ? answer : JSON.stringify(answer);
      for (const [url, host] of [
        [tested, "hooks.example.com"],
        ["", "saved.example.com"],
      ] as const) {
        const body = quoted.replace("ADDRESS", url || `https://${host}/services/T000/SECRET?tok=abcdef123`);
        world.sandbox.addFault({ kind: "status", operation: "callback-test", status, body });
        const { said, summary } = await world.checkHere([], url === "" ? {} : { url });
        expect(said).toContain(`https://${host}/…`);
        for (const text of [said, summary, world.github.issues[0]?.body])
          expect(text).not.toMatch(/T000|SECRET|abcdef/);
      }
    },
  );

  test("about which a service that is down says nothing is run again later", async ({ world }) => {
    const fault = {
      kind: "status",
      operation: "callback-test",
      status: 503,
      body: '{"code":"down"}',
    } as const;
    world.sandbox.addFault(fault);
    const { outputs, said } = await world.checkHere([]);
    expect(outputs).toMatchObject({ outcome: "unknown", code: "down", verdict: "unknown" });
    expect(said).toContain("Wait, then run the test again.");
  });

  test.for([
    ["403", ""],
    ["403", "invalid_auth_key"],
    ["400", "auth_failed"],
    ["200", "auth_failed"],
    ["503", ""],
    ["400", "brand_new_code"],
  ])("is red after status %s with the code %j, without an issue too", async ([status, code], { world }) => {
    const body = code === "" ? "" : JSON.stringify({ code });
    const fault = { kind: "status", operation: "callback-test", status: Number(status), body } as const;
    const quiet = { "report-issue": "false" };
    world.sandbox.addFault(fault);
    const { level, outputs } = await world.checkHere([], quiet);
    expect(level).toBe("failed");
    expect(outputs).toMatchObject({ verdict: "unknown", reported: false });
    world.sandbox.addFault(fault);
    expect(await world.run({ operation: "callback-test", retries: "0" })).toMatchObject({ code: 1 });
    world.sandbox.addFault(fault);
    expect(await world.checkHere([])).toMatchObject({ level: "failed", outputs: { reported: true } });
    expect(world.github.issues).toMatchObject([{ state: "open" }]);
    // Nor does it let a reissue through.
    world.sandbox.addFault(fault);
    const gated = await world.reissueHere({ "require-callback": "true" });
    expect(gated).toMatchObject({ level: "failed", outputs: { sent: false, verdict: "unknown" } });
    expect(world.reissues).toBe(0);
  });

  test("has a summary with a table, and an issue with readable times and small print", async ({ world }) => {
    await world.checkHere("callback_send_error");
    const { summary } = await world.checkHere("503");
    expect(readTable(summary)).toMatchObject({
      Verdict: "⬜ unknown",
      Code: "`http_503`",
      Issue: "[#1](https://github.com/acme/site/issues/1)",
    });
    const time = /\d{4}-\d\d-\d\d \d\d:\d\d UTC/.source;
    const body = world.github.issues[0]?.body;
    expect(body).toMatch(
      new RegExp(`^\\*\\*Failing since:\\*\\* ${time}\\. Also seen since then: The callback fails\\.$`, "m"),
    );
    expect(body).toMatch(new RegExp(`^\\*\\*Last run:\\*\\* \\[${time}\\]\\(\\S+/runs/1002\\)$`, "m"));
    expect(body).toMatch(/^<sub>Each run writes this part\..*<\/sub>$/m);
  });
});

describe.concurrent("A test that failed", () => {
  const twice = { retries: "2" };

  test("is repeated in the same run, and a pass counts", async ({ world }) => {
    const ended = await world.checkHere(["callback_send_error", "503", "success"], twice);
    expect(ended).toMatchObject({ level: "passed", outputs: { verdict: "pass", tries: 3 } });
    expect(ended.said).toContain(
      "The test failed: callback_send_error. The callback is tested again in 5 ms.",
    );
    expect(ended.said).toContain("again in 15 ms.");
    expect(world.github.issues).toEqual([]);
  });

  test("is repeated as often as retries says, and then is red", async ({ world }) => {
    const ended = await world.checkHere(Array(4).fill("callback_send_error"), twice);
    expect(ended).toMatchObject({ level: "failed", outputs: { tries: 3, code: "callback_send_error" } });
  });

  test.for(["unauthorized", "permission_denied", "callback_not_configured", "callback_url_not_https"])(
    "is not repeated if that cannot help: %s",
    async (code, { world }) => {
      const { level, outputs } = await world.checkHere([code, "success"], twice);
      expect({ level, outputs }).toMatchObject({ level: "failed", outputs: { tries: 1, code } });
    },
  );

  test("keeps its verdict if the next test came too fast or had no time left", async ({ world }) => {
    const ended = await world.checkHere(["callback_send_error", "request_too_fast"], twice);
    expect(ended.outputs).toMatchObject({ verdict: "fail", code: "callback_send_error", tries: 2 });
    world.sandbox.addFault({ kind: "status", operation: "callback-test", status: 503, body: "" });
    world.sandbox.addFault({ kind: "hang", operation: "callback-test" });
    // Less time is left than an answer may take.
    const hung = await world.checkHere([], { ...twice, "timeout-seconds": "1" }, { firstWaitMs: 600 });
    expect(hung.outputs).toMatchObject({ code: "http_503" });
  });

  test("waits until tests are not too fast any more", async ({ world }) => {
    const body = '{"code":"request_too_fast"}';
    const limit = { kind: "status", operation: "callback-test", status: 429, body } as const;
    for (let count = 0; count < 4; count++)
      world.sandbox.addFault({ ...limit, headers: { "retry-after": "0" } });
    const inputs = { "timeout-seconds": "60" };
    const env = { CERTORDER_MAX_TRIES: "1" };
    const { outputs } = await world.checkHere("success", inputs, { env });
    expect(outputs).toMatchObject({ verdict: "pass", tries: 5 });
  });

  test("is not repeated in the last fifth of timeout-seconds", async ({ world }) => {
    const more = { firstWaitMs: 900 };
    const inputs = { ...twice, "timeout-seconds": "1" };
    const { outputs } = await world.checkHere(["503", "success"], inputs, more);
    expect(outputs).toMatchObject({ code: "http_503", tries: 1 });
  });
});

describe.concurrent("A cancelled run", () => {
  const cancelledBy = (stop: AbortController) => ({
    signals: { signal: new AbortController().signal, stopSignal: stop.signal },
  });

  test("reports a failure that it has seen before it was cancelled", async ({ world }) => {
    const stop = new AbortController();
    const more = { ...cancelledBy(stop), firstWaitMs: 20_000, onNote: () => stop.abort() };
    const ended = await world.checkHere(["callback_send_error", "success"], { retries: "2" }, more);
    expect(ended).toMatchObject({ level: "failed", outputs: { verdict: "fail", reported: true } });
    expect(world.github.issues).toMatchObject([{ state: "open" }]);
  });

  test("reports nothing else", async ({ world }) => {
    const stop = new AbortController();
    stop.abort();
    const ended = await world.checkHere("callback_send_error", {}, cancelledBy(stop));
    expect(ended).toMatchObject({ level: "failed", outputs: { code: "aborted", reported: false } });
    expect(ended.said).toContain("The run was cancelled before a test failed");
    expect(world.github.seen).toEqual([]);
  });
});

describe.concurrent("A check", () => {
  test("has one issue, edits it quietly, comments on a new kind of failure, and closes it", async ({
    world,
  }) => {
    await checks(world, ["callback_send_error", "callback_response_not_200"]);
    const [issue] = world.github.issues;
    expect(issue).toMatchObject({ state: "open", comments: [] });
    await checks(world, ["unauthorized", "503", "unauthorized", "503", "callback_send_error"]);
    expect(issue?.comments).toMatchObject([
      expect.stringContaining("has a mistake"),
      expect.stringContaining("could not be tested: `http_503`"),
    ]);
    const { outputs } = await world.checkHere("success");
    expect(outputs).toMatchObject({ "issue-number": 1, verdict: "pass", reported: true });
    expect(world.github.issues).toMatchObject([{ state: "closed", state_reason: "completed" }]);
    expect(issue?.body).toContain("The callback works again, after less than a minute.");
    expect(issue?.comments).toHaveLength(2);
  });

  test("that flaps has one issue and no comment, and a new issue after two weeks", async ({ world }) => {
    for (let night = 0; night < 10; night++) {
      expect(await checks(world, ["callback_send_error", "success"])).toEqual(["failed", "passed"]);
      world.github.age(86_400_000);
    }
    expect(world.github.issues).toMatchObject([{ state: "closed", comments: [] }]);
    world.github.age(14 * 86_400_000);
    await checks(world, ["callback_send_error"]);
    expect(world.github.issues).toMatchObject([{ state: "closed" }, { state: "open" }]);
  });

  test("with a mistake in its account or inputs has an issue until it is corrected", async ({ world }) => {
    for (const answer of ["unauthorized", "permission_denied", "callback_not_configured"]) {
      expect(await checks(world, [answer])).toEqual(["failed"]);
      expect(world.github.issues).toMatchObject([{ state: "open" }]);
      await checks(world, ["success"]);
    }
    for (const [name, text] of Object.entries({
      "auth-key": "",
      "ca-file": "/nowhere.pem",
      retries: "often",
    })) {
      const { level, title, outputs } = await world.checkHere([], { [name]: text });
      expect({ level, title }).toEqual({ level: "failed", title: "An input is wrong" });
      expect(outputs).toMatchObject({
        ...{ outcome: "not-sent", verdict: "unknown", tries: 0, reported: true },
        ...{ "duration-ms": 0, "issue-number": 1 },
      });
      expect(world.github.issues).toMatchObject([{ state: "open" }]);
      expect(world.github.issues[0]?.body).toContain(name);
      await checks(world, ["success"]);
      expect(world.github.issues).toMatchObject([{ state: "closed" }]);
    }
  });

  test("is the same after key, service, address, branch, workflow name or the order of its matrix were changed", async ({
    world,
  }) => {
    const env = {
      INPUT_MATRIX: '{"account":"shop","at":{"region":"eu","zone":1}}',
      GITHUB_WORKFLOW: "Health",
      CERTORDER_SERVICE: "staging",
    };
    const wrong = { "key-id": "wrong", url: "https://www.example.com/" };
    await world.checkHere("unauthorized", wrong, { env });
    const later = {
      GITHUB_REPOSITORY: "acme/renamed",
      GITHUB_WORKFLOW: "Callback health",
      GITHUB_WORKFLOW_REF: "acme/renamed/.github/workflows/health.yml@refs/heads/trunk",
      INPUT_MATRIX: '{ "at": { "zone": 1, "region": "eu" }, "account": "shop" }',
    };
    const moved = { "base-url": world.sandbox.url.replace("127.0.0.1", "localhost") };
    await world.checkHere("success", moved, { env: later });
    expect(world.github.issues).toMatchObject([{ state: "closed" }]);
  });

  test("closes its issue when a wrong address was corrected", async ({ world }) => {
    expect((await world.checkHere([], { url: "http://www.example.com/" })).level).toBe("failed");
    await world.checkHere("success", { url: "https://www.example.com/" });
    expect(world.github.issues).toMatchObject([{ state: "closed" }]);
  });

  test("has an issue of its own in each workflow, job, matrix and check-id", async ({ world }) => {
    for (const env of [
      {},
      { GITHUB_WORKFLOW_REF: "acme/site/.github/workflows/b.yml@refs/heads/x" },
      { GITHUB_JOB: "intranet" },
      { INPUT_MATRIX: '{"account":"shop"}' },
      { "INPUT_CHECK-ID": "shop" },
    ])
      await world.checkHere("callback_send_error", {}, { env });
    expect(world.github.issues.map(({ state }) => state)).toEqual(Array(5).fill("open"));
    expect(new Set(world.github.issues.map(({ title }) => title)).size).toBe(5);
  });

  test("names workflow, job, matrix, check-id, service and address in title and body, but no secret part of it", async ({
    world,
  }) => {
    for (const account of ["shop", "intranet"])
      await world.checkHere(
        "callback_send_error",
        {
          url: "https://user:pass@www.example.com/hooks/s3cret?token=t0ken",
          "check-id": "eu",
        },
        { env: { INPUT_MATRIX: JSON.stringify({ account }), CERTORDER_SERVICE: "production" } },
      );
    expect(world.github.issues.map(({ title }) => title)).toEqual([
      "The callback check fails: health.yml, check, account:shop, eu (production, https://www.example.com/…)",
      "The callback check fails: health.yml, check, account:intranet, eu (production, https://www.example.com/…)",
    ]);
    const body = world.github.issues[0]?.body ?? "";
    for (const line of [
      "- Workflow: `.github/workflows/health.yml`",
      "- Job: `check`",
      '- Matrix: `{"account":"shop"}`',
      "- check-id: `eu`",
      "- Service: `production`",
      "- Address under test: `https://www.example.com/…`",
    ])
      expect(body).toContain(line);
    expect(body).not.toMatch(/s3cret|t0ken|pass@/);
  });

  const namesCheckId = "Give each of the steps a check-id of its own, such as:\n    check-id: shop";

  test("fails, and names check-id, if another step of the run has reported to its issue", async ({
    world,
  }) => {
    await world.checkHere("callback_send_error", {}, { runId: 5 });
    for (const [answer, reported] of [
      ["callback_response_not_200", true],
      ["success", false],
    ] as const) {
      const other = await world.checkHere(answer, {}, { runId: 5 });
      expect(other).toMatchObject({ level: "failed", outputs: { reported } });
      expect(other.said).toContain(namesCheckId);
    }
    expect(world.github.issues).toMatchObject([{ state: "open" }]);
    await world.checkHere("success", {}, { runId: 5, runAttempt: 2 });
    expect(world.github.issues).toMatchObject([{ state: "closed" }]);
  });

  test("of which one step passes and the next one fails has an open issue after each run, on two machines too", async ({
    world,
  }) => {
    for (const runId of [5, 6]) {
      expect((await world.checkHere("success", {}, { runId })).level).toBe("passed");
      const second = await world.checkHere("callback_send_error", {}, { runId });
      expect(second).toMatchObject({ level: "failed", outputs: { reported: true } });
      expect(second.said.includes(namesCheckId)).toBe(runId === 6);
      expect(world.github.issues).toMatchObject([{ state: "open" }]);
    }
  });

  test.for([
    ["success", "success"],
    ["success", "callback_send_error"],
    ["callback_send_error", "success"],
    ["callback_send_error", "503"],
  ] as const)(
    "that two steps of a job report in the first run, %s and %s, is an error that names check-id",
    async ([first, second], { world }) => {
      const job = () => ({ env: { RUNNER_TEMP: newFolder() }, runId: 5 });
      const one = job();
      expect((await world.checkHere(first, {}, one)).said).not.toContain("check-id");
      const other = await world.checkHere(second, {}, one);
      expect(other).toMatchObject({ level: "failed", outputs: { reported: second !== "success" } });
      expect(other.said).toContain(namesCheckId);
      const states = first === "success" && second === "success" ? [] : [{ state: "open" }];
      expect(world.github.issues).toMatchObject(states);
      // A job has a folder of its own, and a re-run is another report.
      const again = await world.checkHere("success", {}, { ...job(), runAttempt: 2 });
      expect(again).toMatchObject({ level: "passed", outputs: { reported: true } });
    },
  );

  test("takes the newest result of a run, also after a person has closed the issue", async ({ world }) => {
    await world.checkHere("callback_send_error", {}, { runId: 5 });
    const [issue] = world.github.issues;
    if (issue) world.github.setState(issue, "closed");
    await world.checkHere("callback_send_error", {}, { runId: 5, runAttempt: 2 });
    expect(world.github.issues).toMatchObject([{ state: "open", comments: [] }]);
  });

  test.for([
    ["asks who its token is", /graphql$/],
    ["reads the first list", /issues$/],
    ["reads the issue", /issues\/1$/],
  ] as const)("does not close what a newer run has reported while it %s", async ([, path], { world }) => {
    await world.checkHere("callback_send_error");
    let isFirst = true;
    const newer: unknown[] = [];
    world.github.onCall = async (call) => {
      if (!isFirst || !path.test(call.path)) return;
      isFirst = false;
      await new Promise((resolve) => setTimeout(resolve, 20));
      newer.push((await world.checkHere("503")).outputs.reported);
    };
    const older = await world.checkHere("success");
    expect(newer).toEqual([true]);
    expect(world.github.issues).toMatchObject([{ state: "open", comments: [expect.anything()] }]);
    expect(older).toMatchObject({ level: "passed", outputs: { reported: false } });
    expect(older.said).toContain("A newer run has already reported to issue #1");
  });

  test.for([
    ["success", "503", "open"],
    ["503", "success", "closed"],
  ] as const)(
    "whose older run writes %s over the newer one's %s writes it again",
    async ([older, newer, state], { world }) => {
      await world.checkHere("callback_send_error");
      let writing: Promise<{ readonly said: string }> | undefined;
      world.github.writesLate(() => {
        writing = world.checkHere(newer);
        return writing;
      });
      await world.checkHere(older);
      expect((await writing)?.said).toContain("An older run has written over issue #1. It is written again.");
      expect(world.github.issues).toMatchObject([{ state }]);
    },
  );
});

describe.concurrent("The default branch", () => {
  const dispatched = (ref: string, event: unknown) => {
    const path = join(newFolder(), "event.json");
    writeFileSync(path, JSON.stringify(event));
    return {
      env: { GITHUB_EVENT_NAME: "workflow_dispatch", GITHUB_REF: ref, GITHUB_EVENT_PATH: path },
    };
  };
  const trunk = { repository: { default_branch: "trunk" } };

  test.for([
    ["refs/heads/trunk", trunk, true],
    ["refs/heads/topic", trunk, false],
    ["refs/tags/trunk", trunk, false],
    ["refs/pull/1/merge", trunk, false],
    ["refs/heads/trunk", {}, false],
  ] as const)("keeps the issue, and no other ref does: %s, %j", async ([ref, event, keeps], { world }) => {
    const ended = await world.checkHere("callback_send_error", {}, dispatched(ref, event));
    expect(ended).toMatchObject({ level: "failed", outputs: { reported: keeps } });
    expect(world.github.issues).toHaveLength(keeps ? 1 : 0);
    expect(ended.said.includes("only runs of the default branch keep it")).toBe(!keeps);
    await world.checkHere("callback_send_error");
    await world.checkHere("success", {}, dispatched(ref, event));
    expect(world.github.issues).toMatchObject([{ state: keeps ? "closed" : "open" }]);
  });
});

describe.concurrent("A check whose issue cannot be written is red, and says why, if", () => {
  const saml = "Resource protected by organization SAML enforcement.";
  const off = "Issues has been disabled in this repository.";
  const policy = (how: number, method: string, message: string) => ({
    how,
    method,
    path: /issues$/,
    message,
  });

  test.for<[string, (world: ActionWithSandbox) => unknown, string]>([
    [
      "a permission is missing",
      ({ github }) => Object.assign(github, { permissions: {} }),
      "permissions:\n  contents: read\n  issues: write",
    ],
    [
      "its token can only read",
      ({ github }) => Object.assign(github, { permissions: { issues: "read" } }),
      "Resource not accessible by integration",
    ],
    ["the organisation refuses", ({ github }) => github.faults.push(policy(403, "get", saml)), saml],
    [
      "there are no issues",
      ({ github }) => github.faults.push(policy(410, "post", off)),
      "Switch them on in its settings, or write report-issue: false.",
    ],
    [
      "the repository has moved",
      ({ github }) => Object.assign(github, { isRenamed: true }),
      "moved elsewhere",
    ],
    [
      "GitHub does not say who the token is",
      ({ github }) => Object.assign(github, { login: "" }),
      "GitHub does not say to whom github-token belongs",
    ],
    [
      "GitHub does not accept the token",
      ({ github }) => github.faults.push({ method: "post", path: /graphql/, how: 401 }),
      "GitHub does not accept github-token",
    ],
    [
      "GitHub's limit for GraphQL is used up",
      ({ github }) =>
        github.faults.push({
          method: "post",
          path: /graphql/,
          how: 200,
          body: { errors: [{ type: "RATE_LIMITED", message: "API rate limit exceeded" }] },
          headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "9999999999" },
        }),
      "GitHub's rate limit is used up",
    ],
    [
      "GitHub cannot be reached",
      ({ github }) => github.faults.push({ method: "post", path: /graphql/, how: "drop-before", times: 5 }),
      "GitHub did not answer",
    ],
  ])("%s", async ([_, setUp, text], { world }) => {
    setUp(world);
    const ended = await world.checkHere("callback_send_error");
    expect(ended.level).toBe("failed");
    expect(ended.outputs).toMatchObject({ verdict: "fail", code: "callback_send_error", reported: false });
    expect(ended.said).toContain(text);
    expect(ended.said.includes("permissions:")).toBe(world.github.permissions.issues !== "write");
    expect((await world.checkHere("success")).level).toBe("passed");
    expect(world.github.issues).toEqual([]);
  });

  test("and waits if there is a rate limit", async ({ world }) => {
    const limit = {
      how: 403,
      message: "You have exceeded a secondary rate limit.",
      headers: { "retry-after": "1" },
    };
    for (const method of ["get", "post"]) world.github.faults.push({ method, path: /issues$/, ...limit });
    await world.checkHere("callback_send_error");
    expect(world.github.issues).toMatchObject([{ state: "open" }]);
  });

  test("but not if one of its assignees has left: all others are assigned", async ({ world }) => {
    world.github.unassignable = ["left", "gone"];
    const assignees = "octocat\nleft\nhubot\ngone\noctocat";
    const ended = await world.checkHere("callback_send_error", { "issue-assignees": assignees });
    expect(ended.outputs).toMatchObject({ reported: true, "issue-number": 1 });
    expect(world.github.issues).toMatchObject([{ state: "open", assignees: ["octocat", "hubot"] }]);
    expect(ended.said).toContain("Issue #1 is open, but GitHub did not assign it to left, gone.");
  });

  test.for([[], ["left"]])(
    "and names an assignee whom GitHub leaves out without a word, also beside %j who has left",
    async (unassignable, { world }) => {
      Object.assign(world.github, { unassignable, dropsAssignees: ["outside"] });
      const assignees = ["octocat", "outside", ...unassignable];
      const ended = await world.checkHere("callback_send_error", { "issue-assignees": assignees.join("\n") });
      expect(world.github.issues).toMatchObject([{ state: "open", assignees: ["octocat"] }]);
      expect(ended.said).toContain(`did not assign it to ${assignees.slice(1).join(", ")}.`);
    },
  );

  test.for<[string, Omit<Fault, "method" | "path">]>([
    ["answers 502", { how: 502, times: 2 }],
    ["loses the call", { how: "drop-before" }],
    ["carries the call out and loses its answer", { how: "drop-after" }],
    ["carries the call out and answers nothing", { how: "garble-after", text: "" }],
    ["carries the call out and breaks its answer off", { how: "garble-after", text: '{"number":1' }],
    ["carries the call out and leaves the number out", { how: "garble-after", text: '{"number":null}' }],
  ])("but not if GitHub %s once: there is one issue", async ([_, fault], { world }) => {
    world.github.faults.push({ method: "post", path: /issues$/, ...fault });
    const ended = await world.checkHere("callback_send_error");
    expect(ended.outputs).toMatchObject({ reported: true, "issue-number": 1 });
    expect(world.github.issues).toMatchObject([{ state: "open" }]);
  });

  test.for([/issues$/, /issues\/1$/])(
    "but not if GitHub breaks a list or an issue off: %s",
    async (path, { world }) => {
      await world.checkHere("callback_send_error");
      for (const text of ["", '[{"number":1']) {
        world.github.faults.push({ method: "get", path, how: "garble-after", text, times: 2 });
        const ended = await world.checkHere("callback_send_error");
        expect(ended.outputs).toMatchObject({ reported: true, "issue-number": 1 });
      }
      expect(world.github.issues).toMatchObject([{ state: "open" }]);
    },
  );

  test.for(["graphql", "issues", "issues/1"])(
    "but not if GitHub answers 502 once at %s",
    async (path, { world }) => {
      await world.checkHere("callback_send_error");
      for (const method of ["get", "post", "patch"])
        world.github.faults.push({ method, path: new RegExp(`${path}$`), how: 502 });
      expect((await world.checkHere("success")).outputs).toMatchObject({ reported: true });
      expect(world.github.issues).toMatchObject([{ state: "closed" }]);
    },
  );
});
