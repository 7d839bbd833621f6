import { test } from "vitest";
import { explore } from "../../proof/model/explore.ts";

// The proof explores more sequences, and others each time.
test.concurrent.for([0, 1])(
  "A random sequence of actions of people keeps the laws of the model (%i)",
  { timeout: 600_000 },
  async (lane, { expect }) => {
    const seed = 20_261_115 + lane;
    const { failure } = await explore({ by: "stand-in", seed, times: 25, longest: 14, kills: 6, gate: true });
    expect(failure).toBeUndefined();
  },
);
