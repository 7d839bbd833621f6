import { createHash } from "node:crypto";
import type { Line } from "./attempt.ts";

// How a line is written, for shelves that keep texts.

const version = 2;

/** A line ends with a sum of all that stands before it, so that no damage turns it into another one. */
export function formatLine(line: Line): string {
  const text = JSON.stringify({ v: version, ...line }).slice(0, -1);
  return `${text},"sum":"${sumOf(text)}"}`;
}

function sumOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

/** A damaged line is named by what it holds, so that a person can resolve exactly this one. */
export function parseLine(text: string): Line {
  return parsed(text) ?? { event: "damaged", attempt: `damaged-${sumOf(text)}` };
}

type Kind = "text" | "maybe text" | "maybe number" | "maybe flag" | "text or null";

const outcome = { certificate: "maybe text" } as const;

/** What a line of each kind has to have, beside attempt and time. */
const members: Readonly<Record<Exclude<Line["event"], "damaged">, Readonly<Record<string, Kind>>>> = {
  sent: {
    order: "text",
    service: "text",
    address: "text",
    what: "text",
    name: "maybe text",
    replaced: "maybe text",
    validityDays: "maybe number",
    unshown: "maybe flag",
    process: "text",
    until: "text",
  },
  done: { certificate: "text" },
  resolved: { certificate: "text or null" },
  acknowledged: {},
  doubted: {},
  rejected: outcome,
  "not-sent": outcome,
  unknown: outcome,
  "done-unread": outcome,
};

function parsed(text: string): Line | undefined {
  try {
    const { v, sum: _, ...line } = JSON.parse(text) as Partial<Record<string, unknown>>;
    const summed = text.slice(0, text.lastIndexOf(","));
    if (v !== version || text !== `${summed},"sum":"${sumOf(summed)}"}`) return undefined;
    if (typeof line.event !== "string" || !Object.hasOwn(members, line.event)) return undefined;
    const needed = { attempt: "text", at: "text", ...members[line.event as keyof typeof members] } as const;
    const isWhole = Object.entries<Kind>(needed).every(([name, kind]) => fits(line[name], kind));
    return isWhole ? (line as unknown as Line) : undefined;
  } catch {
    return undefined;
  }
}

function fits(value: unknown, kind: Kind): boolean {
  switch (kind) {
    case "text":
      return typeof value === "string";
    case "text or null":
      return value === null || typeof value === "string";
    case "maybe text":
      return value === undefined || typeof value === "string";
    case "maybe number":
      return value === undefined || typeof value === "number";
    case "maybe flag":
      return value === undefined || typeof value === "boolean";
  }
}
