import { mkdtempSync } from "node:fs";
import { randomFrom } from "../../random.ts";
import { startService } from "./service-process.ts";
import { Soak } from "./soak.ts";
const folder = mkdtempSync("/tmp/certorder-soak-");
const service = startService();
const soak = new Soak(service, folder, randomFrom(7, "soak"));
const b = (scene: "plain"|"secure"|"silent", calls: number) => ({ scene, calls });
for (let i = 0; i < 6; i++) {
  const s = await soak.stretch([b("plain", 2400), b("plain", 2400), b("secure", 300), b("silent", 50)]);
  console.log(i, s.calls, (s.client.heap / 2 ** 20).toFixed(2), (s.service.heap / 2 ** 20).toFixed(2), soak.tally.disagreed, soak.tally.journaled);
}
console.log(soak.tally.disagreements);
await service.end();
process.exit();
