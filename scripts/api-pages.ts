/** The pages of docs/reference/api, from TypeDoc's JSON: one for each entry of the package. */
import { posix } from "node:path";
import {
  type Comment,
  type CommentPart,
  type Reflection,
  signatureText,
  type Type,
  typeParametersText,
  typeText,
} from "./api-types.ts";

const kinds = {
  namespace: 4,
  variable: 32,
  function: 64,
  class: 128,
  interface: 256,
  constructor: 512,
} as const;
const methodKind = 2048;
const typeAliasKind = 2097152;

/** The entries by what people want to do, with what each is for. */
const tasks: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "Reissue from a program": {
    certorder: "Reissue certificates and test the callback. [The guide](../../guides/library.md)",
    "certorder/journal":
      "Look at the history of an order, resolve an attempt, wait until a certificate is issued. [The guide](../../guides/journal.md)",
    "certorder/csr": "Read and check a certificate signing request.",
  },
  "Receive callbacks": {
    "certorder/receiver": "Receive callbacks in your own server. [The guide](../../guides/receiver.md)",
  },
  "Test your program": {
    "certorder/sandbox":
      "Start the simulated service in a test, and break it. [The guide](../../guides/sandbox.md)",
  },
  "Declare reissues in a stack": {
    "certorder/cdktn":
      "Constructs for CDK Terrain. `certorder/cdktf` has the same for CDKTF. [The guide](../../guides/cdktf.md)",
  },
  "Write a Terraform provider": {
    "certorder/plugin":
      "Define resources, data sources, functions and actions. [The guide](../../plugin/write-a-provider.md), [all keys of attributes](../../plugin/reference.md)",
    "certorder/plugin/validators": "Check the arguments of a provider.",
    "certorder/plugin/timeouts": "Let users limit how long operations take.",
    "certorder/plugin/testing":
      "Test a provider, without Terraform and with it. [The guide](../../plugin/testing.md)",
    "certorder/plugin/schema-json": "Write the schema of a provider as Terraform does.",
  },
};

/** What all errors have stands there alone. */
const baseError = "CertOrderError";
const isOfBase = ({ name, inheritedFrom }: Reflection) =>
  inheritedFrom?.name.startsWith("OpenOutcomeError.") === true &&
  ["code", "remedy", "httpStatus", "tries", "is", "toJSON"].includes(name);

/** The text of each page, by its path. */
export function apiPages(project: Reflection): Map<string, string> {
  const entries = project.children ?? [];
  const purposes = new Map(Object.values(tasks).flatMap((of) => Object.entries(of)));
  const missing = entries.filter(({ name }) => !purposes.has(name));
  if (missing.length > 0) throw new Error(`Say what ${missing[0]?.name} is for.`);
  const silent = entries.flatMap((entry) =>
    (entry.children ?? [])
      .filter((one) => one.variant !== "reference" && !aboutOf(one))
      .map(({ name }) => name),
  );
  if (silent.length > 0) throw new Error(`Say in a comment what these exports are: ${silent.join(", ")}.`);
  const places = new Map(entries.flatMap((entry) => placesIn(entry)));
  const pages = entries.map(
    (entry) => [pageOf(entry), new Page(entry, places, purposes.get(entry.name)).text()] as const,
  );
  return new Map([["README.md", firstPage()], ...pages]);
}

function firstPage(): string {
  const groups = Object.entries(tasks).map(([task, of]) => {
    const rows = Object.entries(of).map(([name, purpose]) => `| [\`${name}\`](${name}.md) | ${purpose} |`);
    return `## ${task}\n\n${table(["import from", "to"], rows)}`;
  });
  return `---\nsidebar: { order: 1 }\n---\n\n# The package\n\nAll that you can import from the package \`certorder\`, by what you want to do.\n\n${groups.join("\n\n")}\n`;
}

/** What an export is, in the comment of it or of its first signature. */
const aboutOf = ({ comment, signatures }: Reflection) => comment ?? signatures?.[0]?.comment;

interface Place {
  readonly name: string;
  readonly page: string;
  readonly anchor: string;
}

const pageOf = (entry: Reflection) => `${entry.name}.md`;

