import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { toolPath } from "../../../scripts/tool-folder.ts";
import { queries } from "../../../src/action/health/issues.ts";

// What the monitor asks by GraphQL, against the schema that GitHub publishes.

const folder = toolPath("graphql-schema");
if (!existsSync(folder)) throw new Error("There is no graphql-schema. Run: npm run tools");
const { validate } = (await import(pathToFileURL(join(folder, "index.js")).href)) as {
  validate(query: string): readonly Error[];
};

test.each(Object.entries(queries))("The query %s is valid", (_, query) => {
  expect(validate(query)).toEqual([]);
  // The proof that this is looked at.
  expect(validate(query.replace("login", "name_of_login"))).toHaveLength(1);
});
