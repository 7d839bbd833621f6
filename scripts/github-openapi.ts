/**
 * Writes test/harness/action/github-openapi.json: what GitHub's own description says about the shape of the few calls that the
 * action makes. Made from the npm package @octokit/openapi, which is far too large to be a dependency: it is fetched into a
 * temporary folder, and only structure is kept of it, no prose.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const version = "23.0.2";
const repo = "/repos/{owner}/{repo}";
const calls: readonly (readonly [method: string, path: string])[] = [
  ["get", `${repo}/deployments`],
  ["post", `${repo}/deployments`],
  ["get", `${repo}/deployments/{deployment_id}/statuses`],
  ["post", `${repo}/deployments/{deployment_id}/statuses`],
  ["get", `${repo}/issues`],
  ["post", `${repo}/issues`],
  ["get", `${repo}/issues/{issue_number}`],
  ["patch", `${repo}/issues/{issue_number}`],
  ["post", `${repo}/issues/{issue_number}/comments`],
];

/** The words of a schema that say something about shape. */
const structural = new Set(
  "type properties required enum items nullable oneOf anyOf allOf $ref additionalProperties maxLength minimum maximum".split(
    " ",
  ),
);

type Json = Record<string, unknown>;
interface Call {
  readonly parameters?: readonly Json[];
  readonly requestBody?: { readonly content: Json };
  readonly responses: Json;
}

const folder = mkdtempSync(join(tmpdir(), "certorder-openapi-"));
const name = `@octokit/openapi@${version}`;
const packed = execFileSync("npm", ["pack", "--silent", name], { cwd: folder, encoding: "utf8" }).trim();
execFileSync("tar", ["xzf", packed, "package/generated/api.github.com.json"], { cwd: folder });
const source = JSON.parse(
  readFileSync(join(folder, "package", "generated", "api.github.com.json"), "utf8"),
) as { paths: Record<string, Record<string, Call>>; components: Record<string, Json> };
rmSync(folder, { recursive: true, force: true });

const schemas: Record<string, unknown> = {};
const paths: Record<string, Json> = {};
for (const [method, path] of calls) {
  const call = source.paths[path]?.[method];
  if (!call) throw new Error(`GitHub's description has no ${method} ${path}.`);
  paths[path] ??= {};
  (paths[path] as Json)[method] = {
    query: Object.fromEntries(
      (call.parameters ?? [])
        .map(resolved)
        .flatMap((parameter) =>
          parameter.in === "query" ? [[parameter.name, structure(parameter.schema)]] : [],
        ),
    ),
    ...(call.requestBody && { body: structure(jsonSchema(call.requestBody)) }),
    answers: Object.fromEntries(
      Object.entries(call.responses).map(([status, answer]) => [
        status,
        structure(jsonSchema(resolved(answer as Json)) ?? {}),
      ]),
    ),
  };
}

writeFileSync(
  join(import.meta.dirname, "..", "test", "harness", "action", "github-openapi.json"),
  `${JSON.stringify({ source: name, paths, schemas })}\n`,
);

function resolved(value: Json): Json {
  if (typeof value.$ref !== "string") return value;
  const [kind = "", key = ""] = value.$ref.replace("#/components/", "").split("/");
  return source.components[kind]?.[key] as Json;
}

function jsonSchema(holder: { readonly content?: unknown }): unknown {
  const content = holder.content as Record<string, { schema?: unknown }> | undefined;
  return content?.["application/json"]?.schema;
}

/** A schema without prose. The schemas that it refers to are taken along. */
function structure(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(structure);
  if (typeof schema !== "object" || schema === null) return schema;
  const kept: Json = {};
  for (const [key, value] of Object.entries(schema)) {
    if (!structural.has(key)) continue;
    if (key === "$ref") kept.$ref = refer(String(value));
    else if (key === "properties")
      kept.properties = Object.fromEntries(
        Object.entries(value as Json).map(([name, s]) => [name, structure(s)]),
      );
    else kept[key] = key === "required" || key === "enum" || key === "type" ? value : structure(value);
  }
  return kept;
}

function refer(ref: string): string {
  const name = ref.replace("#/components/schemas/", "");
  if (!(name in schemas)) {
    schemas[name] = {};
    schemas[name] = structure(source.components.schemas?.[name]);
  }
  return name;
}
