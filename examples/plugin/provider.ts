/** A whole provider: notes, kept as files in a folder. The guide "Write a provider in an hour" starts with a smaller one. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type ApplyAnswer,
  type Decided,
  defineDataSource,
  defineFunction,
  defineProvider,
  defineResource,
  defineSchema,
  error,
  isKnown,
  serve,
} from "certorder/plugin";

/** What the resources need. `configure` returns it. */
interface Notes {
  path(name: string): string;
}

const schema = defineSchema({
  description: "A note.",
  attributes: {
    name: {
      type: "string",
      required: true,
      requiresReplace: true,
      validators: [
        (name, path) => (/^[\w-]+$/.test(name) ? [] : [error("Bad Name", "No blanks, no slashes.", path)]),
      ],
    },
    text: { type: "string", optional: true, default: "", description: "What it says." },
    reminders: {
      type: "list(object)",
      optional: true,
      attributes: {
        at: { type: "string", required: true, description: "A day, such as `2030-01-31`." },
        channel: { type: "string", optional: true, default: "mail" },
        number: { type: "integer", computed: true },
      },
    },
    id: { type: "string", computed: true, useStateForUnknown: true },
    length: { type: "integer", computed: true, description: "How many characters the text has." },
  },
  blocks: {
    link: {
      type: "set(object)",
      maxItems: 5,
      attributes: { url: { type: "string", required: true }, title: { type: "string", optional: true } },
    },
  },
});
type Note = typeof schema;

const note = defineResource<Notes>()({
  schema,
  create: ({ planned, provider }) => write(provider, planned),
  update: ({ planned, provider }) => write(provider, planned),
  read({ state, provider }) {
    const path = provider.path(state.name ?? "");
    if (!existsSync(path)) return { state: null };
    const text = readFileSync(path, "utf8");
    return { state: { ...state, text, length: text.length } };
  },
  delete({ prior, provider }) {
    rmSync(provider.path(prior.name ?? ""), { force: true });
    return undefined;
  },
  import: ({ id }) => ({ state: { id, name: id } }),
});

function write(notes: Notes, planned: Decided<Note>): ApplyAnswer<Note> {
  const { name, text } = planned;
  writeFileSync(notes.path(name), text);
  const reminders = planned.reminders?.map((reminder, index) => ({ ...reminder, number: index + 1 })) ?? null;
  return { state: { ...planned, reminders, id: name, length: text.length } };
}

const found = defineDataSource<Notes>()({
  schema: {
    attributes: { name: { type: "string", required: true }, text: { type: "string", computed: true } },
  },
  read({ config, provider }) {
    const path = provider.path(config.name);
    if (!existsSync(path)) return { diagnostics: [error("No Such Note", `There is no ${path}.`, "name")] };
    return { state: { ...config, text: readFileSync(path, "utf8") } };
  },
});

const title = defineFunction({
  summary: "Turns text into a name for a note",
  parameters: [{ name: "text", type: "string" }],
  returns: "string",
  call: ([text]) => ({ result: text.trim().replace(/\W+/g, "-").toLowerCase() }),
});

const provider = defineProvider({
  name: "notes",
  address: "example/notes",
  version: "1.0.0",
  schema: { attributes: { folder: { type: "string", required: true } } },
  configure({ config: { folder } }) {
    return {
      data: {
        path(name) {
          // In a plan the folder may come from something that does not exist yet.
          if (!isKnown(folder)) throw new Error("The folder is not known yet.");
          mkdirSync(folder, { recursive: true });
          return join(folder, name);
        },
      },
    };
  },
  resources: { notes_note: note },
  dataSources: { notes_note: found },
  functions: { title },
});

await serve(provider);
