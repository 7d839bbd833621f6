import { chmodSync, cpSync, existsSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type storeTools, toolPath } from "../../../scripts/tool-folder.ts";
import type { Finding } from "../../harness/finding.ts";
import { newFolder } from "../../harness/new-folder.ts";
import { atLeast, none, type Part } from "../part.ts";
import { runTests } from "../run-tests.ts";
import { proveStandby } from "./standby.ts";

type StoreTool = keyof typeof storeTools;

interface Store {
  readonly title: string;
  /** The tests of `test/real/stores` that are run on it. */
  readonly files: readonly string[];
  /** The variable by which they find its program. */
  readonly variable: string;
  readonly program: (tool: string) => string;
  /** Words in the names of tests that cannot be run on it. */
  readonly without?: readonly string[];
}

const postgres = (version: number): Store => ({
  title: `PostgreSQL ${version}`,
  files: ["postgres", "postgres-faults", "postgres-standby", "postgres-tls"],
  variable: "CERTORDER_TEST_POSTGRES",
  program: readableByAll,
});

/** What `npm run test:real` uses is not here: the PostgreSQL of the machine, and gofakes3. */
const stores: Readonly<Record<StoreTool, Store>> = {
  "postgres-13": postgres(13),
  "postgres-14": postgres(14),
  "postgres-16": postgres(16),
  "postgres-17": postgres(17),
  "postgres-18": postgres(18),
  pgbouncer: {
    title: "PgBouncer, by transactions",
    // It has connections, keys and certificates of its own; the rest is the server's.
    files: ["postgres"],
    variable: "CERTORDER_TEST_POOLER",
    program: realpathSync,
  },
  versitygw: {
    title: "versitygw",
    files: ["s3", "s3-faults"],
    variable: "CERTORDER_TEST_VERSITYGW",
    program: (tool) => tool,
    without: [
      // Its objects are files, whose names are short: a very long id is refused with that reason.
      "every character of their ids",
      // It checks signatures, also of requests that a store in between has changed, and by its own clock.
      "ignores conditions",
      "whose clock is hours off",
    ],
  },
};

/** The server runs as another user, who may not read the folder of the tools, also not by a link into it. */
function readableByAll(tool: string): string {
  const folder = newFolder("store-");
  cpSync(realpathSync(tool), folder, { recursive: true, verbatimSymlinks: true });
  for (const path of [tmpdir(), folder]) chmodSync(path, 0o755);
  return folder;
}

export const part: Part = {
  title: "A shared journal keeps its promise on every store",
  limit: 50,
  async run({ quick, log }) {
    // A quick look needs only what `npm run tools` builds, and that is in the tests themselves.
    if (quick) return { findings: [] };
    const standby = await proveStandby(log);
    const findings: Finding[] = [...standby.findings];
    const failures = [...standby.failures];
    const missing = Object.keys(stores).filter((tool) => !existsSync(toolPath(tool as StoreTool)));
    for (const [tool, { title, files, variable, program, without }] of Object.entries(stores)) {
      if (missing.includes(tool)) continue;
      const paths = files.map((file) => join("test", "real", "stores", `${file}.test.ts`));
      const env = { [variable]: program(toolPath(tool as StoreTool)) };
      const chosen = without ? ["-t", `^(?!.*(?:${without.join("|")}))`] : [];
      const ran = await runTests(["--project", "real", ...paths, ...chosen], env);
      log(`${title}: ${ran.passed} passed, ${ran.failures.length} failed`);
      findings.push(
        atLeast(`${title}: tests that hold`, ran.passed, files.length * 5),
        none(`${title}: tests that do not`, ran.failures.length),
      );
      failures.push(...ran.failures.map((failure) => `${title}: ${failure}`));
    }
    findings.push(none("stores that are missing: npm run tools -- --proof", missing.length));
    return { findings, failures };
  },
};