/** The sections of a page, with the exports of each. */
function sections({ children = [] }: Reflection): [title: string, exports: readonly Reflection[]][] {
  const own = children.filter(({ variant }) => variant !== "reference");
  const isError = ({ name, kind }: Reflection) => kind === kinds.class && /(?:Errors?|Violation)$/.test(name);
  const isType = ({ kind }: Reflection) => kind === kinds.interface || kind === typeAliasKind;
  const isValue = (one: Reflection) => !isType(one) && !isError(one);
  const order = [kinds.class, kinds.function, kinds.variable, kinds.namespace];
  const rank = ({ kind }: Reflection) => order.indexOf(kind as (typeof order)[number]);
  const values = own.filter(isValue).sort((a, b) => rank(a) - rank(b));
  const all: [string, readonly Reflection[]][] = [
    ["Classes and functions", values],
    // Those that others extend come first.
    ["Errors", own.filter(isError).sort((a, b) => Number(!a.extendedBy) - Number(!b.extendedBy))],
    ["Types", own.filter(isType)],
  ];
  return all.filter(([, exports]) => exports.length > 0);
}

/** Where each export is. GitHub and the site number what would have the same anchor. */
function placesIn(entry: Reflection): [id: number, place: Place][] {
  const seen = new Map<string, number>();
  return sections(entry).flatMap(([, exports]) =>
    exports.map(({ id, name }): [number, Place] => {
      const anchor = name.toLowerCase();
      const count = seen.get(anchor) ?? 0;
      seen.set(anchor, count + 1);
      return [id, { name, page: pageOf(entry), anchor: count === 0 ? anchor : `${anchor}-${count}` }];
    }),
  );
}

class Page {
  readonly #entry: Reflection;
  readonly #places: ReadonlyMap<number, Place>;
  /** By name: those of this page before those of the others. */
  readonly #byName: ReadonlyMap<string, Place>;
  /** Links to the pages that explain it, as the first page has them. */
  readonly #guides: readonly string[];

  constructor(entry: Reflection, places: ReadonlyMap<number, Place>, purpose = "") {
    this.#entry = entry;
    this.#guides = purpose.match(/\[.*?\]\(.*?\)/g) ?? [];
    this.#places = places;
    const isHere = ({ page }: Place) => page === pageOf(entry);
    const sorted = [...places.values()].sort((a, b) => Number(isHere(a)) - Number(isHere(b)));
    this.#byName = new Map(sorted.map((place) => [place.name, place]));
  }

