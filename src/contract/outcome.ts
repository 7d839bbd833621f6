/**
 * What became of a request. A reissue costs money and cannot be looked up afterwards, so this is the most important
 * thing that any face of the product says.
 */
export const outcomes = {
  done: {
    meaning: "It happened, and the result was received.",
    next: "Nothing to do.",
    exitCode: 0,
  },
  rejected: {
    meaning: "The service refused it. Nothing happened.",
    next: "Change what the message names and run it again.",
    exitCode: 3,
  },
  "not-sent": {
    meaning: "Nothing was sent.",
    next: "Run it again when the reason is gone.",
    exitCode: 4,
  },
  unknown: {
    meaning: "It was sent, and nobody knows whether it happened.",
    next: "Look the order up before anything else. Never repeat it blindly.",
    exitCode: 5,
  },
  "done-unread": {
    meaning: "It happened, but the result was lost on the way back.",
    next: "Look the certificate id up at the service. Do not repeat it.",
    exitCode: 6,
  },
} as const;

export type Outcome = keyof typeof outcomes;
