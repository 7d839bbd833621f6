import { describe, expect, test } from "vitest";
import type { JournalEvent } from "../../../src/journal/events.ts";
import { readHistory } from "../../../src/journal/history.ts";
import { done, ended, fromState, later, resolved, sent } from "../../harness/journal/events.ts";

// Who is believed about an attempt: its sender or people, in whatever order their words arrive.

type Word = "sent" | "unknown" | "rejected" | "not-sent" | "done-unread" | "done";
type Statement = "none" | "not-happened" | "certificate";

/** The promise, as the guide has it. */
const table: Readonly<Record<Word, Readonly<Record<Statement, string>>>> = {
  sent: { none: "open", "not-happened": "void", certificate: "succeeded p" },
  unknown: { none: "open", "not-happened": "void", certificate: "succeeded p" },
  rejected: { none: "void", "not-happened": "void", certificate: "succeeded p" },
  "not-sent": { none: "void", "not-happened": "void", certificate: "succeeded p" },
  "done-unread": { none: "open", "not-happened": "open", certificate: "succeeded p" },
  done: { none: "succeeded c", "not-happened": "succeeded c", certificate: "succeeded c" },
};

const words: readonly Word[] = ["done", "done-unread", "rejected", "not-sent", "unknown", "sent"];

const events: Readonly<Record<string, JournalEvent>> = {
  unknown: ended("unknown"),
  rejected: ended("rejected"),
  "not-sent": ended("not-sent"),
  "done-unread": ended("done-unread"),
  done: done("a1", "c"),
  "not-happened": resolved("a1", null),
  p: resolved("a1", "p"),
  typo: resolved("a1", "typo"),
  "done, by a state": fromState("a1", { certificate: "c" }),
  "p, by a state": fromState("a1", { word: "unknown", certificate: undefined, statement: "p" }),
};

function result(...names: readonly string[]): string {
  const log = names.map((name) => events[name] as JournalEvent);
  const [attempt] = readHistory("order-1", [sent(), ...log]).attempts;
  return attempt?.status === "succeeded" ? `succeeded ${attempt.certificateId}` : String(attempt?.status);
}

function expected(names: readonly string[]): string {
  const said = (name: string) => names.some((other) => other === name || other === `${name}, by a state`);
  const word = words.find((one) => said(one)) ?? "sent";
  return table[word][said("p") ? "certificate" : said("not-happened") ? "not-happened" : "none"];
}

function* choices(names: readonly string[], size: number): Generator<readonly string[]> {
  yield [];
  if (size > 0)
    for (const name of names)
      for (const rest of choices(
        names.filter((other) => other !== name),
        size - 1,
      ))
        yield [name, ...rest];
}

describe("The result of an attempt", () => {
  test("follows the table, in every order in which up to four words and statements arrive", () => {
    const names = Object.keys(events).filter((name) => name !== "typo");
    let count = 0;
    for (const order of choices(names, 4)) {
      count++;
      expect(result(...order), order.join(", ")).toBe(expected(order));
    }
    expect(count).toBe(3_610);
  });

  test.each(["", "unknown", "rejected", "done-unread"])(
    "is the last certificate that a person stated, if the sender said no more than %j",
    (word) => {
      const before = word ? [word] : [];
      expect(result(...before, "typo", "p")).toBe("succeeded p");
      expect(result(...before, "p", "typo")).toBe("succeeded typo");
      expect(result(...before, "typo", "p", "not-happened")).toBe("succeeded p");
      expect(result("typo", ...before, "p", "typo")).toBe("succeeded typo");
    },
  );

  test("is what a person stated to the journal, before and after a state brings another statement", () => {
    expect(result("typo", "p, by a state")).toBe("succeeded typo");
    expect(result("p, by a state", "typo")).toBe("succeeded typo");
    expect(result("p, by a state", "not-happened")).toBe("succeeded p");
  });

  test("can be named by a person if the sender's own word is encrypted", () => {
    const encrypted = [sent(), done("a1", ""), resolved("a1", "p")];
    expect(readHistory("order-1", encrypted).attempts).toMatchObject([
      { status: "succeeded", certificateId: "p", isStated: false },
    ]);
  });

  test("begins to age when it was sent, also if a person states it long after", () => {
    const { attempts } = readHistory("order-1", [sent(), resolved("a1", "p")]);
    expect(attempts).toMatchObject([{ issuedAt: sent().at, endedAt: later, isStated: true }]);
  });
});
