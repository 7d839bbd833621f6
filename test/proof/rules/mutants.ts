import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { tryDecisions } from "./decisions.ts";
import { tryInterleavings } from "./interleavings.ts";
import { trySequences } from "./sequences.ts";
import type { Rules, Tried } from "./subject.ts";
import { tryUnions } from "./unions.ts";

/** A mistake: what stands in rules.ts once, and what stands there instead. */
type Mistake = readonly [title: string, from: string, to: string];

const mistakes: readonly Mistake[] = [
  ["rule 1 is gone", `if (open) return`, `if (open && false) return`],
  ["only the last attempt may be open", `history.find(isOpen)`, `history.slice(-1).find(isOpen)`],
  ["rule 1 gives the wrong reason", `open.fate === "open" ? "open" : "unshown"`, `"open"`],
  ["rule 1 gives the other wrong reason", `open.fate === "open" ? "open" : "unshown"`, `"unshown"`],
  [
    "unheard results hold nothing back",
    `return fate === "open" || (fate === "done" && unshown);`,
    `return fate === "open";`,
  ],
  [
    "only unheard results hold back",
    `return fate === "open" || (fate === "done" && unshown);`,
    `return fate === "done" && unshown;`,
  ],
  ["what had no effect may be unheard", `(fate === "done" && unshown)`, `unshown`],

  ["rule 2 is gone", `if (named)`, `if (named && false)`],
  ["a name that had no effect is used up", `fate === "done" && name !== undefined`, `name !== undefined`],
  ["what has no name has the same name", `name !== undefined && name === wish.name`, `name === wish.name`],
  ["a name counts whatever it is", `name !== undefined && name === wish.name`, `name !== undefined`],
  ["an outdated name is answered", `named === head && isSame(named, wish)`, `isSame(named, wish)`],
  ["a name is answered whatever is asked", `named === head && isSame(named, wish)`, `named === head`],
  [
    "a name is answered for either reason",
    `named === head && isSame(named, wish)`,
    `named === head || isSame(named, wish)`,
  ],
  ["a name is never answered", `named === head && isSame(named, wish)`, `false`],
  ["a used name is sent", `: refuse("name-used", named);`, `: { kind: "send" };`],
  [
    "a used name is refused with the head",
    `: refuse("name-used", named);`,
    `: refuse("name-used", head ?? named);`,
  ],

  ["nothing begins", `head === undefined || head.attemptId`, `head?.attemptId`],
  ["a person is not heard", `head === undefined || head.attemptId === wish.anew`, `head === undefined`],
  ["anew is not bound to the head", `head.attemptId === wish.anew`, `wish.anew !== undefined`],
  [
    "anew may name any attempt",
    `head.attemptId === wish.anew`,
    `history.some((one) => one.attemptId === wish.anew)`,
  ],
  ["anew lifts the names, too", `  if (named)\n`, `  if (named && head?.attemptId !== wish.anew)\n`],
  ["anew lifts what is open, too", `if (open) return`, `if (open && !wish.anew) return`],

  ["rule 3 is gone", `if (isSame(head, wish) && !(held && wish.again))`, `if (false)`],
  [
    "rule 3 answers whatever is asked",
    `if (isSame(head, wish) && !(held && wish.again))`,
    `if (!(held && wish.again))`,
  ],
  ["again is ignored", `!(held && wish.again)`, `true`],
  ["again counts for those who hold nothing", `!(held && wish.again)`, `!wish.again`],
  ["again is taken for granted", `!(held && wish.again)`, `!held`],
  ["again or held will do", `!(held && wish.again)`, `!(held || wish.again)`],
  ["once is enough", `!(held && wish.again)`, `!(held && !wish.again)`],
  ["unknown requests are the same", `what !== undefined && attempt.what === what`, `attempt.what === what`],
  ["all known requests are the same", `what !== undefined && attempt.what === what`, `what !== undefined`],

  ["rule 4 is gone", `return held ? { kind: "send" }`, `return true ? { kind: "send" }`],
  ["rule 4 is the wrong way round", `return held ? { kind: "send" }`, `return !held ? { kind: "send" }`],
  ["rule 4 refuses everybody", `return held ? { kind: "send" }`, `return false ? { kind: "send" }`],
  [
    "rule 4 lets through whoever asks again",
    `return held ? { kind: "send" }`,
    `return held || wish.again ? { kind: "send" }`,
  ],
  [
    "rule 4 lets through whoever holds anything",
    `const held = isHeld(head, wish.held, history);`,
    `const held = wish.held.certificateId !== undefined;`,
  ],

  ["the oldest is the newest", `history.findLast(({ fate }) =>`, `history.find(({ fate }) =>`],
  ["the oldest of a name counts", `const named = history.findLast(`, `const named = history.find(`],
  [
    "the newest need not be done",
    `findLast(({ fate }) => fate === "done")`,
    `findLast(({ fate }) => fate !== "void")`,
  ],
  [
    "the newest may have had no effect",
    `findLast(({ fate }) => fate === "done")`,
    `findLast(({ fate }) => fate !== "open")`,
  ],
  [
    "an older attempt with the same certificate is the newest",
    `if (known) return head.attemptId === held.attemptId;`,
    ``,
  ],
  [
    "any attempt of the history is the newest",
    `if (known) return head.attemptId === held.attemptId;`,
    `if (known) return true;`,
  ],
  [
    "what had no effect is known",
    `fate === "done" && attemptId === held.attemptId`,
    `attemptId === held.attemptId`,
  ],
  [
    "only attempts count",
    `if (id === undefined || head.certificateId !== id) return false;`,
    `return false;`,
  ],
  ["any certificate counts", `id === undefined || head.certificateId !== id`, `id === undefined`],
  ["nothing is held of what is sealed", `id === undefined || head.certificateId`, `head.certificateId`],
  [
    "an id that was given twice is the last one's",
    `(certificateId !== id || attemptId === head.attemptId)`,
    `true`,
  ],
  ["a person's word gives an id twice", `fate === "done" && !isTold`, `fate === "done"`],
  ["what had no effect gives an id", `fate === "done" && !isTold`, `!isTold`],
  ["an id that replaced itself is the last one's", `replaced !== id && (`, `(`],
  [
    "a command that names an older attempt is heard",
    `if (wish.anew !== undefined && !wish.isDeclared)`,
    `if (false)`,
  ],
  [
    "what was left in a configuration is refused",
    `if (wish.anew !== undefined && !wish.isDeclared)`,
    `if (wish.anew !== undefined)`,
  ],

  ["states are not asked", `if (!isKnown) all.splice`, `if (false) all.splice`],
  ["states are always asked", `if (!isKnown) all.splice`, `all.splice`],
  ["states are always newer", `later < 0 ? all.length : later`, `all.length`],
  ["states are always older", `later < 0 ? all.length : later`, `0`],
  [
    "a state comes after those who held it",
    `later < 0 ? all.length : later`,
    `later < 0 ? all.length : later + 1`,
  ],
  [
    "whatever replaced nothing has replaced it",
    `one.replaced !== undefined && one.replaced === certificateId`,
    `one.replaced === certificateId`,
  ],
  ["a state cannot know better than a denial", `!(one.fate === "void" && fate === "done")`, `true`],
  ["a state opens again what was denied", `!(one.fate === "void" && fate === "done")`, `one.fate !== "void"`],
  [
    "a state closes what is open",
    `one.attemptId === attemptId && !(`,
    `one.attemptId === attemptId && one.fate !== "open" && !(`,
  ],
  [
    "a state knows better than its attempt",
    `(one.attemptId === attemptId && !(one.fate === "void" && fate === "done")) ||`,
    ``,
  ],
  ["what was made may be newer", `one.certificateId === certificateId),`, `false),`],
  [
    "what was denied has made it",
    `one.fate === "done" && certificateId !== undefined`,
    `certificateId !== undefined`,
  ],
  ["nothing is the same as nothing", `certificateId !== undefined && one.certificateId`, `one.certificateId`],
];

