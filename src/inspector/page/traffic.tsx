import { useMemo, useState } from "preact/hooks";
import { count } from "../../contract/count.ts";
import { Browse, Detail } from "./browse.tsx";
import { ask } from "./connection.ts";
import type { Exchange, Message } from "./model.ts";
import { Action, Choice, Facts } from "./parts.tsx";
import { dateAndTime, duration, formatJson, line, lines, timeOfDay } from "./text.tsx";

function nameOf({ kind, operation, method }: Exchange): string {
  if (operation === "reissue") return "Reissue";
  if (operation === "callback-test") return kind === "callback" ? "Test callback" : "Callback test";
  return operation === "other" ? line(method) : "Callback";
}

const kinds = { all: "All", request: "Requests", callback: "Callbacks", failed: "Not ok" } as const;
const receivedKinds = { all: "All", ok: "Received", failed: "Refused" } as const;
type Kind = keyof typeof kinds | keyof typeof receivedKinds;

function passes({ kind, result }: Exchange, wanted: Kind): boolean {
  if (wanted === "failed") return result === "failed" || result === "refused";
  return wanted === "all" || wanted === kind || wanted === result;
}

interface TrafficProps {
  /** A receiver has callbacks only, and refuses some. */
  readonly isReceiver?: boolean;
  readonly exchanges: readonly Exchange[];
  readonly selected: string | undefined;
  readonly onSelect: (seq: string | undefined) => void;
  readonly onOrder?: (orderId: string) => void;
}

/** The requests and callbacks, newest first, and one of them in full. */
export function Traffic({ isReceiver = false, exchanges, selected, onSelect, onOrder }: TrafficProps) {
  const newestFirst = useMemo(() => exchanges.toReversed(), [exchanges]);
  const exchange = exchanges.find(({ seq }) => String(seq) === selected);
  return (
    <Browse<Exchange, Kind>
      label={isReceiver ? "Callbacks, newest first" : "Requests and callbacks, newest first"}
      noun={isReceiver ? "callback" : "exchange"}
      items={newestFirst}
      keyOf={({ seq }) => String(seq)}
      placeholder={isReceiver ? "Search orders, codes, reasons…" : "Search orders, codes, bodies…"}
      filters={{ choices: (isReceiver ? receivedKinds : kinds) as Readonly<Record<Kind, string>>, passes }}
      columns="traffic"
      heads={["Time (UTC)", "", "What", "Result", isReceiver ? "" : "Took"]}
      row={(each) => <TrafficRow exchange={each} isReceiver={isReceiver} />}
      rowHeight={46}
      empty={
        <>
          <p>Nothing has come yet.</p>
          <p>
            {isReceiver
              ? "Callbacks appear here as they are received or refused."
              : "Requests to the sandbox and its callbacks appear here as they happen."}
          </p>
        </>
      }
      selected={selected}
      onSelect={onSelect}
      detailLabel="Details"
      hint={
        isReceiver
          ? "Select a callback to see what came of it."
          : "Select an entry to see what was sent and answered."
      }
      detail={
        exchange && (
          <Details
            key={exchange.seq}
            exchange={exchange}
            isReceiver={isReceiver}
            onClose={() => onSelect(undefined)}
            onOrder={onOrder}
          />
        )
      }
    />
  );
}

interface RowProps {
  readonly exchange: Exchange;
  readonly isReceiver: boolean;
}

/** Two lines: what it was, and what came of it. So a failure shows its reason without a click. */
function TrafficRow({ exchange, isReceiver }: RowProps) {
  const { kind, at, operation, orderId = "", target, durationMs, status, result } = exchange;
  const [time, milliseconds] = timeOfDay(at);
  return (
    <span class="traffic">
      <span class="time">
        {time}
        <span class="milliseconds">{milliseconds}</span>
      </span>
      <span class={`way ${kind}`} role="img" aria-label={kind}>
        {kind === "request" ? "→" : "←"}
      </span>
      <span class="what">
        <b>{nameOf(exchange)}</b> {line(operation === "other" ? target : orderId)}
      </span>
      <span class={`result ${result}`}>
        {status !== undefined && <span class="status">{status}</span>}
        {shortResult(exchange, isReceiver)}
      </span>
      <span class="number">{!isReceiver && duration(durationMs)}</span>
      <span class={`reason ${result === "ok" ? "" : `result ${result}`}`}>{line(reason(exchange))}</span>
    </span>
  );
}

