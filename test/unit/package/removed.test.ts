import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Names of what was taken out before the first release: of settings, flags, inputs, codes, and of the code behind them. */
const removed = [
  // Ways to ask.
  "unless-within",
  "unlessWithin",
  "each-run",
  "allow-rerun",
  "runIntent",
  "runName",
  "readRunCreation",
  "workflowRun",
  /\bactions: read\b/,
  // Where reissues are remembered.
  "journal_dir",
  "journal-dir",
  "JOURNAL_DIR",
  "journal_url",
  "journal-url",
  "JOURNAL_URL",
  "best-effort",
  "bestEffort",
  "history: repository",
  "history: journal",
  "history: none",
  "#guarded",
  "#ignores",
  // Who is believed.
  "resolve_by_callback",
  "resolveByCallback",
  "RESOLVE_BY_CALLBACK",
  "by callback",
  "isFromTheFuture",
  "isCorrection",
  "isMistaken",
  // The path of a decision.
  "#decideOn(",
  "#decideBefore",
  "journal.preview",
  "toWitness",
  // The history in a repository.
  "Checkpoints",
  "checkpoints.ts",
  "attemptIds",
  "listDeploymentStatuses",
  // The monitor.
  "fail-on:",
  '"fail-on"',
  "failOn",
  "muted",
  "failure-threshold",
  "unknown-threshold",
  "recovery-threshold",
  "issue-title",
  "issue-labels",
  "certorder-mute",
  // The receiver.
  "behind-proxy",
  // Settings and attributes.
  "connect_timeout_seconds",
  "response_timeout_seconds",
  "allow_reissue",
  "github-api-url",
  "sign_key_pin_wo",
  "previous_certificate_id",
  "open_attempt_ended_at",
  // Commands.
  "journal list",
  "journal-list",
  // Codes.
  "attempt_not_found",
  "certificate_not_found",
  "certificate_expired",
  "history_not_genuine",
  "history_unavailable",
  "import_differs",
  "import_not_latest",
  "latest_unclear",
  "reissues_switched_off",
  "resolved_elsewhere",
  "response_unreadable",
  "result_encrypted",
  "nothing_to_supersede",
  "clock_wrong",
  "resolved_already",
] as const;

const root = join(import.meta.dirname, "..", "..", "..");
const places = [
  "src",
  "test",
  "docs",
  "examples",
  "actions",
  "scripts",
  ".github",
  "action.yml",
  "README.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
];

function* filesIn(path: string): Generator<string> {
  if (!statSync(join(root, path)).isDirectory()) yield path;
  else
    for (const name of readdirSync(join(root, path)))
      if (name !== "node_modules") yield* filesIn(join(path, name));
}

test("Nothing in code, documents and examples speaks of what was taken out", () => {
  const found = places
    .flatMap((place) => [...filesIn(place)])
    .filter((file) => !file.endsWith("removed.test.ts") && !file.endsWith(".svg"))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), "utf8");
      return removed
        .filter((name) => (typeof name === "string" ? text.includes(name) : name.test(text)))
        .map((name) => `${file}: ${name}`);
    });
  expect(found).toEqual([]);
});
