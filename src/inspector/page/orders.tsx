import { Browse, Detail } from "./browse.tsx";
import { ask } from "./connection.ts";
import type { Exchange, LedgerEntry, OrderDetails, SandboxState } from "./model.ts";
import { Action, Facts, useAnswer } from "./parts.tsx";
import { dateAndTime, line } from "./text.tsx";

interface OrdersProps {
  readonly state: SandboxState | undefined;
  readonly exchanges: readonly Exchange[];
  readonly version: number;
  readonly selected: string | undefined;
  readonly onSelect: (orderId: string | undefined) => void;
  readonly onExchange: (seq: string) => void;
}

/** The orders of the sandbox, and the history of one of them. */
export function Orders({ state, exchanges, version, selected, onSelect, onExchange }: OrdersProps) {
  const path = selected === undefined ? undefined : `orders/${encodeURIComponent(selected)}`;
  const { value: details } = useAnswer<OrderDetails>(path, version);
  return (
    <Browse
      label="Orders"
      noun="order"
      items={state?.orders}
      keyOf={({ id }) => id}
      placeholder="Search orders, names, certificates…"
      columns="orders"
      heads={["Order", "Product", "Certificate"]}
      row={({ id, product, certificateId }) => (
        <span class="orders">
          <b>{line(id)}</b>
          <span>{product}</span>
          <span>{line(certificateId)}</span>
        </span>
      )}
      empty={<p>The sandbox has no orders.</p>}
      selected={selected}
      onSelect={onSelect}
      detailLabel="Order"
      hint="Select an order to see its certificates."
      detail={
        details && (
          <OrderView
            key={selected}
            details={details}
            exchanges={exchanges}
            onClose={() => onSelect(undefined)}
            onExchange={onExchange}
          />
        )
      }
    />
  );
}

interface OrderViewProps {
  readonly details: OrderDetails;
  readonly exchanges: readonly Exchange[];
  readonly onClose: () => void;
  readonly onExchange: (seq: string) => void;
}

function OrderView({ details: { order, ledger }, exchanges, onClose, onExchange }: OrderViewProps) {
  const own = exchanges.filter(({ orderId }) => orderId === order.id);
  const names = [...new Set([order.commonName, ...(order.dnsNames ?? [])])].filter(
    (name) => name !== undefined,
  );
  return (
    <Detail
      title={order.id}
      action={<Action label="Send order:issued" run={() => trigger(order.id)} />}
      onClose={onClose}
    >
      <Facts
        facts={[
          ["Certificate", line(order.certificateId)],
          ["Product", order.product],
          ["Names", names.map(line).join(", ")],
        ]}
      />
      <h3>History</h3>
      <ol class="timeline">
        {buildTimeline(ledger, own).map(({ key, at, entry, exchange, about }) => (
          <li key={key} class={entry ? "certificate" : (exchange?.result ?? "")}>
            <time dateTime={at}>{dateAndTime(at)}</time>
            {entry && <CertificateLine entry={entry} request={about} />}
            {exchange && (
              <p>
                {exchange.kind === "callback" ? "Callback" : "Reissue"}
                {exchange.certificateId ? ` of ${line(exchange.certificateId)}` : ""}:{" "}
                <span class={`result ${exchange.result}`}>{describe(exchange)}</span>
              </p>
            )}
            {[exchange, about].map(
              (each) =>
                each && (
                  <button
                    key={each.seq}
                    type="button"
                    class="link"
                    onClick={() => onExchange(String(each.seq))}
                  >
                    {each.kind === "callback" ? "Callback" : "Request"} {each.seq}
                  </button>
                ),
            )}
          </li>
        ))}
        {ledger.length === 0 && (
          <li class="certificate">
            <p>
              <b>{line(order.certificateId)}</b> was there when the sandbox started.
            </p>
          </li>
        )}
      </ol>
    </Detail>
  );
}

async function trigger(orderId: string): Promise<void> {
  const { delivered, message } = await ask<{ delivered: boolean; message?: string }>("callbacks", "POST", {
    orderId,
  });
  if (!delivered) throw new Error(message);
}

function CertificateLine({ entry, request }: { entry: LedgerEntry; request: Exchange | undefined }) {
  const { certificateId, previousCertificateId, revokedPrevious } = entry;
  return (
    <p>
      <b>{line(certificateId)}</b> was made, and {revokedPrevious ? "revoked" : "follows"}{" "}
      {line(previousCertificateId)}.
      {request?.fault && (
        <span class="result failed"> The caller got no usable answer (fault {request.fault}).</span>
      )}
    </p>
  );
}

interface TimelineItem {
  readonly key: string;
  readonly at: string;
  readonly entry?: LedgerEntry;
  /** The request that made the certificate of the entry. */
  readonly about?: Exchange | undefined;
  readonly exchange?: Exchange;
}

/** Certificates, callbacks, and requests that made no certificate. The newest first. */
function buildTimeline(ledger: readonly LedgerEntry[], exchanges: readonly Exchange[]): TimelineItem[] {
  const requests = new Map(
    exchanges.filter(({ kind }) => kind === "request").map((exchange) => [exchange.certificateId, exchange]),
  );
  const made = ledger.map((entry) => ({
    key: entry.certificateId,
    at: entry.at,
    entry,
    about: requests.get(entry.certificateId),
  }));
  const others = exchanges
    .filter(({ kind, certificateId }) => kind === "callback" || certificateId === undefined)
    .map((exchange) => ({ key: String(exchange.seq), at: exchange.at, exchange }));
  return [...made, ...others].sort((one, other) => (one.at < other.at ? 1 : -1));
}

function describe({ kind, result, code, message }: Exchange): string {
  if (result === "ok") return kind === "callback" ? "delivered" : "carried out";
  if (result === "pending") return "under way";
  return line([code, message].filter(Boolean).join(": "));
}