function shortResult({ kind, result, code, fault }: Exchange, isReceiver: boolean): string {
  if (isReceiver) return code ?? result;
  if (result === "failed") return fault ? "fault" : kind === "callback" ? "not delivered" : "failed";
  return result === "pending" ? "under way" : result;
}

function reason({ kind, result, code, fault, message, certificateId }: Exchange): string {
  if (result === "ok") return message ?? certificateId ?? "";
  return [kind === "callback" ? undefined : (fault ?? code), message].filter(Boolean).join(": ");
}

interface DetailsProps extends RowProps {
  readonly onClose: () => void;
  readonly onOrder: ((orderId: string) => void) | undefined;
}

function Details({ exchange, isReceiver, onClose, onOrder }: DetailsProps) {
  const { seq, kind, operation, method, target, orderId, certificateId, keyId, fault } = exchange;
  const { at, durationMs, status, code, message, remedy, result, sent, answer } = exchange;
  const isCallback = kind === "callback";
  // The order of a callback test does not exist.
  const hasOrder = onOrder && !(isCallback && operation === "callback-test");
  const verdicts = {
    ok: isReceiver ? "Received." : isCallback ? "Delivered" : "Carried out",
    pending: "Under way",
    refused: isReceiver ? "Refused." : "Refused",
    failed: isCallback ? "Not delivered" : fault ? `Fault: ${fault}` : "Failed",
  };
  return (
    <Detail
      title={nameOf(exchange)}
      more={`${kind} ${seq}${operation === "trigger" ? ", sent by a person" : ""}`}
      action={
        isCallback &&
        !isReceiver &&
        result !== "pending" && (
          <Action label="Send again" run={() => ask(`callbacks/${seq}/again`, "POST")} />
        )
      }
      onClose={onClose}
    >
      <div class={`verdict ${result}`}>
        <p>
          <b>{verdicts[result]}</b> {message !== undefined && line(message)}
        </p>
        {remedy !== undefined && <p>{line(remedy)}</p>}
      </div>
      <Facts
        facts={[
          isReceiver ? ["From", line(target)] : ["To", `${line(method)} ${line(target)}`],
          ["Time", `${dateAndTime(at)}${isReceiver ? "" : `, took ${duration(durationMs)}`}`],
          [
            "Order",
            orderId !== undefined && hasOrder ? (
              <button type="button" class="link" onClick={() => onOrder(orderId)}>
                {line(orderId)}
              </button>
            ) : (
              orderId && line(orderId)
            ),
          ],
          ["Certificate", certificateId && line(certificateId)],
          ["Account", keyId && line(keyId)],
          ["Status", status ?? (result === "pending" ? undefined : "none was sent")],
          ["Code", code && line(code)],
        ]}
      />
      {isReceiver && sent.body === "" ? (
        <p class="nothing">Its body is not kept.</p>
      ) : (
        <MessageView title="Sent" message={sent} />
      )}
      {answer && <MessageView title={fault ? "Answer, before the fault" : "Answer"} message={answer} />}
    </Detail>
  );
}

function MessageView({ title, message: { headers, body, cutFrom } }: { title: string; message: Message }) {
  const [isRaw, setRaw] = useState(false);
  const formatted = useMemo(() => formatJson(body), [body]);
  return (
    <section class="message" aria-label={title}>
      <div class="message-title">
        <h3>{title}</h3>
        {formatted && (
          <Choice
            label={`${title}: show the body`}
            choices={{ formatted: "Formatted", raw: "Raw" }}
            value={isRaw ? "raw" : "formatted"}
            onChange={(value) => setRaw(value === "raw")}
          />
        )}
      </div>
      {headers.length > 0 && (
        <details>
          <summary>{count(headers.length, "header")}</summary>
          <table class="headers">
            <tbody>
              {headers.map(([name, value]) => (
                <tr key={name}>
                  <th scope="row">{line(name)}</th>
                  <td>{line(value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
      {body === "" ? (
        <p class="nothing">No body.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide body can be scrolled by the keyboard
        <pre tabIndex={0}>{formatted && !isRaw ? formatted : lines(body)}</pre>
      )}
      {cutFrom !== undefined && (
        <p class="nothing">Cut off: it has {cutFrom.toLocaleString("en")} characters.</p>
      )}
    </section>
  );
}
