import type { ComponentChild } from "preact";
import { escapeUnprintable } from "../../contract/printable.ts";

/** Text from elsewhere on one line. */
export const line = escapeUnprintable;

/** Text from elsewhere on several lines. */
export function lines(text: string): string {
  return text.replace(/[^\n\t]+/g, escapeUnprintable);
}

const tokens = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Indented JSON, with its parts in colours. Undefined if the text is not JSON. */
export function formatJson(text: string): ComponentChild[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const json = lines(JSON.stringify(value, undefined, 2));
  const parts: ComponentChild[] = [];
  let end = 0;
  for (const match of json.matchAll(tokens)) {
    const [all, quoted, colon] = match;
    parts.push(json.slice(end, match.index));
    const kind = colon ? "name" : quoted === '"(secret)"' ? "masked" : quoted ? "string" : "literal";
    parts.push(<span class={`json-${kind}`}>{quoted ?? all}</span>, colon);
    end = match.index + all.length;
  }
  return [...parts, json.slice(end)];
}

// Journals, messages and commands have UTC.
const timeZone = "UTC";
const clock = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  timeZone,
});
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone });

/** Such as `14:03:07` and `.215`. */
export function timeOfDay(at: string): readonly [time: string, milliseconds: string] {
  const date = new Date(at);
  return [clock.format(date), `.${String(date.getUTCMilliseconds()).padStart(3, "0")}`];
}

const shortTime = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  timeZone,
});

/** Such as `18 Nov, 14:03`, below a heading that names the zone. Text that is no time stays as it is. */
export function dayAndTime(at: string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? line(at) : shortTime.format(date);
}

/** Such as `18 Nov 2026, 14:03:07 UTC`. Text that is no time stays as it is. */
export function dateAndTime(at: string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? line(at) : `${day.format(date)}, ${clock.format(date)} ${timeZone}`;
}

export function duration(ms: number | undefined): string {
  if (ms === undefined) return "…";
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
