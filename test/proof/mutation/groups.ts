/** What is mutated together, and the tests that have to notice: all of them quick, and in this process. */
export interface Group {
  readonly name: string;
  readonly sources: readonly string[];
  readonly tests: readonly string[];
}

export const groups: readonly Group[] = [
  {
    name: "contract",
    sources: [
      "ask",
      "callback",
      "check",
      "declared",
      "field",
      "operation",
      "reissue",
      "settings",
      "validity",
    ].map((file) => `src/contract/${file}.ts`),
    tests: ["test/contract/*.test.ts", "test/vectors/contract.test.ts"],
  },
  {
    name: "retry",
    sources: ["classify", "ending", "retry", "verdict"].map((file) => `src/client/${file}.ts`),
    tests: ["classify", "ending", "retry", "verdict"].map((file) => `test/client/${file}.test.ts`),
  },
  {
    name: "transport",
    sources: ["connection", "proxy", "transport"].map((file) => `src/client/${file}.ts`),
    tests: ["connection", "proxy", "transport"].map((file) => `test/client/${file}.test.ts`),
  },
  {
    name: "redaction",
    sources: ["src/client/text.ts", "src/action/secrets.ts", "src/action/text.ts"],
    tests: ["client/escapes", "client/redaction", "client/text", "action/masks", "action/text"].map(
      (file) => `test/${file}.test.ts`,
    ),
  },
  {
    name: "plan rules",
    sources: [
      "src/plugin/server/plan-rules.ts",
      "src/plugin/server/verify.ts",
      "src/provider/reissue-decision.ts",
      "src/provider/reissue-refusals.ts",
    ],
    tests: [
      "test/plugin/plan-rules.test.ts",
      "test/provider/reissue-decision.test.ts",
      "test/provider/reissue-refusals.test.ts",
    ],
  },
  {
    name: "journal",
    sources: ["attempt", "journal"].map((file) => `src/journal/${file}.ts`),
    tests: ["test/journal/*.test.ts"],
  },
];
