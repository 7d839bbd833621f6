import { type OperationName, operations } from "./inputs.ts";

/** Every output of a step. An output that does not apply is empty. */
export const outputs = {
  outcome: "The outcome of the request: `done`, `rejected`, `not-sent`, `unknown` or `done-unread`.",
  code: "`success`, or the word for what went wrong, such as `callback_response_not_200`.",
  "certificate-id": "Id of the new certificate, or of the one that `resolve` or `import` states.",
  "issued-event-at":
    "When the journal recorded the callback about the certificate, with `wait-until-issued`.",
  verdict: "What the test says about the callback: `pass`, `fail` or `unknown`.",
  "duration-ms": "How long the operation took, in milliseconds.",
  tries:
    "How often the request was tried, repeated tests included. A reissue is tried again only if it was not sent, or was refused as too fast.",
  reported:
    "`true` if the issue is as this test found the callback, or none is needed. `false` if it could not be written, this run does not keep it, or `report-issue` is not `true`.",
  "issue-number": "Number of the issue that was opened, edited or closed.",
  sent: "`true` if this step's request left, whatever came back. It says nothing about earlier steps, so gate no deployment on it.",
  "already-done":
    "`true` if nothing was sent, because an earlier attempt made the certificate that `certificate-id` names.",
  "attempt-id":
    "The attempt that the result is about: the one that was sent, or an earlier one that answers or blocks it. For `resolve` and `supersede`.",
  due: "In a dry run with `max-age`: whether a renewal is due, `true` or `false`.",
  json: "All of these outputs as one JSON object, with numbers and booleans as such; in a dry run also `request`.",
} as const;

/** Outputs that only one of the operations has. */
const onlyOf: Readonly<Partial<Record<OutputName, OperationName>>> = {
  "certificate-id": "reissue",
  "issued-event-at": "reissue",
  sent: "reissue",
  "already-done": "reissue",
  "attempt-id": "reissue",
  due: "reissue",
  reported: "callback-test",
  "issue-number": "callback-test",
};

export function listOutputs(operation: OperationName): Readonly<Record<string, string>> {
  const isOwn = (name: string) => (onlyOf[name as OutputName] ?? operation) === operation;
  return Object.fromEntries(Object.entries(outputs).filter(([name]) => isOwn(name)));
}

/** All outputs of an operation but `json`. What does not apply is empty. An operation that is not known has the outputs of all. */
export function completeOutputs(operation: string, given: Outputs): Outputs {
  const known = operations.find((name) => name === operation);
  const { json: _, ...documented } = known ? listOutputs(known) : outputs;
  return Object.fromEntries(Object.keys(documented).map((name) => [name, given[name as OutputName] ?? ""]));
}

export type OutputName = keyof typeof outputs;
export type Outputs = Readonly<Partial<Record<OutputName, string | number | boolean>>>;
