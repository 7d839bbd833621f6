import type { ServerResponse } from "node:http";
import type { OrderRow } from "../../../src/cli/orders/index.ts";
import { listener } from "./service.ts";

type Answer = (response: ServerResponse, certificateId: string) => void;

const json = (status: number, body: object, headers = {}): Answer => {
  return (response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
};

/** What a service may do with a reissue. `happens`: it carries the reissue out. */
export const answers = {
  success: {
    happens: true,
    answer: (response, id) => json(200, { code: "success", data: { certificate: { id } } })(response, id),
  },
  "reset before": { happens: false, answer: (response) => void response.socket?.resetAndDestroy() },
  "reset after": { happens: true, answer: (response) => void response.socket?.resetAndDestroy() },
  "5xx": { happens: true, answer: json(503, { code: "busy" }) },
  "too fast": { happens: false, answer: json(429, {}, { "retry-after": "60" }) },
  "too fast for a second": { happens: false, answer: json(429, {}, { "retry-after": "1" }) },
  "too fast for an hour": { happens: false, answer: json(429, {}, { "retry-after": "3600" }) },
  "a bit too fast": { happens: false, answer: json(429, {}, { "retry-after": "0" }) },
  refused: { happens: false, answer: json(409, { code: "order_locked" }) },
  unreadable: {
    happens: true,
    answer: (response) => void response.writeHead(200).end('{"code":"success","data":'),
  },
  "without id": { happens: true, answer: json(200, { code: "success", data: {} }) },
} as const satisfies Readonly<Record<string, { happens: boolean; answer: Answer }>>;

export type AnswerName = keyof typeof answers;

/** A service that answers each order as it is told, and counts how often it reissued each. */
export async function orderService(
  choose: (orderId: string) => AnswerName | Promise<AnswerName> = () => "success",
) {
  const ledger = new Map<string, string[]>();
  const asked: string[] = [];
  const { url } = await listener(async ({ path }, response) => {
    const [, orderId = ""] = /\/orders\/([^/]+)\/reissue$/.exec(path) ?? [];
    if (orderId === "") return answers.refused.answer(response, "");
    asked.push(orderId);
    const { happens, answer } = answers[await choose(orderId)];
    const certificates = ledger.get(orderId) ?? [];
    const certificateId = `cert-${orderId}-${certificates.length + 1}`;
    if (happens) ledger.set(orderId, [...certificates, certificateId]);
    answer(response, certificateId);
  });
  return { url, ledger, asked };
}

/** A row for an order of a code-signing product, which needs neither names nor a CSR. */
export function orderRow(orderId: string, line = 2): OrderRow {
  return { line, values: { order_id: orderId, sign_hash: "sha256" }, extra: {} };
}

/** Rows for so many orders: `o-1`, `o-2` and so on. */
export function orderRows(count: number): OrderRow[] {
  return Array.from({ length: count }, (_, index) => orderRow(`o-${index + 1}`, index + 2));
}
