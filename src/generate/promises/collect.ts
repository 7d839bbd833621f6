import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type ActionInputTable,
  inputs,
  listInputs,
  listOutputs,
  operations,
  outputs,
  payloadVersion,
} from "../../action/index.ts";
import {
  type Command,
  codeGroups,
  commands,
  exits,
  fieldVariable,
  loadCommands,
  programVariables,
  prometheusLines,
  settingFlags,
} from "../../cli/index.ts";
import {
  callbackTestFields,
  callbackTestOperation,
  type Field,
  type Fields,
  reissueFields,
  reissueOperation,
  resolveVariable,
  type Setting,
  settings,
  supersedeVariable,
} from "../../contract/index.ts";
import { eventMembers, eventVersion, layoutVersion } from "../../journal/index.ts";
import { schemaJson } from "../../plugin/schema-json.ts";
import { createProvider } from "../../provider/index.ts";
import { permissions } from "../action.ts";
import { jsonExamples, jsonFields, jsonWords } from "../json-examples.ts";
import type { Part, Promised, Promises } from "./compare.ts";
import { describeExports } from "./declarations.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const manifest = JSON.parse(read("package.json")) as {
  readonly engines: { readonly node: string };
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
};

/** What users may rely on today. It reads the declarations of the build. */
export async function collectPromises(): Promise<Promises> {
  return {
    package: {
      entries: entries(),
      programs: each(manifest.bin, () => ({ read: "program" })),
      node: { engines: { read: manifest.engines.node } },
      peers: each(manifest.peerDependencies, (range) => ({ read: range })),
    },
    exports: describeExports(modules()),
    commands: Object.fromEntries(
      (await loadCommands(commands)).map((command) => [command.name, commandParts(command)]),
    ),
    json: Object.fromEntries(
      Object.keys(jsonExamples).map((name) => [
        name,
        withWords(
          each(jsonFields(name), (type) => ({ read: type })),
          jsonWords[name] ?? {},
        ),
      ]),
    ),
    requests: {
      [reissueOperation.name]: fieldParts(reissueFields),
      [callbackTestOperation.name]: fieldParts(callbackTestFields),
    },
    variables: {
      certorder: variables(),
      "the program of --on-issued": each(
        Object.fromEntries(Object.values(programVariables).map((name) => [name, name])),
        () => ({ read: "text" }),
      ),
    },
    provider: providerParts(),
    action: actionParts(),
    codes: {
      errors: each(Object.assign({}, ...Object.values(codeGroups).map(({ codes }) => codes)), () => ({
        read: "code",
      })),
    },
    "exit codes": {
      certorder: Object.fromEntries(exits.map(({ name, exitCode }) => [name, { read: String(exitCode) }])),
    },
    metrics: { status: metrics() },
    journal: journalParts(),
  };
}

function entries(): Promised {
  return each(manifest.exports, () => ({ read: "module" }));
}

/** Both frameworks have the same constructs, from one source. */
function modules(): Record<string, string> {
  const files = Object.entries(manifest.exports).flatMap(([name, entry]) => {
    const file = typeof entry === "string" ? entry : entry.default;
    const isModule = file.endsWith(".js") && name !== "./cdktf";
    return isModule ? [[join("certorder", name), join(root, file.replace(/\.js$/, ".d.ts"))]] : [];
  });
  return Object.fromEntries(files);
}

function commandParts({ operands = "", flags, moreFlags = {}, settings: kind }: Command): Promised {
  const words = operands.split(" ").filter(Boolean);
  return {
    ...Object.fromEntries(
      words.map((word, index) => [
        `argument ${index + 1}`,
        { give: "text", ...optional(word.startsWith("[")) },
      ]),
    ),
    ...Object.fromEntries(
      Object.entries({ ...flags, ...moreFlags, ...(kind && settingFlags(kind)) }).map(([name, flag]) => [
        `--${name}`,
        {
          give: flag.kind,
          optional: true,
          values: flag.kind === "choice" ? flag.choices : undefined,
          default: flag.default,
        },
      ]),
    ),
  };
}

function withWords(fields: Promised, words: (typeof jsonWords)[string]): Promised {
  return Object.fromEntries(
    Object.entries(fields).map(([path, part]) => {
      const values = words[path];
      return [path, values === undefined ? part : { ...part, values }];
    }),
  );
}

function fieldParts(fields: Fields): Promised {
  return each(fields, ({ kind, required, values, default: standard }) => ({
    give: kind,
    ...optional(!required),
    values,
    default: standard,
  }));
}

function variables(): Promised {
  const given: Part = { give: "text", optional: true };
  const secrets = Object.entries<Field>({ ...reissueFields, ...callbackTestFields }).filter(
    ([, { sensitive }]) => sensitive,
  );
  return {
    ...Object.fromEntries(
      Object.values<Setting>(settings).map(({ env, kind, default: standard, choices }) => [
        env,
        { give: kind, optional: true, default: standard?.toString(), values: choices },
      ]),
    ),
    ...Object.fromEntries(secrets.map(([name]) => [fieldVariable(name), given])),
    [resolveVariable]: given,
    [supersedeVariable]: given,
  };
}

interface SchemaBlock {
  readonly version?: number;
  readonly block: {
    readonly attributes: Readonly<Record<string, SchemaAttribute>>;
    readonly block_types?: object;
  };
}

interface SchemaAttribute {
  readonly type: unknown;
  readonly nested_type?: object;
  readonly required?: boolean;
  readonly optional?: boolean;
  readonly sensitive?: boolean;
  readonly write_only?: boolean;
}

