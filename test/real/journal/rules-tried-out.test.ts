import { expect, test } from "vitest";
import { seed } from "../../harness/seed.ts";
import { part } from "../../proof/rules/index.ts";

test("The rules keep the promise in everything that can be tried in seconds, and mistakes in them are noticed", async () => {
  const said: string[] = [];
  const { failures, findings } = await part.run({
    ...{ quick: true, named: false, seed },
    say: (line) => said.push(line),
  });
  expect(failures, said.join("\n")).toEqual([]);
  expect(findings.filter(({ met }) => !met)).toEqual([]);
});
