import { errorMessage } from "./error-message.ts";
import { LogMask } from "./log-mask.ts";
import type { Unknown } from "./values/unknown.ts";

// Log lines in the format of the core: one JSON object in each line on stderr.

const levels = ["trace", "debug", "info", "warn", "error"] as const;

/** How important a log line is. @useDeclaredType */
export type LogLevel = (typeof levels)[number];
/** What a log line says beside its message. */
export type LogFields = Readonly<Record<string, unknown>>;

/** One line of a log. @inline */
type LogLine = (message: string, fields?: LogFields | (() => LogFields)) => void;

/**
 * Logs at each level. Fields can be a function: it runs only if the line is written.
 *
 *     log.mask(config.token);
 *     log.debug("sending", { headers });
 */
export interface Logger extends Readonly<Record<LogLevel, LogLine>> {
  /**
   * From now on, lines have `***` instead of these secrets: in messages, in fields at any depth, in text that is JSON,
   * and in the stacks of exceptions. An empty string, null and an unknown value are ignored. Even a single character is
   * hidden, so a very short secret makes the log hard to read.
   */
  mask(...secrets: readonly (string | Unknown | null | undefined)[]): void;
  /** From now on, fields with these names have the value `***`, at any depth. */
  maskFields(...names: readonly string[]): void;
}

/** The logger that the framework uses. */
export interface MaskingLogger extends Logger {
  /** A text without the secrets, for output that is not a log line. */
  hide(text: string): string;
}

/** The core reads lines of up to 64 KiB. It shows a longer line in pieces. */
const longestLine = 60_000;

interface LogOptions {
  /** Name of the provider, as in `TF_LOG_PROVIDER_NAME`. */
  readonly name: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly write: (line: string) => void;
  readonly now?: () => Date;
}

export function createLogger(options: LogOptions): MaskingLogger {
  const { name, environment, write, now = () => new Date() } = options;
  const threshold = readThreshold(name, environment);
  const mask = new LogMask();
  const log = (level: LogLevel) => (message: string, fields?: LogFields | (() => LogFields)) => {
    if (levels.indexOf(level) < threshold) return;
    const format = (shown: LogFields) => formatEvent(level, name, message, shown, now(), mask);
    try {
      write(format((typeof fields === "function" ? fields() : fields) ?? {}));
    } catch (thrown) {
      // A log line must not end a call: an object that was created would be lost.
      write(format({ fields: `cannot be written: ${errorMessage(thrown)}` }));
    }
  };
  return {
    trace: log("trace"),
    debug: log("debug"),
    info: log("info"),
    warn: log("warn"),
    error: log("error"),
    mask: (...secrets) => mask.addSecrets(secrets),
    maskFields: (...names) => mask.addFields(names),
    hide: (text) => mask.hide(text),
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
  fields: LogFields,
  at: Date,
  mask: LogMask,
): string {
  const head = {
    "@level": level,
    // Hidden before it is cut: the rest of a secret could no longer be recognized.
    "@message": mask.hide(String(message)).slice(0, longestLine / 2),
    "@module": `provider.${name}`,
    // The time must have six digits after the point. Otherwise the core shows the line as plain text.
    "@timestamp": at.toISOString().replace("Z", "000Z"),
  };
  const line = JSON.stringify({ ...mask.hideInFields(fields), ...head });
  return `${line.length <= longestLine ? line : JSON.stringify(head)}\n`;
}
