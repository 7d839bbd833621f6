import { kindOf } from "../../harness/killing.ts";

/** Where a reissue stands when a process dies. */
export const boundaries = [
  "before it is written ahead",
  "written ahead, not sent",
  "sent, no answer read",
  "answer read, not written down",
  "written down, not handed on",
  "handed on",
  "while the state is stored",
  "at a random moment",
  "stopped by a signal or a fault",
] as const;

export type Boundary = (typeof boundaries)[number];

/**
 * Where a reissue stands right before a step. It is written ahead and down in deployments, if the action uses them, else
 * in the journal. It is handed on to a terminal, to the core, or to the next steps of a workflow.
 */
export function boundaryBefore(at: number, steps: readonly string[]): Boundary {
  const kinds = steps.map(kindOf);
  const first = (from: number, ...wanted: string[]) =>
    kinds.findIndex((kind, index) => index > from && wanted.includes(kind));
  const isRecorded = kinds.includes("POST deployments");
  const sent = first(-1, "send");
  const ahead = kinds.lastIndexOf(isRecorded ? "POST deployments" : "append", sent);
  const noted = first(sent, isRecorded ? "POST statuses" : "append");
  // A connection that breaks brings no answer to be read.
  const read = kinds.includes("receive") ? first(sent, "receive") : noted;
  const handed = first(noted, "print", "output", "answer ApplyResourceChange");
  const passed = [ahead, sent, read, noted, handed].filter((mark) => mark >= 0 && mark < at).length;
  return boundaries[passed] as Boundary;
}
