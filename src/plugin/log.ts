// Log lines in the form that the core takes apart again: one JSON object a line on stderr.

const levels = ["trace", "debug", "info", "warn", "error"] as const;

/** How important a log line is. @useDeclaredType */
export type LogLevel = (typeof levels)[number];
export type LogFields = Readonly<Record<string, unknown>>;

/** Logs at each level. Fields may be given as a function, which runs only if the line is wanted. */
export type Logger = Readonly<
  Record<LogLevel, (message: string, fields?: LogFields | (() => LogFields)) => void>
>;

/** The core reads lines of up to 64 KiB and shows what is longer in pieces. */
const longestLine = 60_000;

interface LogOptions {
  /** Name of the provider, as in `TF_LOG_PROVIDER_NAME`. */
  readonly name: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly write: (line: string) => void;
  readonly now?: () => Date;
}

export function createLogger({ name, environment, write, now = () => new Date() }: LogOptions): Logger {
  const threshold = thresholdOf(name, environment);
  const log = (level: LogLevel) => (message: string, fields?: LogFields | (() => LogFields)) => {
    if (levels.indexOf(level) < threshold) return;
    write(formatEvent(level, name, message, typeof fields === "function" ? fields() : fields, now()));
  };
  return {
    trace: log("trace"),
    debug: log("debug"),
    info: log("info"),
    warn: log("warn"),
    error: log("error"),
  };
}

/** The most specific variable decides. Without any the core drops every line, so that none is written. */
function thresholdOf(name: string, environment: NodeJS.ProcessEnv): number {
  const own = `TF_LOG_PROVIDER_${name.toUpperCase().replaceAll("-", "_")}`;
  const setting = environment[own] || environment.TF_LOG_PROVIDER || environment.TF_LOG || "off";
  if (setting.toLowerCase() === "off") return levels.length;
  const words: readonly string[] = levels;
  const level = words.indexOf(setting.toLowerCase());
  // The core takes a word that it does not know, and `json`, for the most talkative level.
  return Math.max(level, 0);
}

function formatEvent(
  level: LogLevel,
  name: string,
  message: string,
  fields: LogFields = {},
  at: Date,
): string {
  const head = {
    "@level": level,
    "@message": message.slice(0, longestLine / 2),
    "@module": `provider.${name}`,
    // A time with other than six digits after the point makes the core take the line for plain text.
    "@timestamp": at.toISOString().replace("Z", "000Z"),
  };
  const line = JSON.stringify({ ...fields, ...head });
  return `${line.length <= longestLine ? line : JSON.stringify(head)}\n`;
}
