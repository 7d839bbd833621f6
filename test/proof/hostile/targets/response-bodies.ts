import { operations } from "../../../harness/faults/calls.ts";
import { answer } from "../../../harness/faults/http-text.ts";
import type { Random } from "../../../harness/random.ts";
import { mutatedBytes } from "../fuzz/bytes.ts";
import { mutatedJson } from "../fuzz/json.ts";
import { type Target, WrongAnswer } from "../fuzz/target.ts";
import { bodies, HostileService, statuses } from "./hostile-service.ts";

const words = [
  '"code"',
  '"success"',
  '"data"',
  '"certificate"',
  '"id"',
  ":",
  ",",
  "{",
  "}",
  "[",
  "]",
  "\ufeff",
  "\\ud800",
];

/** The client, with bodies of any kind in answers that are whole. The status alone decides what may become of a call. */
export const target: Target = {
  retryDelaysMs: 60_000,
  async open() {
    const service = await HostileService.start();
    return {
      async attack(random) {
        const operation = random.pick(operations);
        const status = random.pick(statuses);
        const body = hostileBody(random);
        const { outcome, error } = await service.answer(operation, (visit) =>
          visit.end(answer(status, body)),
        );
        if (operation === "reissue" && !allowed(status).includes(outcome))
          throw new WrongAnswer("wrong answer", `HTTP ${status} is ${outcome} ${error?.code}: ${body}`);
        if (operation === "reissue" && outcome === "done" && !hasId(body))
          throw new WrongAnswer("wrong answer", `done without an id: ${body}`);
        if (operation === "reissue" && outcome === "rejected" && status < 300 && hasId(body))
          throw new WrongAnswer("wrong answer", `refused with an id: ${body}`);
      },
      close: () => service.close(),
    };
  },
};

function hostileBody(random: Random): Buffer {
  const seed = random.pick(bodies);
  if (random.below(2) === 0) return Buffer.from(mutatedJson(random, seed));
  return mutatedBytes(random, Buffer.from(JSON.stringify(seed)), words);
}

/** The table of docs/guides/at-most-once.md. */
function allowed(status: number): readonly string[] {
  if (status === 200) return ["done", "done-unread", "rejected", "unknown"];
  if (status < 400 || status > 499 || [408, 425, 499].includes(status)) return ["unknown"];
  return ["rejected"];
}

function hasId(body: Buffer): boolean {
  const { data } = JSON.parse(body.toString().replace(/^\ufeff/, ""));
  const id = data?.certificate?.id;
  return typeof id === "string" && id !== "";
}