/** What is tried on each, the quickest first. */
const tries: Readonly<Record<string, (rules: Rules) => Tried>> = {
  unions: (rules) => tryUnions(rules, 1, 1),
  decisions: (rules) => tryDecisions(rules, 1, "all"),
  "longer histories": (rules) => tryDecisions(rules, 2, "common"),
  sequences: (rules) => trySequences(rules, { seed: 1, times: 1000, length: 14 }),
  interleavings: (rules) => tryInterleavings(rules, 2, 1),
};

export interface Judged {
  readonly title: string;
  readonly noticedBy: readonly string[];
}

/** Makes each mistake in a copy of the rules, and sees what notices it: the first that does, or all. */
export async function tryMistakes(whom: "first" | "all"): Promise<Judged[]> {
  const text = readFileSync(new URL("../../../src/journal/rules.ts", import.meta.url), "utf8");
  const folder = mkdtempSync(join(tmpdir(), "rules-"));
  try {
    const judged: Judged[] = [];
    for (const [index, [title, from, to]] of mistakes.entries()) {
      if (text.split(from).length !== 2) throw new Error(`rules.ts does not have this once: ${from}`);
      const path = join(folder, `mistake-${index}.ts`);
      writeFileSync(
        path,
        text.replace(from, () => to),
      );
      const rules: Rules = await import(/* @vite-ignore */ pathToFileURL(path).href);
      const names = Object.keys(tries);
      const noticedBy: string[] = [];
      for (const name of names)
        if ((whom === "all" || noticedBy.length === 0) && isNoticed(name, rules)) noticedBy.push(name);
      judged.push({ title, noticedBy });
    }
    return judged;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function isNoticed(name: string, rules: Rules): boolean {
  try {
    return tries[name]?.(rules).broken !== undefined;
  } catch {
    // It is no longer a rule at all.
    return true;
  }
}
