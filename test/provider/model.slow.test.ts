import { test } from "vitest";
import { explore } from "../proof/model/explore.ts";

// The same as in the proof, and fewer, and the same ones each time: the proof draws others.
test.concurrent.for([0, 1])(
  "whatever people do, in whatever order, keeps to the laws of the model (%i)",
  { timeout: 600_000 },
  async (lane, { expect }) => {
    const seed = 20_261_115 + lane;
    const { failure } = await explore({ by: "stand-in", seed, times: 25, longest: 14, kills: 6, gate: true });
    expect(failure).toBeUndefined();
  },
);
