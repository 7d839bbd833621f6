import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { toolPath } from "../../../scripts/tool-folder.ts";
import { FakeGitHub } from "../../harness/action/fake-github.ts";

// Every query of the action, and what the GitHub of the tests answers to it, against the schema that GitHub publishes.

interface GraphQL {
  buildClientSchema(introspection: unknown): unknown;
  parse(query: string): unknown;
  validate(schema: unknown, document: unknown): readonly Error[];
  execute(given: object): { readonly data?: unknown; readonly errors?: readonly Error[] };
}

const folder = toolPath("graphql-schema");
if (!existsSync(folder)) throw new Error("There is no graphql-schema. Run: npm run tools");
const { buildClientSchema, parse, validate, execute } = createRequire(
  join(folder, "..", "graphql-schema-environment", "package.json"),
)("graphql") as GraphQL;
const schema = buildClientSchema(JSON.parse(readFileSync(join(folder, "schema.json"), "utf8")));

/** The queries of all modules of the action: each exports its own as `queries`. */
async function allQueries(): Promise<[name: string, query: string][]> {
  const action = join(import.meta.dirname, "..", "..", "..", "src", "action");
  const found: [string, string][] = [];
  for (const file of readdirSync(action, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".ts")) continue;
    const text = readFileSync(join(action, file), "utf8");
    if (!/\bqueryGraphQL\(|\.graphql[<(]/.test(text) || file === "github.ts") continue;
    const { queries } = (await import(pathToFileURL(join(action, file)).href)) as {
      queries?: Readonly<Record<string, string>>;
    };
    if (!queries) throw new Error(`${file} queries GraphQL, and does not export its queries.`);
    for (const [name, query] of Object.entries(queries)) found.push([`${file}: ${name}`, query]);
  }
  return found;
}

const queries = await allQueries();

test("The action has queries", () => {
  expect(queries.map(([name]) => name)).toContain(join("deployments", "api.ts: statuses"));
});

describe.each(queries)("The query in %s", (_, query) => {
  test("is valid", () => {
    expect(validate(schema, parse(query))).toEqual([]);
    // The proof that this is looked at.
    expect(validate(schema, parse(query.replace(/\}\s*$/, " nothing }")))).toHaveLength(1);
  });
});

test("The GitHub of the tests answers a query for statuses as the schema says", async () => {
  const query = queries.find(([name]) => name.endsWith("api.ts: statuses"))?.[1] ?? "";
  const github = await FakeGitHub.start();
  const description = "done";
  const statuses = Array.from({ length: 30 }, () => ({ state: "success", description, body: {}, at: 0 }));
  github.deployments.push({ id: 1, payload: {}, body: {}, statuses });
  const asked = await fetch(github.graphqlUrl, {
    method: "POST",
    headers: { authorization: "token x" },
    body: JSON.stringify({ query, variables: { ids: ["DE_1"] } }),
  });
  const { data } = (await asked.json()) as { data: { nodes: object[] } };
  await github.close();
  expect(data.nodes).toMatchObject([{ statuses: { pageInfo: { hasNextPage: true } } }]);
  const nodes = data.nodes.map((node) => ({ __typename: "Deployment", ...node }));
  const variableValues = { ids: ["DE_1"] };
  // Executed on its own answer, a query gives that answer back, unless a member is missing, unknown or of another type.
  const again = execute({ schema, document: parse(query), rootValue: { nodes }, variableValues });
  expect(again.errors).toBeUndefined();
  expect(JSON.parse(JSON.stringify(again.data))).toEqual(data);
});
