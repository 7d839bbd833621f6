import { onTestFinished, test } from "vitest";
import { randomFrom } from "../../harness/random.ts";
import { seed } from "../../harness/seed.ts";
import { targets } from "../../proof/hostile/targets/index.ts";

// The targets have the laws. `npm run proof` tries them for longer.
test.each(["response bodies", "response heads"] as const)(
  "A call with random %s has an outcome, is sent once, and shows no secret",
  async (name) => {
    const { target } = await targets[name]();
    const lanes = Array.from({ length: 8 }, async (_, lane) => {
      const service = await target.open();
      onTestFinished(() => service.close?.());
      for (let input = 0; input < 25; input++)
        await service.attack(randomFrom(seed, `${name} ${lane} ${input}`));
    });
    await Promise.all(lanes);
  },
);
