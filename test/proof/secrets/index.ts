import { canaries, encodings } from "../../harness/faults/canaries.ts";
import type { Finding } from "../../harness/finding.ts";
import { randomFrom } from "../../harness/random.ts";
import type { Part } from "../part.ts";
import { atLeast, none } from "../part.ts";
import { action } from "./action.ts";
import { commandLine } from "./command-line.ts";
import { constructs } from "./constructs.ts";
import type { Interface, Leftovers } from "./interface.ts";
import { library } from "./library.ts";
import { provider } from "./provider.ts";
import type { Place } from "./search.ts";
import { findsPlanted, hitsIn, plantedSecrets } from "./search.ts";

const interfaces: readonly Interface[] = [library, commandLine, provider, action, constructs];

/** All that may store a secret: sensitive, and not write-only. A plan holds the same attributes in a form of its own. */
const mayStore = [
  "certorder_callback_check.access_key",
  "certorder_reissue.sign_key_pin",
  "data.certorder_callback_test.access_key",
  "plan.access_key",
  "plan.sign_key_pin",
];

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
    const results = left.map((each) => searched(each, conditions.seed));
    const total = (count: (result: Searched) => number) =>
      results.reduce((sum, each) => sum + count(each), 0);
    const stored = left.flatMap((each) => [...(each.stored?.keys() ?? [])]).sort();
    return {
      findings: [
        atLeast("secrets: interfaces searched", results.length, interfaces.length),
        atLeast(
          "secrets: places searched",
          total(({ places }) => places),
          500,
        ),
        atLeast(
          "secrets: bytes searched",
          total(({ bytes }) => bytes),
          1_000_000,
        ),
        none(
          "secrets: hits",
          total(({ hits }) => hits.length),
        ),
        exactly("secrets: attributes that store one", stored, mayStore),
        atLeast(
          `secrets: ${Object.keys(canaries).length} canaries × ${Object.keys(encodings).length} encodings planted`,
          new Set(results.flatMap(({ planted }) => planted)).size,
          plantedSecrets.length,
        ),
        none(
          "secrets: places in which a planted one is not found",
          total(({ missed }) => missed.length),
        ),
        ...results.map(({ name, control }) =>
          atLeast(`secrets: hits in the control of the ${name}`, control, 1),
        ),
      ],
      failures: results.flatMap(({ failures }) => failures),
      table: results.map(
        ({ name, places, bytes, hits, control }) =>
          `${name.padEnd(12)} ${figure(places)} places ${figure(bytes)} bytes ${figure(hits.length)} hits ${figure(control)} in the control`,
      ),
    };
  },
};

interface Searched {
  readonly name: string;
  readonly places: number;
  readonly bytes: number;
  readonly hits: readonly string[];
  /** Which canaries, in which encodings, were put into places to see whether the search finds them there. */
  readonly planted: readonly string[];
  readonly missed: readonly string[];
  readonly control: number;
  readonly failures: readonly string[];
}

function searched(
  { name, places, control, failures = [] }: Leftovers & { name: string },
  seed: number,
): Searched {
  const random = randomFrom(seed, name);
  const sown = places.map((place) => {
    const plant = random.pick(plantedSecrets);
    return { place, plant, isFound: findsPlanted(place, plant, random) };
  });
  const missed = sown
    .filter(({ isFound }) => !isFound)
    .map(
      ({ place, plant }) => `${plant.canary} as ${plant.encoding}, planted in ${place.name}, was not found`,
    );
  const hits = hitLines(places);
  return {
    name,
    places: places.length,
    bytes: places.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0),
    hits,
    planted: sown.map(({ plant }) => `${plant.canary} ${plant.encoding}`),
    missed,
    control: hitLines(control).length,
    failures: [...failures, ...hits, ...missed].map((line) => `${name}: ${line}`),
  };
}

function hitLines(places: readonly Place[]): string[] {
  return places
    .flatMap(hitsIn)
    .map((hit) => `${hit.canary} (${hit.encodings.join(", ") || "a part of it"}) in ${hit.place}`);
}

function exactly(what: string, found: readonly string[], wanted: readonly string[]): Finding {
  const met = found.join() === wanted.join();
  return { what, value: met ? `${found.length}, as listed` : found.join(" "), aim: wanted.join(" "), met };
}

function figure(count: number): string {
  return count.toLocaleString("en").padStart(12);
}
