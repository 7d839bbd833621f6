import { answer, success } from "./http-text.ts";
import type { Script } from "./raw-server.ts";

export const afterRequest =
  (rest: Script): Script =>
  async (visit) => {
    await visit.request();
    await rest(visit);
  };

export const afterCarryingOut =
  (rest: Script): Script =>
  async (visit) => {
    await visit.carryOut();
    await rest(visit);
  };

export const answering = (...parts: readonly (string | Buffer)[]) =>
  afterCarryingOut((visit) => {
    for (const part of parts) visit.write(part);
  });

export const closingAfter = (data: string | Buffer = "") => afterCarryingOut((visit) => visit.end(data));

export const polite = answering(answer(200, success));
export const silent: Script = () => {};
