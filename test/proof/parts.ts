import type { Part } from "./part.ts";

/** The parts, in the order in which they run. Each is loaded in the process that runs it. */
export const parts = {
  faults: () => import("./faults/index.ts"),
  kills: () => import("./kills/index.ts"),
  model: () => import("./model/index.ts"),
  rules: () => import("./rules/index.ts"),
  secrets: () => import("./secrets/index.ts"),
  stores: () => import("./stores/index.ts"),
  callbacks: () => import("./callbacks/index.ts"),
  hostile: () => import("./hostile/index.ts"),
  "supply-chain": () => import("./supply-chain/index.ts"),
  soak: () => import("./soak/index.ts"),
  platforms: () => import("./platforms/index.ts"),
  repeats: () => import("./repeats/index.ts"),
  mutation: () => import("./mutation/index.ts"),
} as const satisfies Record<string, () => Promise<{ readonly part: Part }>>;

export type PartName = keyof typeof parts;
