import { terraform } from "../../harness/terraform/terraform.ts";
import { atLeast, none, type Part } from "../part.ts";
import type { Counts } from "./counts.ts";
import { type Exploration, type Explored, explore } from "./explore.ts";

/** What people do, in any order, with all that can go wrong, held against a model of what may come of it: model.ts. */
export const part: Part = {
  title: "any order of actions",
  limit: 30,
  async run({ quick, seed, log }) {
    const standIn = {
      by: "stand-in",
      times: quick ? 30 : 1000,
      longest: 14,
      kills: 28,
      concurrent: true,
    } as const;
    const real = { times: quick ? 2 : 25, longest: 8, kills: 30, concurrent: false } as const;
    const tried = async (exploration: Exploration): Promise<Explored> => {
      const explored = await explore(exploration);
      const { sequences, actions } = explored.counts;
      log(`${exploration.by}, seed ${exploration.seed}: ${sequences} sequences of ${actions} actions`);
      return explored;
    };
    const [first, second, ...cores] = await Promise.all([
      tried({ ...standIn, seed }),
      tried({ ...standIn, seed: seed + 1 }),
      tried({ ...real, by: "OpenTofu", seed: seed + 2 }),
      // The tests have no Terraform; `npm run tools -- --proof` builds it.
      ...(terraform ? [tried({ ...real, by: "Terraform", seed: seed + 3 })] : []),
    ]);
    const all = [first, second, ...cores];
    const sum = (what: keyof Counts) => all.reduce((total, { counts }) => total + counts[what], 0);
    const failures = all.flatMap(({ failure }) => failure ?? []);
    return {
      failures,
      findings: [
        atLeast("sequences of actions at random", sum("sequences"), quick ? 62 : 2025),
        atLeast(
          `of them under OpenTofu${terraform ? " and Terraform" : ""}`,
          cores.reduce((total, { counts }) => total + counts.sequences, 0),
          (quick ? 2 : 25) * cores.length,
        ),
        atLeast("actions in them", sum("actions"), quick ? 300 : 12_000),
        atLeast("processes killed in them", sum("kills"), quick ? 1 : 200),
        atLeast("faults of the service in them", sum("faults"), quick ? 5 : 600),
        none("sequences that break a law of the model", failures.length),
      ],
    };
  },
};
