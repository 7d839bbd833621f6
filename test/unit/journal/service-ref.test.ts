import { expect, test } from "vitest";
import type { Attempt } from "../../../src/journal/attempt.ts";
import { Journal, MemoryStore } from "../../../src/journal/index.ts";
import { attemptElsewhere, type ServiceRef, toServiceRef } from "../../../src/journal/service-ref.ts";
import { attempt, succeeded, voided } from "../../harness/journal/attempts.ts";
import { claim, commandIntent, preview, reissue, resourceIntent } from "../../harness/journal/intents.ts";

const [x, y] = ["https://x.example", "https://y.example"];
/** An attempt at an address, where the service had a name or none. */
const at = (address: string, name?: string, make: typeof attempt = succeeded) =>
  make(`${name ?? "unnamed"} at ${address}`, { address, service: name ?? address });
const unnamed = (address: string): ServiceRef => ({ name: undefined, address });
const named = (name: string, address: string): ServiceRef => ({ name, address });

test.each<[string, Attempt[], ServiceRef, elsewhere?: string]>([
  ["the same address", [at(x)], unnamed(x)],
  ["another address", [at(x)], unnamed(y), "unnamed at https://x.example"],
  ["another address, open attempt", [at(x, undefined, attempt)], unnamed(y), "unnamed at https://x.example"],
  ["another address, void attempt", [at(x, undefined, voided)], unnamed(y)],
  ["an address that is not known yet", [at(x)], unnamed("")],
  ["the same name at another address", [at(x, "prod")], named("prod", y)],
  ["another name at the same address", [at(x, "prod")], named("test", x), "prod at https://x.example"],
  ["its address as the name, at another address", [at(x), at(y, x)], unnamed(x)],
  ["the name was given later", [at(x)], named("prod", x)],
  ["the name was given later, then the address changed", [at(x), at(x, "prod")], named("prod", y)],
  ["a name and a new address at once", [at(x)], named("prod", y), "unnamed at https://x.example"],
  ["the old address as the name", [at(x)], named(x, y)],
  ["the name was dropped at the same address", [at(x, "prod")], unnamed(x)],
  ["the name was dropped at another address", [at(x, "prod")], unnamed(y), "prod at https://x.example"],
  ["the last of several is named", [at(x), at(x, "prod")], unnamed(y), "prod at https://x.example"],
  ["an attempt without its first event", [{ ...at(x), service: undefined, address: undefined }], unnamed(y)],
])("A journal is for one service: %s", (_, attempts, service, elsewhere) => {
  expect(attemptElsewhere(attempts, service)?.attemptId).toBe(elsewhere);
});

test.each([
  ["its usual port", "https://svc.example:443", "https://svc.example"],
  ["upper case", "HTTPS://SVC.Example", "https://svc.example"],
  ["a slash at the end", "https://svc.example/", "https://svc.example"],
  ["letters that the DNS spells otherwise", "https://bücher.example", "https://xn--bcher-kva.example"],
])("An address with %s has one spelling", (_, given, spelling) => {
  expect(toServiceRef(undefined, given)).toEqual(unnamed(spelling));
});

test("An attempt of another service blocks, also if it is open, superseded, or only in a state", async () => {
  const blocked = { blocked: { reason: "other-service", service: y } };
  const journal = new Journal(new MemoryStore());
  const supersede = await reissue(journal, resourceIntent({ service: unnamed(x) }));
  expect(await preview(journal, resourceIntent({ service: unnamed(y), supersede }))).toMatchObject(blocked);
  // The name under which it was recorded is the way out.
  expect((await preview(journal, resourceIntent({ service: named(x, y) }))).kind).toBe("already-done");
  await claim(journal, commandIntent({ service: unnamed(x) }));
  expect(await preview(journal, commandIntent({ service: unnamed(y) }))).toMatchObject(blocked);
  const records = [{ attempts: [at(x)], earlier: [] }];
  const other = resourceIntent({ service: unnamed(y), records });
  expect(await preview(new Journal(new MemoryStore()), other)).toMatchObject(blocked);
});
