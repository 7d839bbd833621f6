import { DeployedOrder } from "./deployed-order.ts";

// All short sequences of what can happen to an order and to the program that deploys its certificates, against an oracle that knows
// nothing of the rules: it keeps the order's history and the callbacks as the world sees them.

/** An attempt or an import, as the oracle keeps it. */
interface Entry {
  readonly id: string;
  /** The certificate that the journal believes in. Null: not known, or none. */
  readonly believed: string | null;
  /** The certificate that the service made. */
  readonly made: string;
  readonly isLost: boolean;
  readonly isImport: boolean;
  /** The callbacks that came before it was sent. They are not about it. */
  readonly before: number;
}

interface World {
  readonly order: DeployedOrder;
  /** In the order of the history. */
  readonly entries: readonly Entry[];
  /** The certificates that the service knows. The last one was made in a portal. */
  readonly certificates: readonly string[];
  /** In the order of their arrival, also those that were not recorded. */
  readonly called: readonly string[];
  /** The entries whose programs have succeeded, as the journal knows, with their certificates. */
  readonly succeeded: readonly string[];
  /** What the last program left behind. */
  readonly present: string | undefined;
  /** The last program has succeeded, as the journal knows. */
  readonly isSettled: boolean;
}

const portal = "portal";

const empty: World = {
  order: new DeployedOrder(),
  entries: [],
  certificates: [portal],
  called: [],
  succeeded: [],
  present: undefined,
  isSettled: false,
};

/** Searches all sequences of at most so many steps. Throws with the sequence if a law is broken. */
export function searchDeployments(steps: number) {
  const count = { sequences: 0, programs: 0, ahead: 0 };
  const search = (world: World, taken: readonly string[]) => {
    count.sequences++;
    try {
      if (world.order.decide().kind === "ahead") count.ahead++;
      checkEnd(world);
      if (taken.length === steps) return;
    } catch (error) {
      throw new Error(`${taken.join(", ")}: ${(error as Error).message}`);
    }
    for (const [name, next] of nextWorlds(world, count)) search(next, [...taken, name]);
  };
  search(empty, []);
  return count;
}

/** What can happen next. Steps that change nothing are left out: the sequence without them is searched too. */
function* nextWorlds(world: World, count: { programs: number }): Generator<[string, World]> {
  const { order, entries, certificates, called } = world;
  const open = entries.find(({ isLost, believed, isImport }) => isLost && believed === null && !isImport);
  const isBlocked = order.attempts.some(({ status }) => status === "open");
  if (!isBlocked)
    for (const isLost of [false, true]) {
      const number = certificates.length;
      const [id, made] = [`a${number}`, `c${number}`];
      const entry = {
        id,
        made,
        believed: isLost ? null : made,
        isLost,
        isImport: false,
        before: called.length,
      };
      yield [
        isLost ? `send ${id}, lost` : `send ${id}`,
        {
          ...world,
          order: order.send(id).answer(id, isLost ? undefined : made),
          entries: [...entries, entry],
          certificates: [...certificates, made],
        },
      ];
    }
  const statements = new Set<string | null>([...(isBlocked ? [null] : []), open?.made ?? null, portal]);
  if (open && isBlocked)
    for (const stated of statements) yield [`resolve ${open.id} ${stated}`, state(world, open, stated)];
  for (const entry of entries) {
    const isCorrectable = entry.isLost && entry !== open && entry.believed !== entry.made;
    if (isCorrectable || (entry === open && !isBlocked))
      yield [`correct ${entry.id}`, state(world, entry, entry.made)];
  }
  if (!isBlocked) {
    const latest = entries.findLast(({ believed }) => believed !== null)?.believed;
    const importable = [portal, entries.find(({ believed }) => believed !== null)?.believed ?? portal];
    for (const certificate of new Set(importable))
      if (certificate !== latest) yield [`import ${certificate}`, importCertificate(world, certificate)];
  }
  for (const certificate of [...certificates, "unknown"]) {
    const next = callBack(world, certificate);
    if (next.order !== order) yield [`callback ${certificate}`, next];
  }
  for (const how of ["succeeds", "fails", "is killed"] as const) {
    const next = runProgram(world, how);
    const isRepeated = next?.order === order && next.present === world.present;
    if (!next || isRepeated) continue;
    count.programs++;
    yield [`program ${how}`, next];
  }
}

