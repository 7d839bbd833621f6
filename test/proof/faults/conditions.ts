import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ClientOptions } from "../../../src/client/index.ts";
import { type SettingName, settings } from "../../../src/contract/index.ts";
import { canaries } from "../../harness/faults/canaries.ts";
import { keyId } from "../../harness/faults/faulty-service.ts";
import { createJournal } from "../../harness/journal/new-journal.ts";
import type { Situation } from "./interface.ts";

/** The rows' time limits are for one process with nothing else to do. Here there are many at once. */
const patience = 3;

export function clientOptionsFor({ row, stage }: Situation) {
  const { timeoutMs, ...options }: Partial<ClientOptions> = { maxTries: 2, ...stage.options, ...row.options };
  return { ...options, ...(timeoutMs && { timeoutMs: timeoutMs * patience }) };
}

export function environmentFor(situation: Situation): Record<string, string> {
  const { row, folder } = situation;
  const { baseUrl, maxTries, timeoutMs, ca, env, journal: _, ...others } = clientOptionsFor(situation);
  const onlyInProcess = Object.keys(others);
  if (onlyInProcess.length > 0)
    throw new Error(`Only the library can be given ${onlyInProcess.join(", ")}, as the row wants it.`);
  const given: Partial<Record<SettingName, string | number | undefined>> = {
    base_url: baseUrl,
    key_id: keyId,
    auth_key: canaries.authKey,
    max_tries: maxTries,
    timeout_seconds: seconds(timeoutMs),
    ca_file: ca === undefined ? undefined : written(join(folder, "ca.pem"), ca),
    journal: row.journal === false ? "none" : createJournal(join(folder, "journal")),
  };
  const variables = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [[settings[name as SettingName].env, String(value)]],
  );
  return { ...(env as Record<string, string>), ...Object.fromEntries(variables) };
}

const seconds = (ms: number | undefined) => (ms === undefined ? undefined : ms / 1000);

function written(file: string, text: string): string {
  writeFileSync(file, text);
  return file;
}
