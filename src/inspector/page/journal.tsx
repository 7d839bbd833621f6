import { useState } from "preact/hooks";
import { Browse, Detail } from "./browse.tsx";
import { Action, Facts, useAnswer } from "./parts.tsx";
import { dateAndTime, dayAndTime, line } from "./text.tsx";

/** As `certorder status --json` has it. */
interface OrderStatus {
  readonly orderId: string;
  readonly state: string;
  readonly why: string | null;
  readonly certificateId: string | null;
  readonly ageDays: number | null;
  readonly daysLeft: number | null;
  readonly receivers: readonly { readonly receiver: string; readonly status: string }[];
  readonly lastEvent: { readonly event: string; readonly at: string } | null;
}

interface WaysOut {
  readonly intro: string;
  readonly ways: readonly { readonly when: string; readonly line?: string }[];
}

interface Attempt {
  readonly attemptId: string;
  readonly status: "open" | "succeeded" | "void";
  readonly lastEvent: string;
  readonly certificateId?: string;
  readonly at?: string;
  readonly isLatest: boolean;
  readonly rows: readonly (readonly [title: string, value: string])[];
  readonly wayOut: WaysOut;
}

interface Step {
  readonly certificateId: string;
  readonly at: string;
  readonly receiver: string;
  readonly step?: string;
}

interface OrderHistory {
  readonly orderId: string;
  readonly attempts: readonly Attempt[];
  readonly damage: readonly { readonly problem: string; readonly wayOut: WaysOut }[];
  readonly issued: readonly Step[];
  readonly deployments: readonly Step[];
}

const filters = { all: "All", blocked: "Not ok" } as const;

/** The orders of a journal, and the attempts of one of them. */
export function JournalPage({ version }: { version: number }) {
  const [selected, setSelected] = useState<string>();
  const { value, problem } = useAnswer<{ readonly orders: readonly OrderStatus[] }>("orders", version);
  const path = selected === undefined ? undefined : `orders/${encodeURIComponent(selected)}`;
  const history = useAnswer<OrderHistory>(path, version);
  return (
    <main>
      <Browse<OrderStatus, keyof typeof filters>
        label="Orders"
        noun="order"
        items={value?.orders}
        keyOf={({ orderId }) => orderId}
        placeholder="Search orders, certificates, reasons…"
        filters={{ choices: filters, passes: ({ state }, wanted) => wanted === "all" || state !== "ok" }}
        columns="journal"
        heads={["Order", "Certificate", "Age", "Left", "State", "Last event (UTC)"]}
        row={(order) => <OrderRow order={order} />}
        rowHeight={46}
        empty={<p>The journal is empty.</p>}
        problem={problem}
        selected={selected}
        onSelect={setSelected}
        detailLabel="Order"
        hint="Select an order to see its attempts."
        detail={
          history.value ? (
            <HistoryView
              key={selected}
              history={history.value}
              why={value?.orders.find(({ orderId }) => orderId === selected)?.why}
              onClose={() => setSelected(undefined)}
            />
          ) : (
            history.problem !== undefined && <p class="hint">{history.problem}</p>
          )
        }
      />
    </main>
  );
}

function OrderRow({
  order: { orderId, certificateId, ageDays, daysLeft, state, why, lastEvent },
}: {
  order: OrderStatus;
}) {
  return (
    <span class="journal">
      <b>{line(orderId)}</b>
      <span>{certificateId === null ? "–" : line(certificateId)}</span>
      <span class="number">{ageDays === null ? "?" : `${ageDays} d`}</span>
      <span class={`number ${daysLeft !== null && daysLeft < 0 ? "expired" : ""}`}>
        {daysLeft === null ? "?" : `${daysLeft} d`}
      </span>
      <span class={`result ${state === "ok" ? "ok" : "refused"}`}>{state}</span>
      <span>{lastEvent && `${lastEvent.event} ${dayAndTime(lastEvent.at)}`}</span>
      {why && (
        <span class="reason result refused">
          {state === "open" && "Not known whether it was reissued: "}
          {line(why)}
        </span>
      )}
    </span>
  );
}

interface HistoryViewProps {
  readonly history: OrderHistory;
  /** Why the order is not ok. */
  readonly why: string | null | undefined;
  readonly onClose: () => void;
}

function HistoryView({ history, why, onClose }: HistoryViewProps) {
  const { orderId, attempts, damage, issued, deployments } = history;
  const steps = [...issued, ...deployments];
  const events = [
    ...attempts.map((attempt) => ({
      at: attempt.at ?? "",
      key: attempt.attemptId,
      attempt,
      step: undefined,
    })),
    ...steps.map((step, index) => ({ at: step.at, key: `step ${index}`, attempt: undefined, step })),
  ].sort((one, other) => (one.at < other.at ? 1 : -1));
  return (
    <Detail title={orderId} onClose={onClose}>
      {why && <p class="verdict refused">{line(why)}</p>}
      {damage.map(({ problem, wayOut }) => (
        <section key={problem} class="verdict failed">
          <b>{line(problem)}</b>
          <WaysOutView wayOut={wayOut} />
        </section>
      ))}
      <ol class="timeline">
        {events.map(({ key, at, attempt, step }) => (
          <li key={key} class={attempt?.status ?? "ok"}>
            {at !== "" && <time dateTime={at}>{dateAndTime(at)}</time>}
            {attempt && <AttemptView attempt={attempt} />}
            {step && (
              <p>
                Certificate {line(step.certificateId)}:{" "}
                {step.step === undefined ? "issued, received" : line(step.step)} by {line(step.receiver)}
              </p>
            )}
          </li>
        ))}
      </ol>
    </Detail>
  );
}

const meanings = {
  open: "not known whether it was reissued",
  succeeded: "succeeded",
  void: "had no effect",
} as const;

function AttemptView({ attempt }: { attempt: Attempt }) {
  const { attemptId, status, lastEvent, certificateId, isLatest, rows, wayOut } = attempt;
  return (
    <>
      <p>
        <b>{certificateId === undefined ? `Attempt ${line(attemptId)}` : line(certificateId)}</b>{" "}
        <span class={`result ${status === "open" ? "refused" : status === "void" ? "pending" : "ok"}`}>
          {lastEvent}: {meanings[status]}
        </span>
        {isLatest && <span class="tag latest">latest</span>}
      </p>
      {wayOut.intro !== "" && (
        <div class="verdict refused">
          <WaysOutView wayOut={wayOut} />
        </div>
      )}
      <details open={status === "open"}>
        <summary>Attempt {line(attemptId)}</summary>
        <Facts facts={rows.map(([title, value]) => [title, line(value)])} />
      </details>
    </>
  );
}

/** What to do, with lines to paste into a shell. */
function WaysOutView({ wayOut: { intro, ways } }: { wayOut: WaysOut }) {
  return (
    <>
      <p>{line(intro)}</p>
      {ways.map(({ when, line: command }) => (
        <div key={when} class="way-out">
          <p>{line(when)}</p>
          {command !== undefined && (
            <>
              <code>
                {line(command)
                  .split(" ")
                  .flatMap((word) => [<span class="word">{word}</span>, " "])}
              </code>
              <Action label="Copy" done="Copied" run={() => navigator.clipboard.writeText(command)} />
            </>
          )}
        </div>
      ))}
    </>
  );
}
