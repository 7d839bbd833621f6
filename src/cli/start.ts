import { version } from "../version.ts";
import { exitCodes } from "./exit-code.ts";
import { asksHelp, helpWidth, overview } from "./overview.ts";
import { print } from "./stdout.ts";

// A closed pipe must not end the process: a request may be in flight, and its outcome has to reach the journal.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

/** How long a process whose command has ended waits for work that was abandoned. */
const lingerMs = 1_000;

/** Runs a command line as the only work of this process. A store that does not answer cannot keep the process from ending. */
export async function start(args: readonly string[]): Promise<void> {
  await run(args);
  setTimeout(() => process.exit(), lingerMs).unref();
}

/** Runs a command line, and sets the exit code. The overview and the version need nothing of what runs a command. */
export async function run(args: readonly string[]): Promise<void> {
  const page = frontPage(args);
  if (page === undefined) return (await import("./run.ts")).run(args);
  try {
    await print(page);
    process.exitCode = exitCodes.ok;
  } catch (error) {
    const { showError } = await import("./run.ts");
    process.exitCode = await showError(error as Error, args);
  }
}

function frontPage([first = "--help", second = "--help"]: readonly string[]): string | undefined {
  if (first === "--version") return version;
  if (asksHelp(first)) return overview(second === "--all" ? "all" : "short", helpWidth());
  return undefined;
}
