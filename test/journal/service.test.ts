import { describe, expect, test } from "vitest";
import type { Attempt } from "../../src/journal/attempt.ts";
import { historyAt } from "../../src/journal/service.ts";
import { attempt } from "../proof/rules/subject.ts";

const [here, there, yonder] = ["https://a.example", "https://b.example", "https://c.example"] as const;

/** An attempt at an address, where the service had a name or none. */
const at = (address: string, name?: string, told: Partial<Attempt> = {}) =>
  attempt(`${name ?? "unnamed"} at ${address}`, { address, service: name ?? address, fate: "done", ...told });
const lost = (told: Partial<Attempt> = {}) =>
  attempt("damaged", { address: "", service: "", state: "damaged", fate: "open", ...told });

const unset = (attempts: readonly Attempt[], address: string) =>
  historyAt(attempts, { name: undefined, address });
const named = (attempts: readonly Attempt[], name: string, address: string) =>
  historyAt(attempts, { name, address });

describe("where nobody has named the service", () => {
  test("it is called by its address", () => {
    expect(unset([], here)).toMatchObject({ service: here, attempts: [] });
    const all = [at(here), at(here)];
    expect(unset(all, here)).toMatchObject({ service: here, attempts: all });
  });

  test("another address is refused: nobody has said whether it is the same service", () => {
    const [first, last] = [at(here), at(here, undefined, { attemptId: "later" })];
    expect(unset([first, last], there)).toEqual({ elsewhere: last });
  });

  test("an address that was given a name by anybody has that name", () => {
    const all = [at(here, "prod"), at(there, "prod")];
    expect(unset(all, here)).toMatchObject({ service: "prod", attempts: all });
    expect(unset(all, there)).toMatchObject({ service: "prod", attempts: all });
  });

  test("also when it had none before", () => {
    const all = [at(here), at(here, "prod")];
    expect(unset(all, here)).toMatchObject({ service: "prod", attempts: all });
  });

  test("several names at one address are refused: it could be any of them", () => {
    const [prod, staging, test] = [at(here, "prod"), at(here, "staging"), at(here, "test")];
    expect(unset([prod, staging, test], here)).toEqual({ elsewhere: test });
    expect(
      historyAt([prod, staging, test], { name: undefined, address: here }, "test at https://a.example"),
    ).toMatchObject({ service: "test", attempts: [test] });
    expect(named([prod, staging, test], "prod", here)).toMatchObject({ service: "prod", attempts: [prod] });
  });

  test("what is open holds the order back, wherever and under whatever name: it may be the same", () => {
    const [prod, staging] = [at(here, "prod"), at(there, "staging", { fate: "open" })];
    expect(unset([prod, staging], here)).toMatchObject({ service: "prod", attempts: [prod, staging] });
    const open = at(there, undefined, { fate: "open" });
    expect(unset([open], here)).toEqual({ service: here, attempts: [open], isAnew: false });
  });

  test("names at other addresses are other services'", () => {
    const prod = at(here, "prod");
    expect(unset([prod, at(there, "staging")], here)).toMatchObject({ service: "prod", attempts: [prod] });
    expect(unset([prod], there)).toEqual({ elsewhere: prod });
  });

  test("what had no effect says nothing about where the order is", () => {
    expect(unset([at(here, undefined, { fate: "void" })], there)).toMatchObject({
      service: there,
      attempts: [],
    });
    const prod = at(there, "prod");
    expect(unset([at(there, "staging", { fate: "void" }), prod], there)).toMatchObject({
      service: "prod",
      attempts: [prod],
    });
  });

  test("what cannot be read may have been anywhere, and belongs to every history", () => {
    expect(unset([lost()], here)).toMatchObject({ service: here, attempts: [lost()] });
    const all = [at(here), lost()];
    expect(unset(all, here)).toMatchObject({ service: here, attempts: all });
  });

  test("also when a person has said by now what became of it", () => {
    for (const told of [
      { fate: "done", state: "done" },
      { fate: "void", state: "not-happened" },
    ] as const) {
      expect(unset([lost(told)], here)).toMatchObject({ service: here, attempts: [lost(told)] });
      expect(named([lost(told)], "prod", here)).toMatchObject({ service: "prod", attempts: [lost(told)] });
    }
  });
});

