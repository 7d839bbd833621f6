import { describe, expect, test } from "vitest";
import { CertOrderError, fieldRef, Issue, text } from "../../../src/contract/index.ts";

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

  test("can be part of another one, in the names of each interface", () => {
    const inner = new CertOrderError(text`${fieldRef("base_url")} is wrong.`, {
      ...details,
      remedy: text`See ${fieldRef("ca_file")}.`,
    });
    const outer = new CertOrderError(text`No. ${inner.texts.message}`, {
      ...details,
      remedy: inner.texts.remedy,
    });
    expect(outer.renderIn(({ of }) => of)).toEqual({ message: "No. name is wrong.", remedy: "See name." });
  });

  test("has no cause and counts no tries by default", () => {
    const error = new CertOrderError("Nothing there.", details);
    expect("cause" in error).toBe(false);
    expect(error.tries).toBe(0);
  });

  test("is recognised also if the package is loaded twice, and nothing else is", () => {
    expect(CertOrderError.is(new CertOrderError("Nothing there.", details))).toBe(true);
    const brand = { [Symbol.for("certorder.error")]: true };
    for (const other of [new Error("no"), {}, brand, null, undefined, "text", 7])
      expect(CertOrderError.is(other)).toBe(false);
    const own = Object.getOwnPropertyDescriptor(
      new CertOrderError("Nothing there.", details),
      Symbol.for("certorder.error"),
    );
    expect(own).toMatchObject({ value: true, enumerable: false });
  });

  test("is recognised by its class, the classes above it, and their copies in another package", () => {
    const [ours, theirs] = [derivedErrors(), derivedErrors()];
    for (const one of [ours.narrow, theirs.narrow]) {
      expect(ours.Narrow.is(one)).toBe(true);
      expect(ours.Wide.is(one)).toBe(true);
      expect(CertOrderError.is(one)).toBe(true);
      expect(ours.Other.is(one)).toBe(false);
    }
    expect(ours.Narrow.is(new ours.Wide("No.", details))).toBe(false);
    expect(ours.Narrow.is(new CertOrderError("No.", details))).toBe(false);
  });
});

test("An issue keeps its words, so that every interface can render them", () => {
  const [message, remedy] = [text`${fieldRef("dns_names")} is empty.`, text`Set ${fieldRef("dns_names")}.`];
  const issue = new Issue("dns_names", "empty", message, remedy);
  expect(issue.texts).toEqual({ message, remedy });
  expect(issue.message).toBe("dnsNames is empty.");
});
