import { expect } from "vitest";
import { findCode } from "../../../src/cli/codes.ts";
import type { KnownCode } from "../../../src/contract/known-codes.ts";

/** How a code comes about on one interface, and how its page ends it. */
export interface WayOut {
  /** The words of the page that `follow` carries out. They begin its first way out. */
  readonly says: string;
  /** Why this machine cannot bring the code about. */
  readonly skipped?: string | undefined;
  /** Brings the code about, does what the page says, and expects the end. */
  follow(page: Page): Promise<void>;
}

/** The ways out of one interface, by code. */
export type WaysOut = Partial<Record<KnownCode, WayOut>>;

/** The page about a code, in the hands of a person who has just met the code. */
export class Page {
  readonly code: KnownCode;
  #isSeen = false;

  constructor(code: KnownCode) {
    this.code = code;
  }

  /** Whether the code has come about. */
  get isSeen(): boolean {
    return this.#isSeen;
  }

  /** Where a way out may begin: the remedy, the first step and the first case. */
  get beginnings(): string[] {
    const { remedy, steps = [], cases = [] } = this.#texts;
    return [remedy, ...steps.slice(0, 1), ...cases.slice(0, 1)];
  }

  /** Expects the code in what an interface told, and returns that. */
  seenIn<T extends { readonly code?: unknown }>(told: T): T {
    expect(told.code, JSON.stringify(told)).toBe(this.code);
    this.#isSeen = true;
    return told;
  }

  /** The line to paste that has this text in it, with a value for each of its placeholders. */
  line(part: string, values: Readonly<Record<string, string>> = {}): string {
    const { remedy, steps = [], cases = [] } = this.#texts;
    const lines = [...[remedy, ...steps, ...cases].join("\n").matchAll(/`([^`]+)`/g)].map(
      ([, line = ""]) => line,
    );
    const found = lines.find((line) => line.includes(part));
    if (found === undefined) throw new Error(`The page about ${this.code} has no line with ${part}.`);
    return found.replace(/\b[A-Z]{2,}\b/g, (name) => {
      const value = values[name];
      if (value === undefined) throw new Error(`${found} has the placeholder ${name}, which has no value.`);
      return value;
    });
  }

  get #texts() {
    const found = findCode(this.code);
    if (!found) throw new Error(`${this.code} has no page.`);
    return found;
  }
}

/** The line to paste in a message that has this text in it. */
export function lineIn(message: string, part: string, values: Readonly<Record<string, string>> = {}): string {
  const lines = [...message.matchAll(/^ {4,}(\S.*)$/gm)].map(([, line = ""]) => line);
  const found = lines.find((line) => line.includes(part));
  if (found === undefined) throw new Error(`There is no line with ${part} to paste in:\n${message}`);
  return Object.entries(values).reduce((line, [name, value]) => line.replaceAll(name, value), found);
}
