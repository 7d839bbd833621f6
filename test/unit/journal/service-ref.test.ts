import { describe, expect, test } from "vitest";
import type { Attempt } from "../../../src/journal/attempt.ts";
import { Journal, MemoryStore } from "../../../src/journal/index.ts";
import { attemptElsewhere, type ServiceRef } from "../../../src/journal/service-ref.ts";
import { attempt, succeeded, voided } from "../../harness/journal/attempts.ts";
import {
  claim,
  commandIntent,
  isSent,
  preview,
  reissue,
  resourceIntent,
} from "../../harness/journal/intents.ts";

const [x, y] = ["https://x.example", "https://y.example"];
/** An attempt at an address, where the service had a name or none. */
const at = (address: string, name?: string, make: typeof attempt = succeeded) =>
  make(`${name ?? "unnamed"} at ${address}`, { address, service: name ?? address });
const unnamed = (address: string): ServiceRef => ({ name: undefined, address });
const named = (name: string, address: string): ServiceRef => ({ name, address });

describe("A journal", () => {
  test.each<[string, Attempt[], ServiceRef, elsewhere: string | undefined]>([
    ["no attempts", [], unnamed(x), undefined],
    ["the same address", [at(x)], unnamed(x), undefined],
    ["another address", [at(x)], unnamed(y), "unnamed at https://x.example"],
    [
      "another address, open attempt",
      [at(x, undefined, attempt)],
      unnamed(y),
      "unnamed at https://x.example",
    ],
    ["another address, void attempt", [at(x, undefined, voided)], unnamed(y), undefined],
    ["the same name at another address", [at(x, "prod")], named("prod", y), undefined],
    ["another name at the same address", [at(x, "prod")], named("test", x), "prod at https://x.example"],
    ["its address as the name, at another address", [at(x), at(y, x)], unnamed(x), undefined],
    ["the name was given later", [at(x)], named("prod", x), undefined],
    [
      "the name was given later, then the address changed",
      [at(x), at(x, "prod")],
      named("prod", y),
      undefined,
    ],
    ["a name and a new address at once", [at(x)], named("prod", y), "unnamed at https://x.example"],
    ["the old address as the name", [at(x)], named(x, y), undefined],
    ["the old address as the name, and back at it", [at(x), at(y, x)], named(x, x), undefined],
    ["the name was dropped at the same address", [at(x, "prod")], unnamed(x), undefined],
    ["the name was dropped at another address", [at(x, "prod")], unnamed(y), "prod at https://x.example"],
    ["the last of several is named", [at(x), at(x, "prod")], unnamed(y), "prod at https://x.example"],
    ["an attempt without its first event", [{ ...at(x), service: "", address: "" }], unnamed(y), undefined],
  ])("is for one service: %s", (_, attempts, service, elsewhere) => {
    expect(attemptElsewhere(attempts, service)?.attemptId).toBe(elsewhere);
  });
});

describe("An attempt of another service", () => {
  const blocked = { blocked: { reason: "other-service", service: y } };

  test("blocks the order, and the name under which it was recorded is the line to paste", async () => {
    const journal = new Journal({ store: new MemoryStore() });
    await reissue(journal, resourceIntent({ service: unnamed(x) }));
    expect(await preview(journal, commandIntent({ service: unnamed(y) }))).toMatchObject(blocked);
    expect((await preview(journal, resourceIntent({ service: named(x, y) }))).kind).toBe("already-done");
    expect(await isSent(journal, commandIntent({ service: named("other", y) }))).toBe(false);
  });

  test("comes before an open attempt: that one is of the other service, too", async () => {
    const journal = new Journal({ store: new MemoryStore() });
    const claimed = await claim(journal, resourceIntent({ service: unnamed(x) }));
    expect(claimed.kind).toBe("send");
    expect(await preview(journal, commandIntent({ service: unnamed(y) }))).toMatchObject(blocked);
  });

  test("blocks also a supersede", async () => {
    const journal = new Journal({ store: new MemoryStore() });
    const supersede = await reissue(journal, resourceIntent({ service: unnamed(x) }));
    expect(await preview(journal, resourceIntent({ service: unnamed(y), supersede }))).toMatchObject(blocked);
  });

  test("blocks also if only a state has it", async () => {
    const journal = new Journal({ store: new MemoryStore() });
    const witnesses = [{ attempts: [at(x)], earlier: [] }];
    expect(await preview(journal, resourceIntent({ service: unnamed(y), witnesses }))).toMatchObject(blocked);
  });
});