describe("where the service has a name", () => {
  test("the name counts, whatever the address", () => {
    const all = [at(here, "prod"), at(there, "prod")];
    expect(named(all, "prod", yonder)).toMatchObject({ service: "prod", attempts: all });
  });

  test("another name at an address that has one already may be a slip, so a person has to say it", () => {
    const known = at(here, "production");
    expect(named([known], "prod", here)).toEqual({ elsewhere: known });
    expect(historyAt([known], { name: "prod", address: here }, known.attemptId)).toMatchObject({
      service: "prod",
      attempts: [],
    });
  });

  test("whatever was done there before it had any name", () => {
    const [before, beta] = [at(here), at(here, "beta")];
    expect(named([before, beta], "gamma", here)).toEqual({ elsewhere: beta });
    expect(historyAt([before, beta], { name: "gamma", address: here }, beta.attemptId)).toEqual({
      service: "gamma",
      attempts: [before],
      isAnew: true,
    });
    const gamma = at(here, "gamma");
    expect(named([before, beta, gamma], "gamma", here)).toEqual({
      service: "gamma",
      attempts: [before, gamma],
      isAnew: false,
    });
  });

  test("and however long the name has been used at another address", () => {
    const [prod, beta] = [at(there, "prod"), at(here, "beta")];
    expect(named([prod, beta], "prod", here)).toEqual({ elsewhere: beta });
    const moved = at(here, "prod");
    expect(named([prod, beta, moved], "prod", here)).toMatchObject({ attempts: [prod, moved] });
  });

  test("and what is open at the address holds the order back under every name", () => {
    const unknown = at(here, "production", { fate: "open" });
    expect(historyAt([unknown], { name: "prod", address: here }, unknown.attemptId)).toMatchObject({
      service: "prod",
      attempts: [unknown],
    });
  });

  test("another name at another address is another service, once both have names", () => {
    expect(named([at(there, "staging")], "prod", here)).toMatchObject({ service: "prod", attempts: [] });
  });

  test("what was done at this address before it had a name was this service", () => {
    const before = at(here);
    expect(named([before], "prod", here)).toMatchObject({ service: "prod", attempts: [before] });
  });

  test("also when the service is reached at another address by now", () => {
    const all = [at(here), at(here, "prod")];
    expect(named(all, "prod", there)).toMatchObject({ service: "prod", attempts: all });
  });

  test("of what was done without a name elsewhere nobody knows, until the service has a history of its own", () => {
    const unnamed = at(there);
    expect(named([unnamed], "prod", here)).toEqual({ elsewhere: unnamed });
    const own = at(here, "prod");
    expect(named([unnamed, own], "prod", here)).toMatchObject({ service: "prod", attempts: [own] });
  });

  test("but while it is open it holds the order back under every name", () => {
    const unknown = at(there, undefined, { fate: "open" });
    expect(named([unknown], "prod", here)).toMatchObject({ service: "prod", attempts: [unknown] });
    expect(named([at(there, "staging", { fate: "open" })], "prod", here)).toMatchObject({
      service: "prod",
      attempts: [],
    });
  });

  test("an address may be the name: that is how two addresses are said to be one service", () => {
    const before = at(here);
    const moved = at(there, here);
    expect(named([before], here, there)).toMatchObject({ service: here, attempts: [before] });
    expect(unset([before, moved], there)).toMatchObject({ service: here, attempts: [before, moved] });
    expect(unset([before, moved], here)).toMatchObject({ service: here, attempts: [before, moved] });
  });
});

test("a damaged line that a person has resolved with the certificate of another attempt is not one more", () => {
  const known = at(here, undefined, { certificateId: "c" });
  const told = lost({ fate: "done", state: "done", certificateId: "c" });
  const other = lost({ fate: "done", state: "done", certificateId: "d" });
  expect(unset([known, told, other], here)).toMatchObject({ service: here, attempts: [known, other] });
  const unclear = at(here, undefined, { fate: "open", certificateId: "c" });
  expect(unset([unclear, told], here)).toMatchObject({ service: here, attempts: [unclear, told] });
});

test("the order of attempts stays as it is", () => {
  const all = [
    at(here),
    lost(),
    at(here, "prod"),
    at(there, "staging"),
    at(here, undefined, { fate: "void" }),
  ];
  expect(named(all, "prod", here)).toMatchObject({
    service: "prod",
    attempts: all.filter((one) => one.service !== "staging"),
  });
});
