import { useState } from "preact/hooks";
import { Browse, Detail } from "./browse.tsx";
import type { Model } from "./model.ts";
import { Facts, Tabs, useAnswer } from "./parts.tsx";
import { dateAndTime, line } from "./text.tsx";
import { Traffic } from "./traffic.tsx";

/** An order, and how far its newest certificate is deployed by this receiver. */
interface Deployment {
  readonly orderId: string;
  readonly certificateId: string;
  readonly state: "deployed" | "skipped" | "pending" | "failing";
  readonly at: string;
  /** Runs of the program that failed. */
  readonly tries?: number;
  readonly failure?: string;
}

const filters = { all: "All", failing: "Not deployed" } as const;

/** The callbacks of a receiver, and what its program deploys. */
export function ReceiverPage({ model: { exchanges, version } }: { model: Model }) {
  const [view, setView] = useState<"callbacks" | "deployments">("callbacks");
  const [seq, setSeq] = useState<string>();
  const [orderId, setOrderId] = useState<string>();
  const { value, problem } = useAnswer<{ readonly deployments?: readonly Deployment[] }>("state", version);
  const deployments = value?.deployments;
  const open = deployments?.filter(isOpen).length ?? 0;
  const deployment = deployments?.find((each) => each.orderId === orderId);
  return (
    <>
      {deployments && (
        <Tabs
          tabs={{ callbacks: "Callbacks", deployments: "Deployments" }}
          value={view}
          onChange={setView}
          badges={{ deployments: open }}
        />
      )}
      <main>
        {view === "callbacks" && (
          <Traffic
            isReceiver
            exchanges={exchanges}
            selected={seq}
            onSelect={setSeq}
            {...(deployments && {
              onOrder: (id: string) => {
                setOrderId(id);
                setView("deployments");
              },
            })}
          />
        )}
        {view === "deployments" && (
          <Browse<Deployment, keyof typeof filters>
            label="Deployments"
            noun="order"
            items={deployments}
            keyOf={(each) => each.orderId}
            placeholder="Search orders, certificates, failures…"
            filters={{ choices: filters, passes: (each, wanted) => wanted === "all" || isOpen(each) }}
            columns="orders"
            heads={["Order", "Certificate", "State"]}
            row={(each) => <DeploymentRow deployment={each} />}
            rowHeight={46}
            empty={<p>Nothing was deployed since this receiver started.</p>}
            problem={problem}
            selected={orderId}
            onSelect={setOrderId}
            detailLabel="Order"
            hint="Select an order to see its deployment."
            detail={
              deployment && <DeploymentView deployment={deployment} onClose={() => setOrderId(undefined)} />
            }
          />
        )}
      </main>
    </>
  );
}

const results = { deployed: "ok", skipped: "pending", pending: "refused", failing: "failed" } as const;

function isOpen({ state }: Deployment): boolean {
  return state === "pending" || state === "failing";
}

/** What the state means. */
function describe({ state, failure, tries }: Deployment): string {
  const meanings = {
    deployed: "The program ended with 0.",
    skipped: "It was issued before this receiver's name began. Nothing is done.",
    pending: failure ? `The program waits: ${failure}.` : "The program runs, or is about to.",
    failing: `The program failed ${tries === 1 ? "once" : `${tries} times`}: ${failure}. It runs again. Its output is in the log.`,
  };
  return line(meanings[state]);
}

function DeploymentRow({ deployment }: { deployment: Deployment }) {
  const { orderId, certificateId, state } = deployment;
  return (
    <span class="orders">
      <b>{line(orderId)}</b>
      <span>{line(certificateId)}</span>
      <span class={`result ${results[state]}`}>{state}</span>
      <span class={`reason ${state === "failing" ? "result failed" : ""}`}>{describe(deployment)}</span>
    </span>
  );
}

function DeploymentView({ deployment, onClose }: { deployment: Deployment; onClose: () => void }) {
  const { orderId, certificateId, state, at } = deployment;
  return (
    <Detail title={orderId} onClose={onClose}>
      <p class={`verdict ${results[state]}`}>
        <b>{state}</b> {describe(deployment)}
      </p>
      <Facts
        facts={[
          ["Certificate", line(certificateId)],
          [isOpen(deployment) ? "Issued" : "Time", dateAndTime(at)],
        ]}
      />
      <p class="nothing">
        What all receivers deployed: <code>certorder journal show ORDER</code>
      </p>
    </Detail>
  );
}
