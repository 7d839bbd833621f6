/** The outcomes of a request. A reissue costs money, and the specified API cannot look it up afterwards, so every interface reports its outcome. */
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
    meaning: "It was sent, and it is not known whether it happened.",
    next: "Look the order up in the service's portal first. Do not repeat it until then.",
    exitCode: 5,
  },
  "done-unread": {
    meaning: "It happened, but the result was lost on the way back.",
    next: "Look the certificate id up in the service's portal. Do not repeat it.",
    exitCode: 6,
  },
} as const;

/** What happened to a request. @useDeclaredType */
export type Outcome = keyof typeof outcomes;
