import { operations } from "../../../harness/faults/calls.ts";
import { answer } from "../../../harness/faults/http-text.ts";
import type { Random } from "../../../harness/random.ts";
import { mutatedBytes } from "../fuzz/bytes.ts";
import { mutatedJson } from "../fuzz/json.ts";
import type { Target } from "../fuzz/target.ts";
import { startHostileService } from "./hostile-service.ts";

/** Bodies that a service may answer with, and that are changed from there. */
const bodies = [
  { code: "success", data: { certificate: { id: "cert-9" } } },
  { code: "success" },
  { code: "pending", data: { certificate: { id: "cert-9" } } },
  { code: "accepted", data: { order: { status: "processing" } } },
  { code: "revocation_not_acknowledged", message: "Say that you know." },
  { data: null, code: "request_too_fast", msg: "Too fast." },
  { error: { code: "callback_send_error", message: "No." } },
  { errors: [{ code: "invalid_parameters", detail: "No." }] },
];
const statuses = [200, 200, 200, 201, 202, 204, 302, 400, 401, 408, 409, 425, 429, 499, 500, 503, 599];
const words = ['"code"', '"success"', '"data"', '"id"', ":", ",", "{", "}", "[", "]", "\ufeff", "\\ud800"];

/** The client, with bodies of any kind in answers that are whole. The status alone decides what may become of a call. */
export const target: Target = {
  async open() {
    const service = await startHostileService();
    return {
      async attack(random) {
        const operation = random.pick(operations);
        const status = random.pick(statuses);
        const body = hostileBody(random);
        const { outcome } = await service.answer(operation, (visit) => visit.end(answer(status, body)));
        if (operation !== "reissue") return;
        const isRight =
          allowed(status).includes(outcome) &&
          (outcome !== "done" || hasId(body)) &&
          !(outcome === "rejected" && status < 300 && hasId(body));
        if (!isRight) throw new Error(`HTTP ${status} is ${outcome}: ${body}`);
      },
      close: service.close,
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
