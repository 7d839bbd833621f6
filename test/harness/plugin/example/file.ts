import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Decided,
  defineResource,
  defineSchema,
  error,
  isKnown,
  type State,
  warning,
} from "../../../../src/plugin/index.ts";
import type { Example } from "./provider.ts";

const schema = defineSchema({
  version: 2,
  description: "A file with some words about it.",
  attributes: {
    name: {
      type: "string",
      required: true,
      requiresReplace: true,
      description: "Name of the file.",
      validators: [
        (name, path) => (name.includes("/") ? [error("Bad Name", "A name has no slash.", path)] : []),
      ],
    },
    content: { type: "string", optional: true, default: "", description: "What the file says." },
    labels: { type: "set(string)", optional: true },
    lines: { type: "list(string)", optional: true },
    meta: { type: "map(string)", optional: true },
    size_limit: { type: "integer", optional: true },
    ratio: { type: "number", optional: true },
    owner: { type: "string", optional: true, computed: true },
    password_wo: { type: "string", optional: true, writeOnly: true, sensitive: true },
    password_wo_version: { type: "integer", optional: true },
    delay_ms: { type: "integer", optional: true },
    id: { type: "string", computed: true, useStateForUnknown: true },
    checksum: { type: "string", computed: true },
    revision: { type: "integer", computed: true },
  },
});

export const file = defineResource<Example>()({
  schema,
  // Known only after the file was created.
  identity: { attributes: { id: { type: "string", requiredForImport: true } } },

  validate({ config }) {
    const both = isKnown(config.content) && isKnown(config.lines) && config.content && config.lines;
    return both ? { diagnostics: [error("Both Given", "Give content or lines, not both.", "lines")] } : {};
  },

  async create({ planned, config, provider, signal }) {
    // Tells a test that the work has begun.
    if (planned.delay_ms !== null) writeFileSync(`${filePath(provider, planned.name)}.started`, "");
    await wait(planned.delay_ms, signal);
    if (planned.content === "refuse me")
      return { diagnostics: [error("Refused", "As you asked.", "content")] };
    if (planned.content === "throw at me") throw new Error("thrown as asked");
    const state = write(provider, planned, config.password_wo, 1);
    if (planned.content === "half done") {
      return { state, diagnostics: [error("Half Done", "The file is there, but something else failed.")] };
    }
    return { state, private: { by: "create" } };
  },

  read({ state, provider, log }) {
    log.debug("reading", () => ({ name: state.name }));
    const path = filePath(provider, state.name ?? "");
    if (!existsSync(path)) return { state: null };
    return { state: { ...state, content: readFileSync(path, "utf8"), checksum: checksum(path) } };
  },

  async update({ planned, prior, config, provider, signal }) {
    await wait(planned.delay_ms, signal);
    if (planned.content === "throw at me")
      throw new Error("thrown as asked", { cause: new Error("for a reason") });
    return { state: write(provider, planned, config.password_wo, (prior.revision ?? 0) + 1) };
  },

  delete({ prior, provider }) {
    if (prior.content === "keep me") return { diagnostics: [error("Kept", "It does not want to go.")] };
    rmSync(filePath(provider, prior.name ?? ""), { force: true });
    return undefined;
  },

  modifyPlan({ action, planned }) {
    if (action === "delete") return { diagnostics: [warning("Going Away", "The file will be removed.")] };
    if (isKnown(planned.content) && planned.content === "plan is refused") {
      return { diagnostics: [error("Not This", "Such a file is not planned.", "content")] };
    }
    return undefined;
  },

  importByIdentity: ({ identity: { id } }) => ({ state: { name: id, id } }),

  import: ({ id }) => ({ state: { name: id, id }, private: { by: "import" } }),

  upgrade({ version, stored }) {
    if (version >= 2) return undefined;
    // Version 1 called the content "text".
    const { text, ...rest } = stored;
    return { stored: { ...rest, content: text ?? "" } };
  },
});

function write(
  provider: Example,
  planned: Decided<typeof schema>,
  password: string | null,
  revision: number,
): State<typeof schema> {
  const path = filePath(provider, planned.name);
  writeFileSync(path, planned.content);
  if (password !== null) writeFileSync(`${path}.password-length`, String(password.length));
  const owner = isKnown(planned.owner) ? planned.owner : "default";
  return { ...planned, owner, id: planned.name, checksum: checksum(path), revision };
}

async function wait(ms: number | null, signal: AbortSignal): Promise<void> {
  if (ms !== null) await sleep(ms, undefined, { signal }).catch(() => {});
}

function filePath({ folder }: Example, name: string): string {
  if (folder === undefined) throw new Error("The folder is not known.");
  return join(folder, name);
}

function checksum(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}
