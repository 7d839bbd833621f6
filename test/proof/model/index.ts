import { terraform } from "../../harness/terraform/terraform.ts";
import { atLeast, none, type Part } from "../part.ts";
import { type CoreName, explore } from "./explore.ts";
import type { Counts } from "./law-checker.ts";

/** What people do, in any order, with all that can go wrong, held against laws of what may come of it. */
export const part: Part = {
  title: "any order of actions",
  limit: 30,
  async run({ quick, seed, log }) {
    const standIn = { times: quick ? 30 : 1000, longest: 14, kills: 28 };
    const real = { times: quick ? 2 : 25, longest: 8, kills: 30 };
    // The tests have no Terraform; `npm run tools -- --proof` builds it.
    const cores: CoreName[] = [
      "stand-in",
      "stand-in",
      "OpenTofu",
      ...(terraform ? ["Terraform" as const] : []),
    ];
    const all = await Promise.all(
      cores.map(async (by, index) => {
        const scope = by === "stand-in" ? standIn : real;
        const explored = await explore({ by, seed: seed + index, ...scope });
        const { sequences, actions } = explored.counts;
        log(`${by}, seed ${seed + index}: ${sequences} sequences of ${actions} actions`);
        return explored;
      }),
    );
    const sum = (what: keyof Counts, some = all) =>
      some.reduce((total, { counts }) => total + counts[what], 0);
    const failures = all.flatMap(({ failure }) => failure ?? []);
    return {
      failures,
      findings: [
        atLeast("sequences of actions at random", sum("sequences"), quick ? 62 : 2025),
        atLeast(
          "of them under OpenTofu or Terraform",
          sum("sequences", all.slice(2)),
          real.times * (all.length - 2),
        ),
        atLeast("actions in them", sum("actions"), quick ? 300 : 12_000),
        atLeast("processes killed in them", sum("kills"), quick ? 1 : 200),
        atLeast("faults of the service in them", sum("faults"), quick ? 5 : 600),
        none("sequences that break a law of the model", failures.length),
      ],
    };
  },
};
