import "./process/starting.ts";
import { type AttributePath, type Diagnostic, error } from "./diagnostics.ts";
import { Unknown } from "./values/unknown.ts";

type TimeoutOperation = "create" | "read" | "update" | "delete" | "open" | "invoke";

/** The attribute `timeouts`, with an argument for each operation, as in `timeouts = { create = "30m" }`. */
export function timeouts<const Name extends TimeoutOperation>(...operations: readonly Name[]) {
  const argument = {
    type: "string",
    optional: true,
    description: "How long it may take, such as `90s`, `30m` or `1h30m`.",
    validators: [checkDuration],
  } as const;
  const attributes = Object.fromEntries(operations.map((name) => [name, argument]));
  return {
    type: "object",
    optional: true,
    description: "How long operations may take.",
    attributes: attributes as { readonly [N in Name]: typeof argument },
  } as const;
}

/** How long an operation may take, in milliseconds: the user's value, or else the default, such as `"20m"`. */
export function timeoutMs<Name extends string>(
  written: { readonly [N in Name]?: string | Unknown | null } | Unknown | null,
  operation: Name,
  standard: string,
): number {
  const own = written === null || written instanceof Unknown ? null : written[operation];
  const ms = durationMs(typeof own === "string" ? own : standard);
  if (ms === undefined) throw new TypeError(`"${standard}" is not a duration`);
  return ms;
}

const units = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 } as const;

/** A duration in Go's notation, in milliseconds. */
function durationMs(text: string): number | undefined {
  if (!/^(\d+(\.\d+)?(h|ms|m|s))+$/.test(text)) return undefined;
  const parts = text.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s)/g);
  return [...parts].reduce(
    (sum, [, count, unit]) => sum + Number(count) * units[unit as keyof typeof units],
    0,
  );
}

function checkDuration(text: string, path: AttributePath, name: string): readonly Diagnostic[] {
  if (durationMs(text) !== undefined) return [];
  return [
    error(
      "Not a duration",
      `"${name}" is not a duration. Write a number and a unit, such as 90s, 30m or 1h30m.`,
      path,
    ),
  ];
}
