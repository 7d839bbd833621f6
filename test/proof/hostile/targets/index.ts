import type { Target } from "../fuzz/target.ts";

/** Whatever takes something from outside, by name. Each is loaded in the process that tries it. */
export const targets = {
  "GitHub's answers": () => import("./github.ts"),
  "response bodies": () => import("./response-bodies.ts"),
  "response heads": () => import("./response-heads.ts"),
  "proxy answers": () => import("./proxy-answers.ts"),
  callbacks: () => import("./callbacks.ts"),
  "provider connections": () => import("./provider-connections.ts"),
  "provider calls": () => import("./provider-calls.ts"),
  csrs: () => import("./csrs.ts"),
  "protobuf messages": () => import("./protobuf.ts"),
  values: () => import("./values.ts"),
  journals: () => import("./journals.ts"),
} as const satisfies Record<string, () => Promise<{ readonly target: Target }>>;

export type TargetName = keyof typeof targets;
