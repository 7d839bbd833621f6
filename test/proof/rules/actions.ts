import type { Random } from "../../random.ts";

export type What = "A" | "B" | "C";
export type PlaceName = "here" | "there";

/** How a reissue goes once it is asked for. Those that wait go on later. */
export const endings = [
  "well",
  "rejected",
  "carried out, answer lost",
  "not carried out, answer lost",
  "carried out, answer unreadable",
  "killed before writing",
  "killed before sending",
  "killed before noting",
  "killed before storing",
  "waits before writing",
  "waits before sending",
  "waits for the answer",
] as const;
export type Ending = (typeof endings)[number];

/** What a core is told to do with a resource. */
export const changes = ["apply", "replace", "replace, retried", "renew", "rename"] as const;
export type Change = (typeof changes)[number];

/** What somebody does. Numbers choose among what there is by then, so that actions can be left out of a sequence. */
export type Action =
  | { readonly do: "write"; readonly in: PlaceName; readonly what: What | undefined }
  | { readonly do: Change; readonly in: PlaceName; readonly ending: Ending }
  | { readonly do: "bring along" | "taint" | "untaint" | "take over" | "ask anew"; readonly in: PlaceName }
  | { readonly do: "restore"; readonly in: PlaceName; readonly which: number }
  | { readonly do: "type" | "call" | "call again"; readonly what: What; readonly ending: Ending }
  | { readonly do: "once"; readonly name: string; readonly what: What; readonly ending: Ending }
  | { readonly do: "start a run"; readonly what: What; readonly ending: Ending }
  | { readonly do: "queue a run" }
  | { readonly do: "re-run"; readonly which: number; readonly what: What; readonly ending: Ending }
  | { readonly do: "go on"; readonly which: number; readonly ending: Ending }
  | { readonly do: "resolve" | "deny"; readonly which: number };

/** The longer the word stands here, the more often it is done. */
const often: readonly Action["do"][] = [
  ...Array<"apply">(7).fill("apply"),
  ...Array<"write">(5).fill("write"),
  ...Array<"resolve">(4).fill("resolve"),
  ...Array<"go on">(3).fill("go on"),
  ...changes,
  ...(["taint", "untaint", "take over", "ask anew", "restore", "restore"] as const),
  ...([
    "type",
    "call",
    "call again",
    "once",
    "once",
    "start a run",
    "queue a run",
    "re-run",
    "re-run",
    "deny",
  ] as const),
];

/** So many actions, drawn at random. Every fourth sequence begins with a state that is older than the history. */
export function drawn(random: Random, count: number): Action[] {
  const actions = Array.from({ length: count }, () => draw(random));
  if (random.below(4) === 0) actions[0] = { do: "bring along", in: "here" };
  return actions;
}

function draw(random: Random): Action {
  const what = random.pick(["A", "A", "B", "B", "C"] as const);
  const place = { in: random.pick(["here", "here", "there"] as const) };
  const which = random.below(64);
  const ending = random.next() < 0.5 ? "well" : random.pick(endings);
  const chosen = random.pick(often);
  switch (chosen) {
    case "write":
      return { do: chosen, ...place, what: random.next() < 0.15 ? undefined : what };
    case "bring along":
    case "taint":
    case "untaint":
    case "take over":
    case "ask anew":
      return { do: chosen, ...place };
    case "restore":
      return { do: chosen, ...place, which };
    case "once":
      return { do: chosen, name: random.pick(["x", "y"]), what, ending };
    case "type":
    case "call":
    case "call again":
    case "start a run":
      return { do: chosen, what, ending };
    case "queue a run":
      return { do: chosen };
    case "re-run":
      return { do: chosen, which, what, ending };
    case "go on":
      return { do: chosen, which, ending };
    case "resolve":
    case "deny":
      return { do: chosen, which };
    default:
      return { do: chosen, ...place, ending };
  }
}

export function inWords(action: Action): string {
  return Object.values(action)
    .map((value) => value ?? "nothing")
    .join(" ");
}
