import { expect, test } from "vitest";
import { part } from "../proof/rules/index.ts";

test("the rules keep the promise in everything that can be tried in seconds, and their mistakes are noticed", async () => {
  const said: string[] = [];
  const { failures, findings } = await part.run({
    ...{ quick: true, named: false, seed: Date.now() % 1_000_000_000 },
    say: (line) => said.push(line),
  });
  expect(failures, said.join("\n")).toEqual([]);
  expect(findings.filter(({ met }) => !met)).toEqual([]);
});
