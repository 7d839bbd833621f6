/** Every output that a step can have. What does not apply is empty. */
export const outputs = {
  outcome: "What became of the request: `done`, `rejected`, `not-sent`, `unknown` or `done-unread`.",
  code: "`success`, or the word for what went wrong, such as `callback_response_not_200`.",
  "certificate-id": "Id of the new certificate.",
  verdict: "What the test says about the callback: `pass`, `fail` or `unknown`.",
  "duration-ms": "How long the operation took, in milliseconds.",
  attempts:
    "How often the request was tried. Only what was not sent, or was refused as too fast, is tried again.",
  "issue-number": "Number of the issue that was opened, edited or closed.",
  replayed:
    "`true` when nothing was sent because it was done already, and `certificate-id` is what came of it.",
} as const;

export type OutputName = keyof typeof outputs;
export type Outputs = Readonly<Partial<Record<OutputName, string | number | boolean>>>;
