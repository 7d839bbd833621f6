// Log lines in the format of the core: one JSON object in each line on stderr.

const levels = ["trace", "debug", "info", "warn", "error"] as const;

/** How important a log line is. @useDeclaredType */
export type LogLevel = (typeof levels)[number];
export type LogFields = Readonly<Record<string, unknown>>;

/** Logs at each level. Fields can be a function: it runs only if the line is written. */
export type Logger = Readonly<
  Record<LogLevel, (message: string, fields?: LogFields | (() => LogFields)) => void>
>;

/** The core reads lines of up to 64 KiB. It shows a longer line in pieces. */
const longestLine = 60_000;

interface LogOptions {
  /** Name of the provider, as in `TF_LOG_PROVIDER_NAME`. */
  readonly name: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly write: (line: string) => void;
  readonly now?: () => Date;
}

export function createLogger({ name, environment, write, now = () => new Date() }: LogOptions): Logger {
  const threshold = readThreshold(name, environment);
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

/** The most specific variable decides. Without any, the core drops every line, so none is written. */
function readThreshold(name: string, environment: NodeJS.ProcessEnv): number {
  const own = `TF_LOG_PROVIDER_${name.toUpperCase().replaceAll("-", "_")}`;
  const setting = environment[own] || environment.TF_LOG_PROVIDER || environment.TF_LOG || "off";
  if (setting.toLowerCase() === "off") return levels.length;
  const words: readonly string[] = levels;
  const level = words.indexOf(setting.toLowerCase());
  // The core treats `json` and every unknown word as the most detailed level.
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
    // The time must have six digits after the point. Otherwise the core shows the line as plain text.
    "@timestamp": at.toISOString().replace("Z", "000Z"),
  };
  // JSON has no bigint. As a number, a core would round it.
  const line = JSON.stringify({ ...fields, ...head }, (_name, value) =>
    typeof value === "bigint" ? String(value) : value,
  );
  return `${line.length <= longestLine ? line : JSON.stringify(head)}\n`;
}
