import { answerPresets, defaultAnswers } from "../../../src/sandbox/index.ts";
import { sandboxService } from "./faulty-service.ts";
import { success } from "./http-text.ts";
import type { Expected, Row, Table } from "./row.ts";

export interface Reply extends Pick<Row, "both" | "reissue" | "callbackTest"> {
  readonly status: number;
  readonly body: string;
}

type Outcomes = readonly [reissue: Expected, callbackTest?: Expected];

const reply = (status: number, body: unknown, ...[reissue, callbackTest]: Outcomes): Reply => ({
  status,
  body: typeof body === "string" ? body : JSON.stringify(body),
  ...(callbackTest ? { reissue, callbackTest } : { both: reissue }),
});
const alike = (status: number, bodies: readonly unknown[], ...outcomes: Outcomes) =>
  bodies.map((body) => reply(status, body, ...outcomes));

export const withId = (id: unknown, more: object = {}) => ({ ...more, data: { certificate: { id } } });
const unreadable = "unknown response_unusable";
const idLost = "done-unread certificate_id_missing";

const successes: readonly Reply[] = [
  ...alike(200, [success, success.replace("success", "SUCCESS"), `\ufeff${success}`], "done"),
  ...alike(200, [withId("c-1"), withId("x".repeat(256))], "done", unreadable),
  reply(200, withId("c-1", { product: { code: "ssl-dv" } }), "done", "rejected ssl-dv"),
  ...[7, "", "two words", "line\n", "\u001b[31mred", "x".repeat(257), null, { id: "c" }, ["c"]].map((id) =>
    reply(200, withId(id, { code: "success" }), idLost, "done"),
  ),
  ...alike(200, [{ code: "success" }, { code: "success", data: "cert-9" }], idLost, "done"),
  reply(200, { data: { certificate: null } }, idLost, unreadable),
];

/** Answers with status 200 that say nothing about a reissue. Some of them are enough for a callback test. */
const silences: readonly Reply[] = [
  ...alike(200, ["", " \n", {}, { data: null }, { data: { id: "t", message: null } }], unreadable, "done"),
  reply(200, { message: "ok", id: 7, request_id: "r-1", traceId: null }, unreadable, "done"),
  ...alike(200, ["7", "null", "[]", '"success"', "{", "<html>sign in</html>"], unreadable),
  reply(200, `${'{"data":'.repeat(60_000)}1${"}".repeat(60_000)}`, unreadable),
  ...alike(200, [{ code: 500, message: "internal" }, { code: 0 }, { code: null }, { code: "" }], unreadable),
  ...alike(200, [{ success: false }, { success: true }, { error: "down" }, { errors: [] }], unreadable),
  ...alike(200, [{ data: { error: "down" } }, { data: "down" }, { data: [] }], unreadable),
  ...alike(200, [{ message: { text: "no" } }, { status: "maintenance" }], unreadable),
  ...alike(
    200,
    [success + success, '{ "CODE" : "success"', '{"data":{"certificate" :', `x\ufeff${success}`],
    "done-unread response_unusable",
    unreadable,
  ),
];

/** Only a 200 says that a reissue is done. */
const otherSuccesses: readonly Reply[] = [
  ...[201, 202, 203, 206, 299].map((status) => reply(status, success, `unknown http_${status}`, "done")),
  reply(204, "", "unknown http_204", "done"),
  reply(206, "<html>", "unknown http_206", unreadable),
  reply(202, { status: "queued" }, "unknown http_202", unreadable),
  reply(202, { code: "accepted" }, "unknown accepted", "rejected accepted"),
  reply(202, { code: "request_too_fast" }, "unknown request_too_fast", "rejected request_too_fast"),
  // An answer with data may come from a reissue that happened, whatever its code is.
  ...[withId("c").data, withId("two words").data, { order: 1 }, "soon", [0], false].map((data) =>
    reply(200, { code: "pending", data }, "unknown pending", "rejected pending"),
  ),
  reply(200, { data: { product: { code: "ssl-dv" } } }, "unknown ssl-dv", "rejected ssl-dv"),
  ...[null, "", {}, []].map((data) => reply(200, { code: "not_today", data }, "rejected not_today")),
];

const redirections: readonly Reply[] = [300, 301, 302, 303, 304, 307, 308, 399].flatMap((status) => [
  reply(status, "", `unknown http_${status}`),
  ...(status === 304 ? [] : [reply(status, { code: "moved" }, "unknown moved")]),
]);

const shapes = Object.values(answerPresets).map(
  (preset) => JSON.stringify({ ...defaultAnswers, ...preset }.refusalBody("not_today", "Not today.")) ?? "",
);
const inEachShape = (status: number, outcomes: (code: string) => Outcomes) =>
  shapes.map((body) => reply(status, body, ...outcomes(body === "" ? `http_${status}` : "not_today")));

const refusals: readonly Reply[] = [
  ...[400, 401, 403, 404, 405, 409, 413, 422, 498].flatMap((status) =>
    inEachShape(status, (code) => [`rejected ${code}`]),
  ),
  ...alike(
    200,
    shapes.filter((body) => body !== ""),
    "rejected not_today",
  ),
  ...alike(400, [success, '{"code":"\\u001b[2J"}', { code: 40013 }], "rejected http_400"),
  reply(400, '{"code":"__proto__"}', "rejected __proto__"),
  reply(403, "<html>no</html>", "rejected http_403"),
];

const undecided: readonly Reply[] = [
  ...[408, 425, 499, 500, 501, 502, 503, 504].flatMap((status) =>
    inEachShape(status, (code) => [`unknown ${code}`]),
  ),
  // The service knows why the callback failed, whatever its status is.
  reply(503, { code: "callback_send_error" }, "unknown callback_send_error", "rejected callback_send_error"),
  reply(500, success, "unknown http_500"),
];

/** Each asks for more patience than there is. */
const rateLimits: readonly Reply[] = [
  reply(429, "", "rejected http_429"),
  ...[429, 400, 200].map((status) =>
    reply(status, { code: "request_too_fast" }, "rejected request_too_fast"),
  ),
  reply(500, { code: "request_too_fast" }, "unknown request_too_fast", "rejected request_too_fast"),
];

const tables: Readonly<Record<string, readonly Reply[]>> = {
  "Answers that announce success": successes,
  "Answers that say nothing about a reissue": silences,
  "Success with another status or code": otherSuccesses,
  "Redirections are not followed": redirections,
  Refusals: refusals,
  "Answers that do not say what happened": undecided,
  "Rate limits": rateLimits,
};

export const replies: readonly Reply[] = Object.values(tables).flat();

/** Nothing in these headers may lead to a second request. */
const alluring = { "retry-after": "3600", location: "/openapi/v3/elsewhere" };
/** The type of an answer matters only if it is empty. */
const headersFor = (body: string) =>
  body.trim() === "" ? alluring : { ...alluring, "content-type": "text/plain" };

/** The service does what it was asked, unless an outcome says that it refused. */
function toRow({ status, body, ...outcomes }: Reply): Row {
  const happens = !Object.values(outcomes).some((outcome) => outcome.startsWith("rejected"));
  return {
    when: `the answer is ${status} ${body.slice(0, 60)}`.trim(),
    service: () =>
      sandboxService({
        fault: { kind: "status", effect: happens, status, body, headers: headersFor(body) },
      }),
    happens,
    ...outcomes,
  };
}

export const replyFaults: readonly Table[] = Object.entries(tables).map(([title, rows]) => ({
  title,
  rows: rows.map(toRow),
}));