function state(world: World, entry: Entry, believed: string | null): World {
  return {
    ...world,
    order: world.order.resolve(entry.id, believed),
    entries: world.entries.map((one) => (one === entry ? { ...one, believed } : one)),
  };
}

function importCertificate(world: World, certificate: string): World {
  const id = `import ${certificate}`;
  const entry = { id, believed: certificate, made: certificate, isLost: false, isImport: true, before: 0 };
  return {
    ...world,
    order: world.order.import(certificate),
    entries: [...world.entries.filter((one) => one.id !== id), entry],
  };
}

function callBack(world: World, certificate: string): World {
  const order = world.order.callBack(certificate);
  // An order without an attempt is not known yet.
  return { ...world, order, called: order === world.order ? world.called : [...world.called, certificate] };
}

/** Undefined: there is nothing to deploy. */
function runProgram(world: World, how: "succeeds" | "fails" | "is killed"): World | undefined {
  const decision = world.order.decide();
  if (decision.kind !== "behind") return undefined;
  const { newest, present } = decision;
  const place = findStarted(world, newest);
  const entry = world.entries[place] as Entry;
  holds("a program starts for a certificate that is not issued", isIssued(world, place));
  const isNewer = (id: string) =>
    world.entries.findIndex((one) => `${one.id} ` === id.slice(0, id.lastIndexOf(" ") + 1)) > place;
  holds("a program starts for an older certificate", !world.succeeded.some(isNewer));
  const name = `${entry.id} ${entry.believed}`;
  const isBegun =
    present?.step === "deploying" &&
    present.attemptId === newest.attemptId &&
    present.certificateId === newest.certificateId;
  holds("a program runs again without a need", !world.isSettled || world.succeeded.at(-1) !== name);
  const order = isBegun ? world.order : world.order.program("deploying", newest);
  if (how === "fails") return { ...world, order, isSettled: false };
  const done = { ...world, present: newest.certificateId };
  if (how === "is killed") return { ...done, order, isSettled: false };
  const succeeded = [...world.succeeded, name];
  return { ...done, order: order.program("deployed", newest), succeeded, isSettled: true };
}

/** The place in the oracle's history. */
function findStarted({ entries }: World, started: { attemptId: string; certificateId: string }): number {
  const place = entries.findLastIndex(
    ({ id, isImport, believed }) =>
      believed === started.certificateId &&
      (isImport ? started.attemptId.startsWith("import-") : id === started.attemptId),
  );
  holds("a program starts for a certificate of no attempt", place >= 0);
  return place;
}

/** By the world: the service called back about it after it was sent, or a person put it in the place of another one. */
function isIssued({ entries, called }: World, place: number): boolean {
  const { believed, before, isImport } = entries[place] as Entry;
  if (believed === null) return false;
  if (called.slice(before).includes(believed)) return true;
  const previous = entries.slice(0, place).findLast((entry) => entry.believed !== null);
  return isImport && previous !== undefined && previous.believed !== believed;
}

/** In the end all callbacks come, in either order, and programs succeed. Then the newest certificate is there. */
function checkEnd(world: World): void {
  for (const certificates of [world.certificates, world.certificates.toReversed()]) {
    let end: World = world;
    for (const certificate of certificates) end = callBack(end, certificate);
    for (let runs = 0, next: World | undefined = end; next; next = runProgram(next, "succeeds")) {
      end = next;
      holds("the programs do not come to an end", runs++ < 3);
    }
    const newest = end.entries.findLast(({ believed }) => believed !== null);
    holds(
      `${end.present} is there in the end, and not ${newest?.believed}`,
      end.present === (newest?.believed ?? undefined),
    );
  }
}

function holds(otherwise: string, condition: boolean): void {
  if (!condition) throw new Error(otherwise);
}
