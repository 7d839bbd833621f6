/** One part of the proof in a process of its own: what crashes or hangs in it takes nothing else along. */
import type { Part, PartContext } from "./part.ts";
import { type PartName, parts } from "./parts.ts";

const [name, seed, ...how] = process.argv.slice(2);
const { part }: { part: Part } = await parts[name as PartName]();
const conditions: PartContext = {
  seed: Number(seed),
  quick: how.includes("quick"),
  log: (line) => console.log(`  ${line}`),
};
process.send?.({ title: part.title, limit: part.limit });
const proved = await part.run(conditions);
process.send?.({ proved }, undefined, undefined, () => process.exit());
