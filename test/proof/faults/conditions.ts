import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ClientOptions } from "../../../src/client/index.ts";
import { type SettingName, settings } from "../../../src/contract/index.ts";
import { canaries } from "../../harness/faults/canaries.ts";
import { keyId } from "../../harness/faults/faulty-service.ts";
import { createJournal } from "../../harness/journal/new-journal.ts";
import type { Situation } from "./interface.ts";

/** The rows' time limits are for one process with nothing else to do. Here there are many at once. */
const patience = 5;
const timeLimits = ["timeoutMs", "connectTimeoutMs", "responseTimeoutMs"] as const;

export function clientOptionsFor({ row, stage }: Situation) {
  const options = { maxTries: 2, ...stage.options, ...row.options };
  const limits = timeLimits.flatMap((name) => (options[name] ? [[name, options[name] * patience]] : []));
  return { ...options, ...(Object.fromEntries(limits) as Partial<ClientOptions>) };
}

export function environmentFor(situation: Situation): Record<string, string> {
  const { row, folder } = situation;
  const { baseUrl, maxTries, ca, env, journal: _, ...rest } = clientOptionsFor(situation);
  const { timeoutMs, connectTimeoutMs, responseTimeoutMs, ...others } = rest;
  const onlyInProcess = Object.keys(others);
  if (onlyInProcess.length > 0)
    throw new Error(`Only the library can be given ${onlyInProcess.join(", ")}, as the row wants it.`);
  const given: Partial<Record<SettingName, string | number | undefined>> = {
    base_url: baseUrl,
    key_id: keyId,
    auth_key: canaries.authKey,
    max_tries: maxTries,
    timeout_seconds: seconds(timeoutMs),
    connect_timeout_seconds: seconds(connectTimeoutMs),
    response_timeout_seconds: seconds(responseTimeoutMs),
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
