import { render } from "preact";
import { useState } from "preact/hooks";
import { JournalPage } from "./journal.tsx";
import { Model, type SandboxState } from "./model.ts";
import { Orders } from "./orders.tsx";
import { Tabs, useAnswer } from "./parts.tsx";
import { ReceiverPage } from "./receiver.tsx";
import { Settings } from "./settings.tsx";
import { line } from "./text.tsx";
import { Traffic } from "./traffic.tsx";

const connections = {
  connecting: "Connecting…",
  live: "Live",
  lost: "Not connected. Trying again…",
  "no-token": "The address has no token. Open the whole address, with what follows #.",
  refused: "Started again. Open the new address that it prints.",
} as const;

function Page({ model }: { model: Model }) {
  const { connection, kind, title } = model;
  return (
    <>
      <header class="top">
        <h1>
          certorder <span>{kind}</span>
        </h1>
        <span class="service">{line(title)}</span>
        <span class={`connection ${connection}`} role="status">
          {connections[connection]}
        </span>
      </header>
      {kind === "sandbox" && <SandboxPage model={model} />}
      {kind === "receiver" && <ReceiverPage model={model} />}
      {kind === "journal" && <JournalPage version={model.version} />}
    </>
  );
}

const views = { traffic: "Traffic", orders: "Orders", settings: "Faults and callbacks" } as const;

function SandboxPage({ model: { exchanges, version } }: { model: Model }) {
  const [view, setView] = useState<keyof typeof views>("traffic");
  const [seq, setSeq] = useState<string>();
  const [orderId, setOrderId] = useState<string>();
  const { value: state } = useAnswer<SandboxState>("state", version);
  return (
    <>
      <Tabs tabs={views} value={view} onChange={setView} badges={{ settings: state?.faults.length ?? 0 }} />
      <main>
        {view === "traffic" && (
          <Traffic
            exchanges={exchanges}
            selected={seq}
            onSelect={setSeq}
            onOrder={(id) => {
              setOrderId(id);
              setView("orders");
            }}
          />
        )}
        {view === "orders" && (
          <Orders
            state={state}
            exchanges={exchanges}
            version={version}
            selected={orderId}
            onSelect={setOrderId}
            onExchange={(id) => {
              setSeq(id);
              setView("traffic");
            }}
          />
        )}
        {view === "settings" && <Settings state={state} />}
      </main>
    </>
  );
}

const root = document.getElementById("page") as HTMLElement;
const model = new Model(() => render(<Page model={model} />, root));
model.follow();
