import { answerPresets, defaultAnswers } from "../../../src/sandbox/index.ts";
import { sandboxService } from "./faulty-service.ts";
import { success } from "./http-text.ts";
import type { Expected, Row, Table } from "./row.ts";

interface Reply {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The service answers so, after it did what it was asked, or instead. */
const replying = (reply: Reply, happens: boolean) => () =>
  sandboxService({ fault: { kind: "status", effect: happens, ...reply } });

/** The outcome of both operations, or of each. */
type Verdict = Expected | Pick<Row, "reissue" | "callbackTest">;
const outcomes = (verdict: Verdict) => (typeof verdict === "string" ? { both: verdict } : verdict);
const carriedOut = (when: string, reply: Reply, verdict: Verdict): Row => ({
  when,
  stage: replying(reply, true),
  happens: true,
  ...outcomes(verdict),
});
const notCarriedOut = (when: string, reply: Reply, verdict: Verdict): Row => ({
  when,
  stage: replying(reply, false),
  ...outcomes(verdict),
});

const withId = (id: unknown, more: object = {}) =>
  JSON.stringify({ code: "success", data: { certificate: { id } }, ...more });
const idLost: Verdict = { reissue: "done-unread certificate_id_missing", callbackTest: "done" };
const nothingSaid: Verdict = { reissue: "unknown response_unreadable", callbackTest: "done" };
const unreadable: Verdict = "unknown response_unreadable";

const successes: readonly Row[] = [
  carriedOut("the answer is a 200 with an id", { status: 200, body: success }, "done"),
  carriedOut(
    "success is spelled in capitals",
    { status: 200, body: success.replace("success", "SUCCESS") },
    "done",
  ),
  carriedOut(
    "the answer has an id and no code",
    { status: 200, body: withId("c", { code: undefined }) },
    { reissue: "done", callbackTest: "unknown response_unreadable" },
  ),
  carriedOut(
    "the answer has an id and only a code of something inside it",
    { status: 200, body: withId("c", { code: undefined, product: { code: "ssl-dv" } }) },
    { reissue: "done" },
  ),
  carriedOut(
    "the answer is JSON under another content type",
    { status: 200, body: success, headers: { "content-type": "text/plain" } },
    "done",
  ),
  carriedOut(
    "the answer is empty",
    { status: 200, body: "" },
    {
      reissue: "unknown response_unreadable",
      callbackTest: "done",
    },
  ),
  ...[42, "", "two words", "line\nbreak", "\u001b[31mred", "x".repeat(257), null, { id: "c" }, ["c"]].map(
    (id) =>
      carriedOut(`the id is ${JSON.stringify(id).slice(0, 20)}`, { status: 200, body: withId(id) }, idLost),
  ),
  carriedOut("data is a text", { status: 200, body: '{"code":"success","data":"cert-9"}' }, idLost),
  carriedOut("the answer is an empty object", { status: 200, body: "{}" }, nothingSaid),
  carriedOut("the answer is a list", { status: 200, body: "[]" }, unreadable),
  carriedOut("the answer is null", { status: 200, body: "null" }, unreadable),
  carriedOut("the answer is a number", { status: 200, body: "7" }, unreadable),
  carriedOut("the answer is a text", { status: 200, body: '"success"' }, unreadable),
  carriedOut(
    "the answer is two objects",
    { status: 200, body: `${success}${success}` },
    "done-unread response_unreadable",
  ),
  carriedOut("the answer is a web page", { status: 200, body: "<html>sign in</html>" }, unreadable),
  carriedOut(
    "the answer is nested deeper than a program can follow",
    { status: 200, body: `${'{"data":'.repeat(60_000)}1${"}".repeat(60_000)}` },
    unreadable,
  ),
];

/** Only a 200 says that a reissue is done. */
const otherSuccesses: readonly Row[] = [
  ...[201, 202, 203, 206, 299].map((status) =>
    carriedOut(
      `the answer is a ${status} with success and an id`,
      { status, body: success },
      { reissue: `unknown http_${status}`, callbackTest: "done" },
    ),
  ),
  carriedOut("the answer is a 204", { status: 204 }, { reissue: "unknown http_204", callbackTest: "done" }),
  carriedOut(
    "the answer is a 202 with another code",
    { status: 202, body: '{"code":"accepted"}' },
    { reissue: "unknown accepted", callbackTest: "rejected accepted" },
  ),
  carriedOut(
    "the answer is a 200 with another code and an id",
    { status: 200, body: withId("c8", { code: "pending" }) },
    { reissue: "unknown pending", callbackTest: "rejected pending" },
  ),
  carriedOut(
    "the answer is a 200 with another code and other data",
    { status: 200, body: '{"code":"pending","data":{"order":{"status":"processing"}}}' },
    { reissue: "unknown pending", callbackTest: "rejected pending" },
  ),
  notCarriedOut(
    "the answer is a 200 with another code and empty data",
    { status: 200, body: '{"code":"not_today","data":{}}' },
    "rejected not_today",
  ),
];

const redirections: readonly Row[] = [300, 301, 302, 303, 304, 307, 308].flatMap((status) => [
  carriedOut(
    `the answer is a ${status} to somewhere else`,
    { status, headers: { location: "/openapi/v3/orders/order-canary/reissue" } },
    `unknown http_${status}`,
  ),
  notCarriedOut(
    `the answer is a ${status} with a code`,
    { status, body: status === 304 ? "" : '{"code":"moved"}' },
    `unknown ${status === 304 ? "http_304" : "moved"}`,
  ),
]);

/** The shapes in which a service may say why it refused. */
const shapes = Object.entries(answerPresets).map(([name, preset]) => ({
  name,
  body: JSON.stringify({ ...defaultAnswers, ...preset }.refusalBody("not_today", "Not today.")) ?? "",
}));

/** Every status in every shape; the code is the service's where it gave one. */
const coded = (statuses: readonly number[], verdict: (code: string) => Verdict) =>
  statuses.flatMap((status) =>
    shapes.map(({ name, body }) =>
      notCarriedOut(
        `the answer is a ${status} in the shape ${name}`,
        { status, body },
        verdict(body === "" ? `http_${status}` : "not_today"),
      ),
    ),
  );

const refusals = coded([400, 401, 403, 404, 405, 409, 413, 422], (code) => `rejected ${code}`);
const undecided = coded([408, 425, 499, 500, 501, 502, 503, 504], (code) => ({
  reissue: `unknown ${code}`,
  callbackTest: code === "not_today" ? `rejected ${code}` : `unknown ${code}`,
}));
const codedSuccess = shapes
  .filter(({ body }) => body !== "")
  .map(({ name, body }) =>
    notCarriedOut(
      `the answer is a 200 with another code in the shape ${name}`,
      { status: 200, body },
      "rejected not_today",
    ),
  );

const hour = { "retry-after": "3600" };
const odd: readonly Row[] = [
  carriedOut("the request was carried out before an internal error", { status: 500 }, "unknown http_500"),
  carriedOut("the request was carried out before a gateway gave up", { status: 504 }, "unknown http_504"),
  carriedOut("a 500 carries success and an id", { status: 500, body: success }, "unknown http_500"),
  notCarriedOut("a 400 carries the code success", { status: 400, body: success }, "rejected http_400"),
  notCarriedOut("a refusal is a web page", { status: 403, body: "<html>no</html>" }, "rejected http_403"),
  notCarriedOut(
    "the code is no plain word",
    { status: 400, body: '{"code":"\\u001b[2J"}' },
    "rejected http_400",
  ),
  notCarriedOut("the code is a number", { status: 400, body: '{"code":40013}' }, "rejected http_400"),
  notCarriedOut("the code is __proto__", { status: 400, body: '{"code":"__proto__"}' }, "rejected __proto__"),
  notCarriedOut("a 503 asks for patience", { status: 503, headers: hour }, "unknown http_503"),
  notCarriedOut(
    "a 429 asks for more patience than there is",
    { status: 429, headers: hour },
    "rejected http_429",
  ),
  notCarriedOut(
    "a coded 429 asks for more patience than there is",
    { status: 429, headers: hour, body: '{"code":"request_too_fast"}' },
    "rejected request_too_fast",
  ),
  notCarriedOut(
    "a 200 says request_too_fast and asks for more patience than there is",
    { status: 200, headers: hour, body: '{"code":"request_too_fast"}' },
    "rejected request_too_fast",
  ),
  notCarriedOut(
    "a 500 says request_too_fast and asks for more patience than there is",
    { status: 500, headers: hour, body: '{"code":"request_too_fast"}' },
    { reissue: "unknown request_too_fast", callbackTest: "rejected request_too_fast" },
  ),
];

/** What a service can answer that speaks HTTP as it should. */
export const replyFaults: readonly Table[] = [
  { title: "Answers that announce success", rows: successes },
  { title: "Success with another status or code", rows: otherSuccesses },
  { title: "Redirections are not followed", rows: redirections },
  { title: "Refusals", rows: [...refusals, ...codedSuccess] },
  { title: "Answers that do not say what happened", rows: undecided },
  { title: "Answers that contradict themselves", rows: odd },
];
