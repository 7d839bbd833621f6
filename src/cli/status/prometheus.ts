import { escapeUnprintable } from "../../contract/index.ts";
import type { OrderStatus } from "../../journal/index.ts";

/** Times are seconds since 1970, so that a rule can compare them with `time()` between two runs. */
const gauges: Readonly<Record<string, readonly [help: string, value: (status: OrderStatus) => number]>> = {
  certorder_order_blocked: [
    "1 if the order is blocked, or a person has to look it up.",
    ({ state }) => Number(state !== "ok"),
  ],
  certorder_certificate_timestamp_seconds: [
    "When the latest certificate was requested or issued. NaN if that is not known.",
    ({ latest, ageMs }) => (ageMs === undefined ? Number.NaN : seconds(latest?.since)),
  ],
  certorder_certificate_expiry_timestamp_seconds: [
    "When the latest certificate expires, by validity_days. NaN if that is not known.",
    ({ latest }) => seconds(latest?.expiresAt),
  ],
  certorder_receivers_behind: [
    "How many receivers have not deployed the newest issued certificate. The label names the latest, which may not be issued yet.",
    ({ receivers }) => receivers.filter(({ status }) => status === "behind" || status === "ahead").length,
  ],
};

/** The text format of Prometheus, for its textfile collector. */
export function prometheusLines(statuses: readonly OrderStatus[]): string[] {
  return Object.entries(gauges).flatMap(([name, [help, value]]) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} gauge`,
    ...statuses.map((status) => {
      const { orderId, latest } = status;
      const labels = `order="${labelValue(orderId)}",certificate="${labelValue(latest?.certificateId ?? "")}"`;
      return `${name}{${labels}} ${value(status)}`;
    }),
  ]);
}

const escapes: Readonly<Record<string, string>> = { "\\": "\\\\", '"': '\\"', "\n": "\\n" };

/** The format escapes no other characters. Those that do not show become visible text such as `\u001b`. */
function labelValue(text: string): string {
  return text.replace(
    /[\\"\n]|[^\\"\n]+/g,
    (part) => escapes[part] ?? escapeUnprintable(part).replaceAll("\\", "\\\\"),
  );
}

function seconds(time: string | undefined): number {
  return Date.parse(time ?? "") / 1000;
}
