import { describe, expect, test } from "vitest";
import {
  isAttemptId,
  parseEntries,
  readResolution,
  readResolutions,
  readSupersedes,
  renderWaysOut,
  terraformDialect,
  waysToResolve,
} from "../../../src/contract/index.ts";

const read = (variable: string) => readResolutions(parseEntries(variable));

describe("A resolution", () => {
  test.each([
    ["a1:not-happened", { attemptId: "a1", certificateId: null }],
    ["a1:cert-9", { attemptId: "a1", certificateId: "cert-9" }],
    ["a1:urn:cert:9", { attemptId: "a1", certificateId: "urn:cert:9" }],
    ["import-0a1b:cert/2026+7==", { attemptId: "import-0a1b", certificateId: "cert/2026+7==" }],
  ])("states what happened to an attempt: %s", (text, expected) => {
    expect(readResolution(text)).toEqual(expected);
  });

  test.each([
    "",
    ":",
    "a1",
    "a1:",
    ":cert",
    "a1 happened cert-1",
    "a1:cert 2",
    "a 1:cert",
    "a1:cert\n",
    // A line that was pasted with its stand-in still in it.
    "a1:CERTIFICATE_ID",
    "a1:ID",
    "a1:happened",
    "a1:latest",
    "a1:undefined",
    "a1:null",
    "a$(x):cert",
    "-a:cert",
    "a1:c\u202e",
  ])("cannot be %j", (text) => {
    expect(readResolution(text)).toBeUndefined();
  });

  test("The id of an attempt is letters, digits and hyphens", () => {
    for (const id of ["a", "0a1b2c", "import-0a1b", "x".repeat(64)]) expect(isAttemptId(id), id).toBe(true);
    for (const id of ["", "-a", "a b", "a:b", "a$", "é", "x".repeat(65)])
      expect(isAttemptId(id), id).toBe(false);
  });
});

describe("Resolutions of several orders", () => {
  test("Each entry names an order and a resolution", () => {
    const { resolutions, problems } = read("a=1:not-happened, b=a2:cert-9 ,");
    expect(problems).toEqual([]);
    expect([...resolutions]).toEqual([
      ["a", [{ attemptId: "1", certificateId: null }]],
      ["b", [{ attemptId: "a2", certificateId: "cert-9" }]],
    ]);
  });

  test("One order may have several attempts, in one entry or several", () => {
    const both = [
      { attemptId: "2", certificateId: "cert-2" },
      { attemptId: "1", certificateId: null },
    ];
    for (const text of [
      "a=2:cert-2,a=1:not-happened",
      "a=2:cert-2  1:not-happened",
      "a=2:cert-2,a=2:cert-2 1:not-happened",
    ])
      expect(read(text)).toEqual({ resolutions: new Map([["a", both]]), problems: [] });
    expect(readResolutions([["a", "2:cert-2, 1:not-happened"]]).resolutions.get("a")).toEqual(both);
  });

  test.each(["1:cert-1 1:not-happened", "1:not-happened,1:cert-1", "1:cert-1 2:x 1:cert-2"])(
    "Two results of one attempt are refused: %s",
    (text) => {
      expect(readResolutions([["a", text]]).problems).toEqual([
        expect.objectContaining({
          rule: "contradiction",
          message: "resolve has two results for attempt 1 of order a.",
          remedy: expect.stringContaining("CERTORDER_RESOLVE"),
        }),
      ]);
    },
  );

  test("Ids of orders and certificates may have an equals sign: the attempt stands between them", () => {
    expect(parseEntries("a=12:cert/2026+7==,b=c=2:x=y:z=,=1:c=d,a=b=1")).toEqual([
      ["a", "12:cert/2026+7=="],
      ["b=c", "2:x=y:z="],
      ["", "1:c=d"],
      ["a=b", "1"],
    ]);
  });

  test("A variable that is empty or not set has no entries", () => {
    for (const nothing of [undefined, "", " , ,"]) expect(parseEntries(nothing)).toEqual([]);
  });

  test.each(["a=1 2:cert", "a=1:cert 2", ..."garbage =1:cert a a= a=1 a=1: a=:cert a=1:ID :".split(" ")])(
    "An entry such as %j is reported, and the other entries are kept",
    (text) => {
      const { resolutions, problems } = read(`b=2:cert-9,${text}`);
      expect(problems).toMatchObject([{ severity: "error", field: "resolve", rule: "resolve" }]);
      expect([...resolutions.keys()]).toEqual(["b"]);
    },
  );

  test("A problem names the order, or the variable, and the form", () => {
    const remedy =
      "Write ORDER_ID = \"…\" with ATTEMPT_ID:not-happened or ATTEMPT_ID:CERTIFICATE_ID between the quotes; in CERTORDER_RESOLVE write ORDER_ID=…. The message about the attempt shows the attempt's id; the service shows the certificate's.";
    expect(read("=1:cert,a=1").problems).toMatchObject([
      { message: "resolve (CERTORDER_RESOLVE) does not name an order.", remedy },
      { message: "resolve for order a cannot be read.", remedy },
    ]);
  });
});

describe("Supersedes", () => {
  test("Each entry names an order and an attempt, and the last entry about an order counts", () => {
    const { supersedes, problems } = readSupersedes(parseEntries("a=1,b=0a1b2c,a=2"));
    expect([...supersedes]).toEqual([
      ["a", "2"],
      ["b", "0a1b2c"],
    ]);
    expect(problems).toEqual([]);
  });

  test.each([
    ["a=1:not-happened", "supersede for order a cannot be read."],
    ["a=", "supersede for order a cannot be read."],
    ["=1", "supersede (CERTORDER_SUPERSEDE) does not name an order."],
  ])("An entry such as %s is reported", (text, message) => {
    const { supersedes, problems } = readSupersedes(parseEntries(`b=2,${text}`));
    expect(problems).toMatchObject([{ field: "supersede", rule: "supersede", severity: "error", message }]);
    expect([...supersedes]).toEqual([["b", "2"]]);
  });
});

describe("The ways to resolve an attempt", () => {
  const attempt = { attemptId: "a1", orderId: "order-1" };

  test("An unknown outcome has two ways out: the certificate first, then not-happened", () => {
    expect(renderWaysOut(waysToResolve({ ...attempt, happened: false }), terraformDialect)).toBe(
      `If it was reissued:

    "order-1" = "a1:CERTIFICATE_ID" # add this entry to resolve

If the order still shows no reissue 15 minutes after the sender stopped waiting:

    "order-1" = "a1:not-happened" # add this entry to resolve

Entries of all orders belong together, in the provider block:

    resolve = {
      # its entries
    }`,
    );
  });

  test("A success without an id has one way out", () => {
    const ways = waysToResolve({ ...attempt, happened: true, certificateId: "cert-1" });
    expect(renderWaysOut(ways, terraformDialect)).toBe(
      `Record the new certificate:\n\n    "order-1" = "a1:cert-1" # add this entry to resolve\n\nEntries of all orders belong together, in the provider block:\n\n    resolve = {\n      # its entries\n    }`,
    );
  });
});
