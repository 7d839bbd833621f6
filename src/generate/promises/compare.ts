/** What users may rely on: by section, such as `commands`; then by owner, such as `reissue`; then by name, such as `--yes`. */
export type Promises = Readonly<Record<string, Readonly<Record<string, Promised>>>>;
export type Promised = Readonly<Record<string, Part>>;

/** One name that users write (`give` is its type) or read. */
export type Part = ({ readonly give: string } | { readonly read: string }) & {
  /** It may be left out. */
  readonly optional?: true | undefined;
  readonly default?: string | undefined;
  /** All that it can be, if that is a list of words. */
  readonly values?: readonly string[] | undefined;
};

export interface Change {
  readonly effect: "breaking" | "feature";
  readonly text: string;
}

/** What changes for users who rely on the earlier promises. Texts are not promised, so a change of them is no change here. */
export function comparePromises(before: Promises, after: Promises): Change[] {
  return namesOf(before, after).flatMap((section) =>
    compareSections(before[section] ?? {}, after[section] ?? {}).map(({ effect, text }) => ({
      effect,
      text: `${section}: ${text}`,
    })),
  );
}

function compareSections(before: Promises[string], after: Promises[string]): Change[] {
  return namesOf(before, after).flatMap((owner) => {
    const [old, now] = [before[owner], after[owner]];
    if (!now) return breaking(`removes ${owner}`);
    if (!old) return feature(`adds ${owner}`);
    return namesOf(old, now).flatMap((name) => compareParts(`${name} of ${owner}`, old[name], now[name]));
  });
}

function compareParts(name: string, before: Part | undefined, after: Part | undefined): Change[] {
  if (!after) return breaking(`removes ${name}`);
  if (!before)
    return isNeeded(after) ? breaking(`adds ${name}, which has to be given`) : feature(`adds ${name}`);
  return [
    ...compareTypes(name, before, after),
    ...compareValues(name, before, after),
    ...(before.default === after.default
      ? []
      : breaking(`changes the default of ${name} from ${before.default} to ${after.default}`)),
  ];
}

function compareTypes(name: string, before: Part, after: Part): Change[] {
  const [old, now] = [typeOf(before), typeOf(after)];
  if (old !== now) return breaking(`changes the type of ${name} from ${old} to ${now}`);
  if (isGiven(before) === isGiven(after)) return compareOptional(name, before, after);
  if (!isGiven(after)) return breaking(`no longer takes ${name}`);
  return isNeeded(after) ? breaking(`${name} has to be given now`) : feature(`lets users give ${name}`);
}

function compareOptional(name: string, before: Part, after: Part): Change[] {
  if (before.optional === after.optional) return [];
  const text = after.optional ? `${name} no longer has to be there` : `${name} has to be there`;
  return isGiven(after) === Boolean(after.optional) ? feature(text) : breaking(text);
}

function compareValues(name: string, before: Part, after: Part): Change[] {
  const [old, now] = [before.values, after.values];
  if (old && now) return compareWords(name, old, now);
  // Fewer values break users who give them, and more values users who read them.
  if (now)
    return isGiven(before)
      ? breaking(`takes only ${now.join(", ")} as ${name}`)
      : feature(`has only ${now.join(", ")} as ${name}`);
  if (old)
    return isGiven(before) ? feature(`takes any text as ${name}`) : breaking(`can have any text as ${name}`);
  return [];
}

/** Programs have to expect further words, also where they read them. */
function compareWords(name: string, before: readonly string[], after: readonly string[]): Change[] {
  return [
    ...before
      .filter((value) => !after.includes(value))
      .flatMap((value) => breaking(`removes ${value} from ${name}`)),
    ...after
      .filter((value) => !before.includes(value))
      .flatMap((value) => feature(`adds ${value} to ${name}`)),
  ];
}

const breaking = (text: string): Change[] => [{ effect: "breaking", text }];
const feature = (text: string): Change[] => [{ effect: "feature", text }];
const isGiven = (part: Part) => "give" in part;
const isNeeded = (part: Part) => "give" in part && !part.optional;
const typeOf = (part: Part) => ("give" in part ? part.give : part.read);
const namesOf = (one: object, other: object) => [...new Set([...Object.keys(one), ...Object.keys(other)])];

/** Which part of the version number has to be higher than that of the release before. Before 1.0, the number has no place for features. */
function askedNumber(released: string, changes: readonly Change[]): "major" | "minor" | "patch" {
  const isBreaking = changes.some(({ effect }) => effect === "breaking");
  if (released.startsWith("0.")) return isBreaking ? "minor" : "patch";
  return isBreaking ? "major" : changes.length > 0 ? "minor" : "patch";
}

/** The lowest version that may follow a release with these changes. */
export function lowestVersion(released: string, changes: readonly Change[]): string {
  const [major = 0, minor = 0, patch = 0] = released.split(".").map(Number);
  switch (askedNumber(released, changes)) {
    case "major":
      return `${major + 1}.0.0`;
    case "minor":
      return `${major}.${minor + 1}.0`;
    case "patch":
      return `${major}.${minor}.${patch + 1}`;
  }
}

/** Negative: the first version is the lower one. */
export function compareVersions(one: string, other: string): number {
  const others = other.split(".").map(Number);
  const differences = one.split(".").map((part, index) => Number(part) - (others[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}
