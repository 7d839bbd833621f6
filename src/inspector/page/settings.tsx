import type { ComponentChild } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ask } from "./connection.ts";
import type { Account, Fault, FaultKind, Issuing, SandboxState } from "./model.ts";
import { Action, Choice } from "./parts.tsx";
import { line } from "./text.tsx";

type OrderedFault = Fault & { readonly label: string; readonly doc: string };

/** The faults that a click orders. Before: nothing is carried out. After: the request is carried out first. */
const faults: Readonly<Record<"before" | "after", readonly OrderedFault[]>> = {
  after: [
    fault("reset-after-processing", "Reset", "The connection is reset instead of an answer."),
    fault("close-after-processing", "Close", "The connection is closed without an answer."),
    fault("half-a-body", "Half a body", "The answer stops in the middle."),
    fault("empty-body", "Empty body", "The answer has no body."),
    fault("invalid-json", "Invalid JSON", "The answer cannot be read."),
    fault("no-certificate-id", "No certificate id", "The answer reports success without the id."),
    fault("slow-bytes", "Slow answer", "The body comes byte by byte."),
    fault("garbage", "Not HTTP", "The answer is garbage."),
    {
      ...fault("status", "500", "The answer is 500, although it was carried out."),
      status: 500,
      effect: true,
    },
  ],
  before: [
    fault("refuse", "Refuse", "The next connection is reset at once."),
    fault("reset-before-reading", "Reset early", "The connection is reset before the body is read."),
    fault("hang", "Hang", "The request is never answered."),
    { ...fault("status", "503", "The answer is 503."), status: 503 },
    {
      ...fault("status", "429", "The answer is 429, retry after 1 s."),
      status: 429,
      headers: { "retry-after": "1" },
    },
  ],
};

function fault(kind: FaultKind, label: string, doc: string): OrderedFault {
  return { kind, label, doc };
}

const operations = { any: "Any request", reissue: "Reissue", "callback-test": "Callback test" } as const;

export function Settings({ state }: { state: SandboxState | undefined }) {
  if (!state) return <p class="hint">Loading…</p>;
  return (
    <div class="settings">
      <Faults pending={state.faults} />
      <div>
        <Clock clock={state.clock} />
        <Callbacks issuing={state.issuing} />
        {state.accounts
          .filter(
            ({ kind, callback }, index) => index === 0 || callback !== undefined || kind === "managed-pki",
          )
          .map((account) => (
            <AccountCallback key={account.keyId} account={account} />
          ))}
      </div>
    </div>
  );
}

