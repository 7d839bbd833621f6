import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { defineProvider, defineResource, error, type Provider } from "../../../../src/plugin/index.ts";

// A small provider for tests of the workspace with a real core. It breaks rules where a text says so.

export interface Note {
  readonly text: string;
  readonly secret: string | null;
  readonly revision: number;
}

/** Where notes are stored. */
export interface NoteService {
  get(name: string): Note | undefined;
  set(name: string, note: Note): void;
  delete(name: string): void;
}

export function folderService(folder: string): NoteService {
  const path = (name: string) => join(folder, name);
  return {
    get: (name) => (existsSync(path(name)) ? JSON.parse(readFileSync(path(name), "utf8")) : undefined),
    set: (name, note) => writeFileSync(path(name), JSON.stringify(note)),
    delete: (name) => rmSync(path(name), { force: true }),
  };
}

export function notesProvider(service: NoteService): Provider {
  const write = (name: string, text: string, secret: string | null) => {
    const note = { text, secret, revision: (service.get(name)?.revision ?? 0) + 1 };
    service.set(name, note);
    return note;
  };
  const note = defineResource<undefined>()({
    schema: {
      attributes: {
        name: { type: "string", required: true, requiresReplace: true },
        text: { type: "string", optional: true, default: "" },
        secret: { type: "string", optional: true, sensitive: true },
        id: { type: "string", computed: true, useStateForUnknown: true },
        revision: { type: "integer", computed: true },
      },
    },
    async create({ planned, log, signal }) {
      const { name, text, secret } = planned;
      log.debug(`creates ${name}`);
      if (text === "refused")
        return {
          diagnostics: [error("Refused by the service", "The service does not accept this text. ".repeat(5))],
        };
      if (text === "hang") await wait(3_600_000, undefined, { signal });
      if (text === "throw outside") {
        setTimeout(() => {
          throw new Error("outside a call");
        });
        await wait(200);
      }
      const state = { ...planned, ...write(name, text, secret), id: name };
      if (text === "half") return { state, diagnostics: [error("Half done", "The note has no ink.")] };
      return { state };
    },
    update: ({ planned }) => ({
      state: { ...planned, ...write(planned.name, planned.text, planned.secret), id: planned.name },
    }),
    read({ state }) {
      if (state.name === null) throw new Error("The note has no name.");
      const note = service.get(state.name);
      return { state: note === undefined ? null : { ...state, ...note, id: state.name } };
    },
    delete({ prior }) {
      if (prior.text === "locked") return { diagnostics: [error("Locked", "Unlock the note.")] };
      if (prior.name !== null) service.delete(prior.name);
      return undefined;
    },
    import: ({ id }) => ({ state: { name: id, id } }),
  });
  return defineProvider({
    name: "notes",
    address: "example/notes",
    version: "1.0.0",
    schema: { attributes: {} },
    resources: { notes_note: note },
  });
}
