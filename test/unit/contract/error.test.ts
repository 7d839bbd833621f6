import { describe, expect, test } from "vitest";
import { CertOrderError, fieldRef, InputProblem, NotSentError, text } from "../../../src/contract/index.ts";

const details = { code: "nothing_there", outcome: "not-sent", remedy: "Look again." } as const;

function derivedErrors() {
  class Wide extends CertOrderError {}
  class Narrow extends Wide {}
  class Other extends CertOrderError {}
  return { Wide, Narrow, Other, narrow: new Narrow("No.", details) };
}

describe("An error", () => {
  test("has everything that a program needs, also as JSON", () => {
    const cause = new Error("refused");
    const error = new CertOrderError("Nothing there.", { ...details, cause, httpStatus: 404, tries: 2 });
    const expected = {
      name: "CertOrderError",
      ...details,
      message: "Nothing there.",
      httpStatus: 404,
      tries: 2,
    };
    expect(error).toMatchObject({ ...expected, cause });
    expect(JSON.parse(JSON.stringify(error))).toEqual(expected);
  });

  test("about something that was not sent takes only a code that a table explains", () => {
    const remedy = "Look again.";
    expect(new NotSentError("No.", { code: "order_busy", remedy }).outcome).toBe("not-sent");
    // @ts-expect-error A misspelt code does not compile.
    expect(new NotSentError("No.", { code: "order_bussy", remedy }).outcome).toBe("not-sent");
  });

  test("can be part of another one, in the names of each interface", () => {
    const inner = new CertOrderError(text`${fieldRef("base_url")} is wrong.`, {
      ...details,
      remedy: text`See ${fieldRef("ca_file")}.`,
    });
    const outer = new CertOrderError(text`No. ${inner.texts.message}`, {
      ...details,
      remedy: inner.texts.remedy,
    });
    expect(outer.renderIn(({ kind }) => kind)).toEqual({
      message: "No. name is wrong.",
      remedy: "See name.",
    });
  });

  test("has no cause and counts no tries by default", () => {
    const error = new CertOrderError("Nothing there.", details);
    expect("cause" in error).toBe(false);
    expect(error.tries).toBe(0);
  });

  test("is recognised also if the package is loaded twice, and nothing else is", () => {
    expect(CertOrderError.is(new CertOrderError("Nothing there.", details))).toBe(true);
    // A bundle has its own copy of the class, with a shorter name.
    const copy = Object.assign(new (class a extends Error {})(), { [Symbol.for("certorder.error")]: true });
    expect(CertOrderError.is(copy)).toBe(true);
    for (const other of [new Error("no"), {}, null, undefined, "text", 7])
      expect(CertOrderError.is(other)).toBe(false);
    const own = Object.getOwnPropertyDescriptor(
      new CertOrderError("Nothing there.", details),
      Symbol.for("certorder.error"),
    );
    expect(own).toMatchObject({ value: true, enumerable: false });
  });

  test("is recognised by its class and the classes above it", () => {
    const [ours, theirs] = [derivedErrors(), derivedErrors()];
    expect([ours.Narrow, ours.Wide, CertOrderError, ours.Other].map((one) => one.is(ours.narrow))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(CertOrderError.is(theirs.narrow)).toBe(true);
    expect(ours.Narrow.is(new ours.Wide("No.", details))).toBe(false);
    expect(ours.Narrow.is(new CertOrderError("No.", details))).toBe(false);
  });
});

test("An problem keeps its words, so that every interface can render them", () => {
  const [message, remedy] = [text`${fieldRef("dns_names")} is empty.`, text`Set ${fieldRef("dns_names")}.`];
  const problem = new InputProblem("dns_names", "empty", message, remedy);
  expect(problem.texts).toEqual({ message, remedy });
  expect(problem.message).toBe("dnsNames is empty.");
});
