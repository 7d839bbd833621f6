import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Outcome } from "../../../src/contract/index.ts";
import { outcomes } from "../../../src/contract/index.ts";
import type { Fault } from "../../../src/sandbox/index.ts";
import type { Ended } from "../../harness/cli/cli.ts";
import { certorder, certorderEach, newFolder } from "../../harness/cli/cli.ts";
import { confirmedRequest, environmentFor, service } from "../../harness/cli/service.ts";
import { newJournal } from "../../harness/journal/new-journal.ts";

/** What the sandbox does to a reissue, its outcome, and how often it happened. Every fault: part `faults` of the proof. */
const cases: [title: string, fault: Fault | undefined, outcome: Outcome, happened: number][] = [
  ["nothing goes wrong", undefined, "done", 1],
  ["the service refuses", { kind: "status", status: 409, body: '{"code":"order_locked"}' }, "rejected", 0],
  ["the connection is reset after it was carried out", { kind: "reset-after-processing" }, "unknown", 1],
  ["no answer comes", { kind: "hang" }, "unknown", 0],
  ["the answer has no certificate id", { kind: "no-certificate-id" }, "done-unread", 1],
];

describe("The outcome of a reissue", () => {
  test.concurrent.each(cases)(
    "is the same in exit code, message and JSON if %s",
    async (_, fault, outcome, happened) => {
      const sandbox = await service(["people", "programs"]);
      if (fault) sandbox.addFault({ ...fault, times: 2 });
      const patience = { CERTORDER_TIMEOUT_SECONDS: fault?.kind === "hang" ? "4" : "" };
      const [people, programs] = (await certorderEach(
        [
          ["reissue", "people", ...confirmedRequest()],
          ["reissue", "programs", ...confirmedRequest(), "--json"],
        ],
        { ...sandbox.env, ...patience, CERTORDER_JOURNAL: newJournal() },
      )) as [Ended, Ended];
      const { exitCode, meaning } = outcomes[outcome];
      expect([people.code, programs.code], people.stderr).toEqual([exitCode, exitCode]);
      expect(programs.stderr).toBe("");
      const result = JSON.parse(programs.stdout) as Record<string, string>;
      expect(result).toMatchObject({ outcome });
      if (outcome !== "done")
        expect(people).toMatchObject({ stdout: "", stderr: expect.stringContaining(meaning) });
      expect([sandbox.reissues("people"), sandbox.reissues("programs")]).toEqual([happened, happened]);
      expect(sandbox.requests).toHaveLength(2);
      if (outcome !== "unknown" && outcome !== "done-unread") return;
      // An open attempt is named, with the command that resolves it.
      expect(result.attempt_id).toMatch(/^[0-9a-f]{12}$/);
      expect(result.remedy).toContain(`certorder journal resolve programs ${result.attempt_id}`);
      expect(people.stderr.includes("--not-happened")).toBe(outcome === "unknown");
    },
  );

  test.concurrent("is not-sent after another try if no server listens", async () => {
    const args = ["reissue", "o", ...confirmedRequest(), "--max-tries", "2", "--json"];
    const { code, stdout, stderr } = await certorder(args, { env: environmentFor("http://127.0.0.1:1") });
    expect(code).toBe(4);
    expect(stderr).toMatch(/Try 1: .* Trying again in \d\.\d s\./);
    expect(JSON.parse(stdout)).toMatchObject({ outcome: "not-sent", code: "connect_failed", tries: 2 });
  });

  test.concurrent("is not-sent until --ca-file names the authority that signed the service's certificate", async () => {
    const sandbox = await service(["order-1"], { httpsPort: 0 });
    const caFile = join(newFolder(), "ca.pem");
    writeFileSync(caFile, sandbox.caPem);
    const args = ["reissue", "order-1", ...confirmedRequest()];
    const [untrusted, missing, trusted] = await certorderEach(
      [args, [...args, "--ca-file", "/nowhere/ca.pem"], [...args, "--ca-file", caFile]],
      { ...sandbox.env, CERTORDER_BASE_URL: sandbox.httpsUrl },
    );
    expect(untrusted).toMatchObject({ code: 4, stderr: expect.stringContaining("--ca-file") });
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining("--ca-file") });
    expect(trusted).toMatchObject({ code: 0 });
    expect(sandbox.requests).toHaveLength(1);
  });
});
