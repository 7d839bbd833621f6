import { answer, success } from "./http-text.ts";
import type { Script } from "./raw-server.ts";

/** Reads the request, then does the rest. */
export const afterRequest =
  (rest: Script): Script =>
  async (visit) => {
    await visit.request();
    await rest(visit);
  };

/** Reads the request and counts it as carried out, then does the rest. */
export const afterCarryingOut =
  (rest: Script): Script =>
  async (visit) => {
    await visit.carryOut();
    await rest(visit);
  };

/** Carries the request out, and writes this. */
export const answering = (...parts: readonly (string | Buffer)[]) =>
  afterCarryingOut((visit) => {
    for (const part of parts) visit.write(part);
  });

/** Carries the request out, writes this, and closes the connection. */
export const closingAfter = (data: string | Buffer = "") => afterCarryingOut((visit) => visit.end(data));

/** Carries every request out, and says so. */
export const polite = answering(answer(200, success));
export const silent: Script = () => {};
