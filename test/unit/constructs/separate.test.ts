import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { camelCase } from "../../../src/contract/index.ts";
import { bindingsFolder } from "../../../src/generate/bindings.ts";
import { schemaJson } from "../../../src/plugin/schema-json.ts";
import { createProvider } from "../../../src/provider/index.ts";
import { both, folder } from "../../harness/constructs/framework.ts";

const root = join(import.meta.dirname, "..", "..", "..");

describe.each(both)("The constructs for $name", ({ name, certorder }) => {
  test("load their own framework, constructs and Node, and nothing else", () => {
    const built = readFileSync(join(folder, `${name}.cjs`), "utf8");
    const loaded = new Set([...built.matchAll(/require\("([^"]+)"\)/g)].map(([, module]) => module));
    expect([...loaded].filter((module) => !module?.startsWith("node:")).sort()).toEqual([name, "constructs"]);
  });

  test("have bindings for everything in the schema, and for nothing else", () => {
    const bound = join(root, bindingsFolder(name));
    const folders = readdirSync(bound, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const index = readFileSync(join(bound, "index.ts"), "utf8");
    const exported = [...index.matchAll(/"\.\/([^/]+)\/index\.js"/g)].map(([, module]) => module);
    expect(exported).toEqual(folders.map((entry) => entry.name).sort());

    const provider = createProvider({ env: {} });
    const { provider_schemas: schemas } = schemaJson(provider, "any") as {
      provider_schemas: { any: { resource_schemas: object; data_source_schemas: object } };
    };
    const types = [
      ...Object.keys(schemas.any.resource_schemas),
      ...Object.keys(schemas.any.data_source_schemas),
    ];
    const classes = Object.values(certorder.bindings) as { tfResourceType?: string }[];
    expect(classes.flatMap(({ tfResourceType = [] }) => tfResourceType).sort()).toEqual(
      [...types, "certorder"].sort(),
    );
  });

  test("document the HCL name of each argument and the unit of each time", () => {
    const bound = join(root, bindingsFolder(name));
    const sources = ["reissue", "callback-check", "data-certorder-callback-test", "provider"].map((part) =>
      readFileSync(join(bound, part, "index.ts"), "utf8"),
    );
    const given = sources.flatMap((source) => {
      const [, config = ""] = /export interface \w+Config .*?\{(.*?)^\}/ms.exec(source) ?? [];
      return [...config.matchAll(/\*\/\n +readonly (\w+)\??: (\w+)/g)].map(([before, prop = "", type]) => ({
        prop,
        type,
        documented: config.slice(0, config.indexOf(before)).split("/**").at(-1) ?? "",
      }));
    });
    expect(given.length).toBeGreaterThan(30);
    for (const { prop, documented } of given)
      if (prop !== "alias")
        expect(camelCase(/In HCL: `(\w+)`/.exec(documented)?.[1] ?? ""), documented).toBe(prop);
    const numbers = new Set(given.filter(({ type }) => type === "number").map(({ prop }) => prop));
    // The others count something, or are a point in time.
    expect([...numbers].filter((prop) => !/(Seconds|Days)$/.test(prop)).sort()).toEqual([
      "maxReissues",
      "maxTries",
      "persistUntil",
    ]);
  });

  test("export what the guide names", () => {
    expect(Object.keys(certorder).sort()).toEqual(
      "CallbackCheck CertOrderProvider CertificateReissue Csr bindings".split(" "),
    );
  });
});
