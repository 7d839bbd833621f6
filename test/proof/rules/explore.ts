import { randomFrom } from "../../harness/random.ts";
import { Broken, type Rules, type Tried } from "./subject.ts";
import { type Digest, type Ending, endings, type Machine, World } from "./world.ts";

// What people and machines can do, in every order up to a depth, and at random beyond.

type Action = (world: World) => void;

const machines = [0, 1] as const satisfies Machine[];
const digests = ["A", "B"] as const satisfies Digest[];
const allEndings = [...Object.keys(endings), "killed while writing"] as Ending[];

const edits: Record<string, Action> = {
  edit: (world) => world.editTo(world.configuration.digest === "A" ? "B" : "A"),
  "remove the resource": (world) => world.configure({ digest: null }),
  "clean up resolve and supersede": (world) => world.configure({ resolve: {}, supersede: undefined }),
};
const resolving: Record<string, Action> = { resolve: (world) => world.resolve() };
const denying: Record<string, Action> = {
  "resolve falsely as not happened": (world) => world.resolve(false),
};
const states: Record<string, Action> = {
  "restore the state": (world) => world.restore(),
  "lose the state": (world) => world.forget(),
  taint: (world) => world.taint(true),
  untaint: (world) => world.taint(false),
};
const renewals: Record<string, Action> = { "renewal is due": (world) => world.due() };

function applies(ends: readonly Ending[] = ["well"]): Record<string, Action> {
  return onBoth((machine) =>
    ends.map((ending) => [
      ending === "well" ? `apply@${machine}` : `apply@${machine} (${ending})`,
      (world) => world.apply(machine, ending),
    ]),
  );
}

function commands(ends: readonly Ending[] = ["well"]): Record<string, Action> {
  return onBoth((machine) =>
    digests.flatMap((digest) =>
      ends.map((ending) => [
        `certorder reissue ${digest}@${machine}${ending === "well" ? "" : ` (${ending})`}`,
        (world) => world.command(machine, digest, {}, ending),
      ]),
    ),
  );
}

function keys(ends: readonly Ending[] = ["well"]): Record<string, Action> {
  return onBoth((machine) => [
    ...digests.flatMap((digest) =>
      ends.map((ending): [string, Action] => [
        `key x, ${digest}@${machine}${ending === "well" ? "" : ` (${ending})`}`,
        (world) => world.command(machine, digest, { key: "x" }, ending),
      ]),
    ),
    [`key x, A@${machine} begins`, (world) => world.begin(machine, "A", "x")],
    ["key x goes on", (world) => world.goOn()],
    [
      `certorder reissue --supersede a1@${machine}`,
      (world) => world.command(machine, "A", { supersede: "a1" }),
    ],
  ]);
}

function imports(certificates: readonly string[]): Record<string, Action> {
  return onBoth((machine) =>
    certificates.flatMap((certificate) =>
      [false, true].map((asLatest): [string, Action] => [
        `import ${certificate}${asLatest ? "@latest" : ""}@${machine}`,
        (world) => {
          if (certificate === "typo" || Number(certificate.slice(1)) <= world.certificates)
            world.import(machine, certificate, asLatest);
        },
      ]),
    ),
  );
}

const supersedes = onBoth((machine) => [
  [`supersede the latest@${machine}`, (world) => world.supersede(machine)],
]);
const journalResolves = onBoth((machine) => [
  [`journal resolve@${machine}`, (world) => world.resolveInJournal(machine)],
]);
const savedPlans = onBoth((machine) => [
  [`save a plan@${machine}`, (world) => world.savePlan(machine)],
  [`apply the saved plan@${machine}`, (world) => world.applySaved(machine, "well")],
  [
    `apply the saved plan@${machine} (killed after sent)`,
    (world) => world.applySaved(machine, "killed after sent"),
  ],
]);
const runs: Record<string, Action> = {
  "create a run of A": (world) => world.createRun("A"),
  "create a run of B": (world) => world.createRun("B"),
  ...Object.fromEntries(
    [0, 1, 2].flatMap((index) =>
      (["well", "killed after sent"] as const).map((ending): [string, Action] => [
        `run ${index + 1}${ending === "well" ? "" : ` (${ending})`}`,
        (world) => world.execute(index, ending),
      ]),
    ),
  ),
};

function onBoth(actions: (machine: Machine) => [string, Action][]): Record<string, Action> {
  return Object.fromEntries(machines.flatMap(actions));
}

