import { expect, test } from "vitest";
import type { Voice } from "../../src/contract/index.ts";
import { entriesIn, howToResolve, readResolutions, say } from "../../src/contract/index.ts";

const read = (variable: string) => readResolutions(entriesIn(variable));

test("what is said names an order, an attempt, and what became of it", () => {
  const { resolutions, issues } = read("a=1:not-happened, b=a2:cert-9 ,c=3:anew,");
  expect(issues).toEqual([]);
  expect([...resolutions]).toEqual([
    ["a", [{ attemptId: "1", certificateId: null }]],
    ["b", [{ attemptId: "a2", certificateId: "cert-9" }]],
    ["c", [{ attemptId: "3", anew: true }]],
  ]);
});

test("nothing is said by an empty variable, or by none", () => {
  for (const nothing of [undefined, "", " , ,"]) expect(entriesIn(nothing)).toEqual([]);
});

test("ids may hold an equals sign, and results a colon", () => {
  expect([...read("a=b=1:urn:cert:9").resolutions]).toEqual([
    ["a=b", [{ attemptId: "1", certificateId: "urn:cert:9" }]],
  ]);
});

test("the attempt is what the first equals sign before a colon begins: what comes after it is the certificate's id", () => {
  expect(entriesIn("a=12:cert/2026+7==,b=c=2:x=y:z=,=1:c=d")).toEqual([
    ["a", "12:cert/2026+7=="],
    ["b=c", "2:x=y:z="],
    ["", "1:c=d"],
  ]);
  expect(entriesIn("a=b=1")).toEqual([["a=b", "1"]]);
});

test("several attempts at one order may be spoken of, and of each the last word counts", () => {
  const { resolutions } = read("a=1:not-happened,a=2:cert-2,a=1:cert-1,a=1:anew,a=2:anew");
  expect(resolutions.get("a")).toEqual([
    { attemptId: "2", certificateId: "cert-2" },
    { attemptId: "1", certificateId: "cert-1" },
    // One more on top of what was just said to have happened.
    { attemptId: "1", anew: true },
    { attemptId: "2", anew: true },
  ]);
  // Whichever is said first, and however often.
  expect(read("a=1:anew,a=1:anew,a=1:cert-1").resolutions.get("a")).toEqual([
    { attemptId: "1", anew: true },
    { attemptId: "1", certificateId: "cert-1" },
  ]);
});

test.each(["garbage", "=1:cert", "a", "a=", "a=1", "a=1:", "a=:cert", "a=1 2:cert", "a=1:cert 2", ":"])(
  "%j is refused, and the rest is not thrown away silently",
  (text) => {
    const { resolutions, issues } = read(`b=2:cert-9,${text}`);
    expect(issues).toEqual([
      expect.objectContaining({ severity: "error", field: "resolve", rule: "resolve" }),
    ]);
    expect([...resolutions.keys()]).toEqual(["b"]);
  },
);

test("what names no order is told by the variable that it comes from", () => {
  expect(read("=1:anew").issues).toMatchObject([
    {
      message: "CERTORDER_RESOLVE does not name an order.",
      remedy: expect.stringContaining("in CERTORDER_RESOLVE ORDER_ID=ATTEMPT_ID:..."),
    },
  ]);
});

const attempt = { attemptId: "a1", orderId: "order-1" };
const voice: Voice = (mention) => JSON.stringify(mention);
const mention = (certificateId: string | null | undefined) =>
  voice({ of: "resolve", ...attempt, certificateId });
const told = (happened: boolean, certificateId?: string) =>
  say(howToResolve({ ...attempt, happened, certificateId }), voice);

test("whether it happened is to be found out while nobody knows", () => {
  expect(told(false)).toBe(
    `If it was not reissued, and still is not a quarter of an hour later, ${mention(null)} ; if it was, ${mention(undefined)}`,
  );
});

test("what the service reported as success cannot be resolved as not happened", () => {
  expect(told(true, "cert-1")).toBe(`Then ${mention("cert-1")}`);
});