interface ProviderSchema {
  readonly provider: SchemaBlock;
  readonly functions: Readonly<
    Record<
      string,
      { readonly parameters: readonly { readonly type: unknown }[]; readonly return_type: unknown }
    >
  >;
  readonly [kind: `${string}_schemas`]: Readonly<Record<string, SchemaBlock>>;
}

function providerParts(): Promises[string] {
  const { provider_schemas } = schemaJson(createProvider({ env: {} }), "certorder") as {
    readonly provider_schemas: { readonly certorder: ProviderSchema };
  };
  const { provider, functions, ...kinds } = provider_schemas.certorder;
  return {
    "the provider block": blockParts(provider),
    ...Object.assign(
      {},
      ...Object.entries(kinds).map(([kind, schemas]) =>
        Object.fromEntries(
          Object.entries(schemas).map(([name, schema]) => [
            `${kind.replace("_schemas", "").replace("_", " ")} ${name}`,
            blockParts(schema),
          ]),
        ),
      ),
    ),
    ...Object.fromEntries(
      Object.entries(functions).map(([name, { parameters, return_type: result }]) => [
        `function ${name}`,
        {
          ...Object.fromEntries(
            parameters.map(({ type }, index) => [`argument ${index + 1}`, { give: typeText(type) }]),
          ),
          ...(Array.isArray(result) && result[0] === "object"
            ? each(result[1] as object, (type) => ({ read: typeText(type) }))
            : { result: { read: typeText(result) } }),
        },
      ]),
    ),
  };
}

function blockParts({ version, block }: SchemaBlock): Promised {
  return {
    ...(version !== undefined && { "schema version": { read: String(version) } }),
    ...each(
      block.attributes,
      ({
        type,
        nested_type: nested,
        required,
        optional: isOptional,
        sensitive,
        write_only: writeOnly,
      }): Part => {
        const text = [typeText(type ?? nested), sensitive && "sensitive", writeOnly && "write-only"]
          .filter(Boolean)
          .join(", ");
        return required || isOptional ? { give: text, ...optional(!required) } : { read: text };
      },
    ),
    ...each(block.block_types ?? {}, (type) => ({ give: JSON.stringify(type) })),
  };
}

const typeText = (type: unknown) => (typeof type === "string" ? type : JSON.stringify(type));

function actionParts(): Promises[string] {
  return {
    inputs: inputParts(inputs),
    outputs: each(outputs, () => ({ read: "text" })),
    ...Object.fromEntries(
      operations.flatMap((operation) => [
        [`inputs of ${operation}`, inputParts(listInputs(operation))],
        [`outputs of ${operation}`, each(listOutputs(operation), () => ({ read: "text" }))],
      ]),
    ),
    permissions: Object.fromEntries(
      permissions.map(([step, needed]) => [step, { read: needed.join(", ") || "none" }]),
    ),
    ...workflowParts(read(".github/workflows/callback-health.yml")),
  };
}

function inputParts(table: ActionInputTable): Promised {
  return each(table, ({ required, default: standard, expression, choices }) => ({
    give: "text",
    ...optional(!required),
    default: standard ?? expression,
    values: choices,
  }));
}

/** What a workflow that others call has. The indentation of its file is that of all workflows here. */
function workflowParts(text: string): Promises[string] {
  const called = text.slice(0, text.indexOf("\njobs:"));
  return Object.fromEntries(
    [...called.matchAll(/^ {4}(\w+):\n((?: {6}.*\n?)+)/gm)].map(([, kind, block = ""]) => [
      `${kind} of callback-health.yml`,
      Object.fromEntries(
        [...block.matchAll(/^ {6}([\w-]+):\n((?: {8}.*\n?)+)/gm)].map(([, name = "", about = ""]) => {
          const value = (key: string) => new RegExp(`^ {8}${key}: (.+)$`, "m").exec(about)?.[1];
          return [
            name,
            kind === "outputs"
              ? { read: "text" }
              : {
                  give: value("type") ?? "text",
                  ...optional(value("required") !== "true"),
                  default: value("default"),
                },
          ];
        }),
      ),
    ]),
  );
}

function metrics(): Promised {
  const names = prometheusLines([]).flatMap((line) => /^# TYPE (\S+) (\S+)$/.exec(line)?.slice(1) ?? []);
  return Object.fromEntries(
    names.flatMap((name, index) => (index % 2 === 0 ? [[name, { read: names[index + 1] ?? "" }]] : [])),
  );
}

/** An older program has to understand every kind of event, so a further kind has to be given to it. */
function journalParts(): Promises[string] {
  return {
    versions: {
      events: { read: String(eventVersion) },
      folders: { read: String(layoutVersion) },
      deployments: { read: String(payloadVersion) },
    },
    events: each(eventMembers, () => ({ give: "event" })),
    ...Object.fromEntries(
      Object.entries(eventMembers).map(([event, members]) => [
        `event ${event}`,
        each(members, (kind) => ({ give: kind.replace("?", ""), ...optional(kind.endsWith("?")) })),
      ]),
    ),
  };
}

function each<T>(table: Readonly<Record<string, T>> | object, describe: (entry: T) => Part): Promised {
  return Object.fromEntries(Object.entries(table).map(([name, entry]) => [name, describe(entry as T)]));
}

const optional = (isOptional: boolean): { optional?: true } => (isOptional ? { optional: true } : {});