function Faults({ pending }: { pending: readonly Fault[] }) {
  const [operation, setOperation] = useState<keyof typeof operations>("any");
  const order = ({ label: _, doc: __, ...wanted }: OrderedFault) =>
    ask("faults", "POST", {
      ...wanted,
      ...(operation !== "any" && wanted.kind !== "refuse" && { operation }),
    });
  const group = (title: string, list: readonly OrderedFault[]) => (
    <>
      <h3>{title}</h3>
      <ul class="faults">
        {list.map((each) => (
          <li key={each.label}>
            <Action label={each.label} run={() => order(each)} />
            <span>{each.doc}</span>
          </li>
        ))}
      </ul>
    </>
  );
  return (
    <section class="card" aria-label="Faults">
      <h2>Faults for the next request</h2>
      <Choice label="For" choices={operations} value={operation} onChange={setOperation} />
      <div class="pending" role="status">
        {pending.length === 0 ? (
          <span>No fault is set up.</span>
        ) : (
          <>
            <span>
              Set up:{" "}
              {pending.map((each) => (
                <span class="tag">
                  {each.kind}
                  {each.status === undefined ? "" : ` ${each.status}`}
                  {each.operation === undefined ? "" : `, ${each.operation}`}
                </span>
              ))}
            </span>
            <Action label="Remove all" run={() => ask("faults", "DELETE")} />
          </>
        )}
      </div>
      {group("The request is carried out, and its answer is lost", faults.after)}
      {group("Nothing is carried out", faults.before)}
    </section>
  );
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The fifteen minutes after which an attempt may be stated as not happened are over after an hour. */
const moves = { "+1 hour": hourMs, "+1 day": dayMs, "+30 days": 30 * dayMs } as const;

function Clock({ clock: { now, aheadMs } }: { clock: SandboxState["clock"] }) {
  const days = Math.floor(aheadMs / dayMs);
  const hours = Math.floor((aheadMs % dayMs) / hourMs);
  const ahead = [days > 0 ? `${days} d` : "", hours > 0 ? `${hours} h` : ""].filter(Boolean).join(" ");
  return (
    <section class="card" aria-label="Clock">
      <h2>Clock</h2>
      <p class="nothing" role="status">
        {now.replace(/^(.{10})T(.{5}).*$/, "$1 $2 UTC")}
        {aheadMs === 0 ? ", as on this machine" : `, ${ahead || "less than an hour"} ahead of this machine`}
      </p>
      <p class="buttons">
        {Object.entries(moves).map(([label, forwardMs]) => (
          <Action key={label} label={label} run={() => ask("clock", "POST", { forwardMs })} />
        ))}
      </p>
      <p class="nothing">The sandbox and its journal have this clock. It never goes back.</p>
    </section>
  );
}

const delays = { "0": "0 s", "200": "0.2 s", "2000": "2 s", "10000": "10 s" } as const;

function Callbacks({ issuing }: { issuing: Issuing }) {
  const { callback = "once", delayMs = 200, certificate = "new", accessKey = "right" } = issuing;
  const set = (change: Issuing) =>
    ask("issuing", "PUT", { callback, delayMs, certificate, accessKey, ...change });
  return (
    <section class="card" aria-label="After a reissue">
      <h2>After a reissue, the sandbox</h2>
      <Setting label="calls back">
        <Choice
          label="calls back"
          choices={{ once: "Once", twice: "Twice", never: "Never" }}
          value={callback}
          onChange={(value) => void set({ callback: value })}
        />
      </Setting>
      <Setting label="waits before">
        <Choice
          label="waits before"
          choices={delays}
          value={String(delayMs) as keyof typeof delays}
          onChange={(value) => void set({ delayMs: Number(value) })}
        />
      </Setting>
      <Setting label="names the certificate">
        <Choice
          label="names the certificate"
          choices={{ new: "New", previous: "Previous" }}
          value={certificate}
          onChange={(value) => void set({ certificate: value })}
        />
      </Setting>
      <Setting label="sends the key">
        <Choice
          label="sends the key"
          choices={{ right: "Right", wrong: "Wrong" }}
          value={accessKey}
          onChange={(value) => void set({ accessKey: value })}
        />
      </Setting>
    </section>
  );
}

function Setting({ label, children }: { label: string; children: ComponentChild }) {
  return (
    <div class="setting">
      <span>{label}</span>
      {children}
    </div>
  );
}

function AccountCallback({ account: { keyId, callback } }: { account: Account }) {
  const [url, setUrl] = useState(callback?.url ?? "");
  const [accessKey, setAccessKey] = useState("");
  const [isPaused, setPaused] = useState(callback?.disabled ?? false);
  // A program may change them as well.
  useEffect(() => {
    setUrl(callback?.url ?? "");
    setPaused(callback?.disabled ?? false);
  }, [JSON.stringify(callback)]);
  const path = `accounts/${encodeURIComponent(keyId)}/callback`;
  const save = async () => {
    await ask(path, "PUT", {
      ...(accessKey !== "" && { accessKey }),
      url,
      disabled: isPaused,
      enabledActions: callback?.enabledActions,
    });
    setAccessKey("");
  };
  return (
    <section class="card" aria-label={`Callback of ${keyId}`}>
      <h2>Callback of {line(keyId)}</h2>
      <label class="field">
        Address
        <input value={url} spellcheck={false} onInput={(event) => setUrl(event.currentTarget.value)} />
      </label>
      <label class="field">
        Access key
        <input
          class="secret"
          spellcheck={false}
          autocomplete="off"
          value={accessKey}
          placeholder={callback ? "unchanged" : ""}
          onInput={(event) => setAccessKey(event.currentTarget.value)}
        />
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={isPaused}
          onChange={(event) => setPaused(event.currentTarget.checked)}
        />
        Paused: only tests are sent
      </label>
      {callback?.enabledActions && (
        <p class="nothing">Enabled actions: {callback.enabledActions.map(line).join(", ") || "none"}</p>
      )}
      <p class="buttons">
        <Action label="Save" done="Saved" kind="primary" run={save} />
        {callback && <Action label="Remove" run={() => ask(path, "DELETE")} />}
      </p>
    </section>
  );
}
