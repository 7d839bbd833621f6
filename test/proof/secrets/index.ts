import { canaries, encodings } from "../../harness/faults/canaries.ts";
import { atLeast, none, type Part } from "../part.ts";
import { action } from "./action.ts";
import { commandLine } from "./command-line.ts";
import { constructs } from "./constructs.ts";
import type { Interface } from "./interface.ts";
import { library } from "./library.ts";
import { provider } from "./provider.ts";
import { hitsIn, type Place } from "./search.ts";

const interfaces: readonly Interface[] = [library, commandLine, provider, action, constructs];

export const part: Part = {
  title: "No secret is shown, or stored where it must not be",
  limit: 8,

  async run(conditions) {
    // All that runs ends before the search begins, which leaves a service in this process no time to answer.
    const left = await Promise.all(
      interfaces.map(async ({ name, look }) => {
        const own = await look(conditions);
        conditions.log(`${name}: ${own.places.length} places`);
        return { name, ...own };
      }),
    );
    const hits = left.flatMap(({ name, places }) => hitLines(name, places));
    const places = left.reduce((sum, each) => sum + each.places.length, 0);
    return {
      findings: [
        atLeast("secrets: places searched", places, 500),
        none("secrets: hits", hits.length),
        none("secrets: spellings of a canary that the search does not find", unfound().length),
        ...left.map(({ name, control }) =>
          atLeast(`secrets: hits in the control of the ${name}`, hitLines(name, control).length, 1),
        ),
      ],
      failures: [
        ...hits,
        ...unfound(),
        ...left.flatMap(({ name, failures = [] }) => failures.map((line) => `${name}: ${line}`)),
      ],
    };
  },
};

function hitLines(name: string, places: readonly Place[]): string[] {
  return places.flatMap(hitsIn).map(({ canary, place }) => `${name}: ${canary} in ${place}`);
}

/** Every canary is found in every encoding. */
function unfound(): string[] {
  return Object.entries(canaries).flatMap(([canary, secret]) =>
    Object.entries(encodings)
      .filter(([, encode]) => hitsIn({ name: "", content: encode(secret) }).length === 0)
      .map(([encoding]) => `${canary} as ${encoding} is not found`),
  );
}