  text(): string {
    const { name, comment, children = [] } = this.#entry;
    const parts = sections(this.#entry);
    const others = children
      .flatMap(({ variant, target = -1 }) => (variant === "reference" ? [this.#places.get(target)] : []))
      .filter((place) => place !== undefined);
    return `${[
      `# ${name}`,
      this.#comment(comment),
      this.#guidesFromHere(),
      this.#contents(parts),
      others.length > 0 ? `Exported here too: ${others.map((place) => this.#link(place)).join(", ")}.` : "",
      ...parts.flatMap(([title, exports]) => [`## ${title}`, ...exports.map((one) => this.#export(one))]),
    ]
      .filter((part) => part !== "")
      .join("\n\n")}\n`;
  }

  #guidesFromHere(): string {
    if (this.#guides.length === 0) return "";
    const here = posix.dirname(pageOf(this.#entry));
    const links = this.#guides.map((link) =>
      link.replace(/\((.*)\)$/, (_, path: string) => `(${posix.relative(here, path)})`),
    );
    return `${links.join(", ")}.`;
  }

  /** What each value is for. Types are found from there. */
  #contents(parts: readonly [string, readonly Reflection[]][]): string {
    const values = parts.filter(([title]) => title !== "Types").flatMap(([, exports]) => exports);
    const rows = values.map((one) => {
      const place = this.#places.get(one.id);
      const said = this.#text(aboutOf(one)?.summary ?? []);
      return `| ${place && this.#link(place)} | ${cell(firstSentence(said))} |`;
    });
    return rows.length > 1 ? table(["export", "what it is"], rows) : "";
  }

  #export(one: Reflection): string {
    return [`### ${one.name}`, ...this.#body(one)].filter((part) => part !== "").join("\n\n");
  }

  #body(one: Reflection): string[] {
    const { kind, comment, name, type } = one;
    switch (kind) {
      case kinds.function:
        return (one.signatures ?? []).flatMap((signature) => this.#signature(name, signature));
      case kinds.class:
      case kinds.interface: {
        const [summary = "", ...tags] = this.#commentParts(comment);
        return [summary, this.#extends(one), ...this.#members(one, tags)];
      }
      case kinds.variable:
        return [
          this.#comment(comment),
          type?.type === "reflection"
            ? this.#properties(type.declaration)
            : code(`const ${name}: ${typeText(type)}`),
        ];
      case kinds.namespace:
        return [this.#comment(comment)];
      default: {
        const declaration = type?.type === "reflection" ? (type.declaration as Reflection) : undefined;
        const isObject = declaration?.children && !declaration.signatures;
        return isObject
          ? [this.#comment(comment), this.#properties(declaration)]
          : [
              this.#comment(comment),
              code(`type ${name}${typeParametersText(one)} =${aliasText(type)}`),
              this.#seeAlso(one),
            ];
      }
    }
  }

  #extends({ children = [], extendedTypes = [] }: Reflection): string {
    const known = extendedTypes.map(typeText).filter((name) => this.#byName.has(name.replace(/<.*/s, "")));
    const named = known.length === 0 && children.some(isOfBase) ? [baseError] : known;
    return named.length > 0 ? `Extends ${named.map((name) => this.#typeCode(name)).join(", ")}.` : "";
  }

  /** A class: how it is made, its properties, then each method. An interface has no place for a method without an example. */
  #members(one: Reflection, tags: readonly string[]): string[] {
    const { children = [], name } = one;
    const isError = name.endsWith("Error");
    const isUsual = (member: Reflection) =>
      isError && (member.name === "name" || (member.name === "toJSON" && name !== baseError));
    const own = children.filter((member) => !isUsual(member) && !isOfBase(member));
    const made = own
      .filter(({ kind }) => kind === kinds.constructor)
      .flatMap(({ signatures = [] }) => signatures);
    const hasExample = ({ signatures = [] }: Reflection) =>
      signatures.some(({ comment }) => comment?.blockTags);
    const isMethod = (member: Reflection) =>
      member.kind === methodKind && (one.kind === kinds.class || hasExample(member));
    const methods = own.filter(isMethod);
    const others = own.filter((member) => member.kind !== kinds.constructor && !isMethod(member));
    return [
      ...made.flatMap((signature) => this.#signature(`new ${name}`, signature, one)),
      ...tags,
      this.#properties({ ...one, children: others }),
      ...methods.flatMap((method) => [
        `#### ${name}.${method.name}()`,
        ...(method.signatures ?? []).flatMap((signature) =>
          this.#signature(method.flags.isStatic ? `${name}.${method.name}` : method.name, signature, one),
        ),
      ]),
    ];
  }

  /** How it is called, what it does, its parameters, and an example. */
  #signature(name: string, signature: Reflection, owner: Reflection = signature): string[] {
    const { comment, parameters = [] } = signature;
    const isMade = name.startsWith("new ");
    const shown = isMade ? { ...signature, name, typeParameters: [] } : { ...signature, name };
    const text = signatureText(shown, isMade ? "\0" : ": ", 100).replace(/\0.*/s, "");
    const said = parameters.flatMap((parameter) => {
      const about = this.#text(parameter.comment?.summary ?? []);
      return about === "" ? [] : [`- \`${parameter.name}\`: ${about.replaceAll("\n", " ")}`];
    });
    const [summary = "", ...tags] = this.#commentParts(comment);
    const isExample = (tag: string) => tag.includes("```");
    return [
      code(`${name}${text}`),
      summary,
      said.join("\n"),
      ...tags.filter((tag) => !isExample(tag)),
      this.#seeAlso(signature, owner),
      ...tags.filter(isExample),
    ];
  }

  /** The exported types that a block of code names. */
  #seeAlso(reflection: Reflection, owner = reflection): string {
    const names = new Set<string>();
    const visit = (value: unknown): void => {
      if (typeof value !== "object" || value === null) return;
      const { type, target, name } = value as Type;
      if (type === "reference" && typeof target === "number" && this.#places.has(target)) names.add(name);
      for (const [key, inner] of Object.entries(value)) if (key !== "comment") visit(inner);
    };
    visit(reflection);
    names.delete(owner.name);
    const places = [...names].flatMap((name) => this.#byName.get(name) ?? []);
    return places.length > 0 ? `Types: ${places.map((place) => this.#link(place)).join(", ")}.` : "";
  }

  #properties({ children = [], indexSignatures = [] }: Reflection): string {
    return this.#table([...children, ...indexSignatures]);
  }

  #table(members: readonly Reflection[]): string {
    // The types have members under symbols for the compiler alone.
    const named = members.filter(({ name }) => !name.startsWith("[") || name === "[asyncDispose]");
    const rows = named.map((member) => {
      const { name, flags, type, signatures, getSignature } = member;
      const [signature] = signatures ?? [];
      const comment = member.comment ?? signature?.comment ?? getSignature?.comment;
      const text = signature ? signatureText(signature, " => ") : typeText(type ?? getSignature?.type);
      const said = this.#commentParts(comment)
        .filter((part) => !part.includes("```"))
        .join(" ");
      const optional = flags.isOptional ? "?" : "";
      return `| \`${name === "__index" ? "[key]" : name}${optional}\` | ${cell(this.#typeCode(flags.isOptional ? text.replace(/ \| undefined$/, "") : text))} | ${cell(said)} |`;
    });
    return rows.length > 0 ? table(["name", "type", "what it is"], rows) : "";
  }

  /** A type as one piece of code, with links to the exports that it names. */
  #typeCode(text: string): string {
    const linked = text.replace(/"[^"]*"|[A-Za-z_$][\w$]*|[<>*_[\]&\\]/g, (token) => {
      const place = this.#byName.get(token);
      if (place && /^[A-Z]/.test(token)) return `[${token}](${this.#href(place)})`;
      return token
        .replace(/[<>&]/g, (sign) => ({ "<": "&lt;", ">": "&gt;", "&": "&amp;" })[sign] ?? sign)
        .replace(/[*_[\]\\`]/g, "\\$&");
    });
    return `<code>${linked}</code>`;
  }

  #comment(comment: Comment | undefined): string {
    return this.#commentParts(comment)
      .filter((part) => part !== "")
      .join("\n\n");
  }

  /** The summary, then what its tags say. */
  #commentParts(comment: Comment | undefined): string[] {
    const tags = (comment?.blockTags ?? []).map(({ tag, content }) => {
      const text = this.#text(content);
      if (tag === "@example") return text.startsWith("```") ? `Example:\n\n${text}` : text;
      if (tag === "@returns") return `Returns: ${text}`;
      if (tag === "@throws") return `Throws: ${text}`;
      if (tag === "@default" || tag === "@defaultValue") return `Default: ${text}`;
      return text;
    });
    return [this.#text(comment?.summary ?? []), ...tags];
  }

  #text(parts: readonly CommentPart[]): string {
    const texts = parts.map(({ kind, text, target }) => {
      if (kind !== "inline-tag") return text;
      const place = typeof target === "number" ? this.#places.get(target) : undefined;
      return place ? this.#link(place) : `\`${text}\``;
    });
    return texts.join("").trim();
  }

  #link(place: Place): string {
    return `[\`${place.name}\`](${this.#href(place)})`;
  }

  #href({ page, anchor }: Place): string {
    const here = pageOf(this.#entry);
    return `${page === here ? "" : posix.relative(posix.dirname(here), page)}#${anchor}`;
  }
}

/** A union that is too long for a line has a line for each of its types. */
function aliasText(type: Type | undefined): string {
  const line = typeText(type);
  if (type?.type !== "union" || line.length < 80) return ` ${line}`;
  const all: readonly Type[] = type.types.flatMap((one: Type) => (one.type === "union" ? one.types : [one]));
  return all.map((one) => `\n  | ${typeText(one)}`).join("");
}

const code = (text: string) => `\`\`\`ts\n${text}\n\`\`\``;

const table = (heads: readonly string[], rows: readonly string[]) =>
  [`| ${heads.join(" | ")} |`, `|${heads.map(() => " --- |").join("")}`, ...rows].join("\n");

const cell = (text: string) => text.replace(/\s*\n\s*/g, " ").replaceAll("|", "\\|");

const firstSentence = (text: string) => /^.*?[.:](?=\s|$)/s.exec(text)?.[0].replace(/:$/, ".") ?? text;