/** What is tried together. Each has few actions, so that all orders of them can be tried. */
export const profiles = {
  faults: { actions: { ...applies(allEndings), edit: edits.edit as Action, ...resolving, ...supersedes } },
  "lost answers": {
    actions: {
      ...applies([
        "well",
        "killed after sent",
        "unknown, happened",
        "unknown, not happened",
        "journal loses done",
      ]),
      ...{ edit: edits.edit as Action, ...resolving, ...denying, ...journalResolves },
      "clean up": edits["clean up resolve and supersede"] as Action,
    },
  },
  imports: {
    actions: {
      ...applies(["well", "killed after sent", "rejected"]),
      ...imports(["c0", "c1", "c2"]),
      ...{ edit: edits.edit as Action, ...resolving, ...supersedes },
      "certorder reissue A@0": (world) => world.command(0, "A"),
      "import typo@latest@0": (world) => world.import(0, "typo", true),
    },
  },
  keys: {
    isShared: true,
    actions: { ...applies(), ...keys(["well", "killed after sent"]), ...commands(), ...edits, ...resolving },
  },
  renewals: {
    actions: {
      ...applies(["well", "unknown, happened", "unknown, not happened", "killed after done"]),
      ...{ ...renewals, ...resolving, ...supersedes, edit: edits.edit as Action },
      "certorder reissue A@0": (world) => world.command(0, "A"),
    },
  },
  "lost states": {
    isShared: true,
    actions: {
      ...applies(["well", "killed after done", "unknown, happened", "unknown, journal loses it"]),
      ...{ ...states, ...edits, ...resolving, ...renewals, ...supersedes },
    },
  },
  "ordinary days": { actions: { ...applies(), edit: edits.edit as Action, ...renewals } },
  "removed resources": {
    actions: {
      ...applies(["well", "unknown, happened"]),
      ...{ edit: edits.edit as Action, "remove the resource": edits["remove the resource"] as Action },
      "certorder reissue A@0": (world) => world.command(0, "A"),
      "certorder reissue A@0 (killed after sent)": (world) => world.command(0, "A", {}, "killed after sent"),
    },
  },
  "saved plans": {
    actions: { ...applies(), ...savedPlans, ...commands(), ...edits, ...supersedes, ...imports(["c0"]) },
  },
  runs: {
    isShared: true,
    actions: { ...runs, ...resolving, "journal resolve": (world) => world.resolveInJournal(0) },
  },
} as const satisfies Record<string, Profile>;

interface Profile {
  readonly isShared?: boolean;
  readonly actions: Readonly<Record<string, Action>>;
}
export type ProfileName = keyof typeof profiles;

export const everything: Record<string, Action> = {
  ...{ ...applies(allEndings), ...edits, ...resolving, ...denying, ...states, ...renewals },
  ...{ ...commands(["well", "killed after sent", "rejected"]), ...keys(["well", "killed after done"]) },
  ...{ ...imports(["c0", "c1", "c2", "c3", "typo"]), ...supersedes, ...journalResolves, ...savedPlans },
};

/** Tries all sequences of a profile's actions, breadth first, so that the first that breaks a law is the shortest. */
export function trySteps(rules: Rules, profile: ProfileName, depth: number): Tried {
  const { isShared = false, actions }: Profile = profiles[profile];
  const start = new World(rules, { isShared });
  const seen = new Set([start.key]);
  let frontier: { world: World; path: string[] }[] = [{ world: start, path: [] }];
  let steps = 0;
  let reached = 0;
  while (reached < depth) {
    const next: typeof frontier = [];
    for (const { world, path } of frontier)
      for (const [name, act] of Object.entries(actions)) {
        steps++;
        const after = world.clone();
        after.time++;
        const broken = breaks(act, after);
        if (broken !== undefined)
          return { counts: { steps, states: seen.size }, broken: `${[...path, name].join("; ")}: ${broken}` };
        const { key } = after;
        if (seen.has(key)) continue;
        seen.add(key);
        next.push({ world: after, path: [...path, name] });
      }
    frontier = next;
    reached++;
  }
  return { counts: { steps, states: seen.size, depth: reached }, broken: undefined };
}

/** Draws sequences of all actions. Each is tried with equal clocks and with clocks apart: that must not matter. */
export function trySequences(
  rules: Rules,
  { seed, times, length }: { readonly seed: number; readonly times: number; readonly length: number },
): Tried {
  const random = randomFrom(seed, "rules");
  const names = Object.keys(everything);
  // What makes something happen is drawn more often.
  const often = [...names, ...Array(12).fill(["apply@0", "apply@1", "edit", "resolve"]).flat()] as string[];
  const counts = { sequences: 0, steps: 0 };
  const walked = new Set<string>();
  while (counts.sequences < times) {
    const sequence = Array.from({ length }, () => random.pick(often));
    const isShared = random.below(3) === 0;
    counts.sequences++;
    counts.steps += length;
    const broken = breaksAt(rules, sequence, isShared, walked);
    if (broken !== undefined) {
      const shortest = shorten(rules, sequence, isShared);
      const why = breaksAt(rules, shortest, isShared);
      return {
        counts,
        broken: `seed ${seed}, ${isShared ? "one journal" : "two journals"}: ${shortest.join("; ")}: ${why}`,
      };
    }
  }
  return { counts, broken: undefined };
}

function breaksAt(
  rules: Rules,
  sequence: readonly string[],
  isShared: boolean,
  walked = new Set<string>(),
): string | undefined {
  const worlds = [0, 20].map((minutesApart) => new World(rules, { isShared, minutesApart, walked }));
  for (const name of sequence)
    for (const world of worlds) {
      world.time++;
      const broken = breaks(everything[name] as Action, world);
      if (broken !== undefined) return broken;
    }
  return worlds[0]?.key === worlds[1]?.key ? undefined : "clocks that differ make a difference";
}

/** Leaves out what is not needed to break a law. */
function shorten(rules: Rules, sequence: readonly string[], isShared: boolean): readonly string[] {
  for (let at = sequence.length - 1; at >= 0; at--) {
    const without = sequence.toSpliced(at, 1);
    if (breaksAt(rules, without, isShared) !== undefined) return shorten(rules, without, isShared);
  }
  return sequence;
}

function breaks(act: Action, world: World): string | undefined {
  try {
    act(world);
    return undefined;
  } catch (error) {
    if (error instanceof Broken) return error.message;
    throw error;
  }
}
