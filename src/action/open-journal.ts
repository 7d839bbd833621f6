import type { CertOrderClient } from "../client/index.ts";
import { Journal, openConfiguredJournal } from "../journal/index.ts";
import { createActionClient } from "./client.ts";
import { DeploymentStore } from "./deployments/store.ts";
import type { GitHub } from "./github.ts";
import type { ActionInputs } from "./read-inputs.ts";
import type { ReissueTask } from "./reissue-task.ts";
import type { Runner } from "./runner.ts";

/** The journal that the inputs name, and the client that uses it. */
export interface OpenedJournal {
  readonly journal: Journal | "none";
  readonly client: CertOrderClient;
  /** Whether another order of the journal has this attempt. */
  readonly isOfOtherOrder: (attemptId: string) => Promise<boolean>;
}

export async function openJournal(
  inputs: ActionInputs,
  { orderId, idempotencyKey, inRepository }: ReissueTask,
  connect: () => Promise<GitHub>,
  runner: Runner,
): Promise<OpenedJournal> {
  if (!inRepository) {
    const journal = openConfiguredJournal(inputs.settings) ?? "none";
    return {
      journal,
      client: createActionClient(inputs, runner, journal),
      isOfOtherOrder: async (attemptId) =>
        journal !== "none" && (await journal.attempts()).some((attempt) => attempt.attemptId === attemptId),
    };
  }
  const { auth_key: authKey } = inputs.settings;
  const store: DeploymentStore = new DeploymentStore(await connect(), authKey, () => {
    const { name, address } = client.service;
    return [orderId, idempotencyKey, name, address];
  });
  const journal = new Journal(store);
  const client = createActionClient(inputs, runner, journal);
  return { journal, client, isOfOtherOrder: (attemptId) => store.hasAttempt(attemptId) };
}
