/** What a check found. */
export interface Finding {
  /** `warning`: it works, and something about it may fail later or elsewhere. */
  readonly status: "ok" | "warning" | "failed" | "unchecked";
  /** What was found and why it matters, in a sentence or two. */
  readonly text: string;
  /** What to do: a command or a setting, where one exists. */
  readonly remedy?: string | undefined;
  /** What was looked at, one thing a line. */
  readonly details?: readonly string[] | undefined;
}

export function ok(text: string): Finding {
  return { status: "ok", text };
}

export function warning(text: string, remedy?: string): Finding {
  return { status: "warning", text, remedy };
}

export function failed(text: string, remedy?: string): Finding {
  return { status: "failed", text, remedy };
}

export function unchecked(text: string, remedy?: string): Finding {
  return { status: "unchecked", text, remedy };
}
