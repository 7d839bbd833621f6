import type { JournalEvent } from "../../../src/journal/attempt.ts";

// What a log says, read without the rules.

/** The attempts without a known outcome. */
export function openIn(log: readonly JournalEvent[]): string[] {
  const open = new Map<string, boolean>();
  for (const event of log)
    switch (event.event) {
      case "sent":
        open.set(event.attempt, true);
        break;
      case "imported":
        open.set(event.attempt, open.get(event.attempt) !== false && isOpen(event.outcome));
        break;
      case "done":
      case "resolved":
      case "rejected":
      case "not-sent":
        open.set(event.attempt, false);
    }
  return [...open].filter(([, isOpen]) => isOpen).map(([attempt]) => attempt);
}

function isOpen(outcome: string): boolean {
  return outcome === "unknown" || outcome === "done-unread";
}

interface Made {
  readonly certificate: string;
  readonly replaced: string | undefined;
  /** A person imported it, and no attempt is known. */
  readonly isOnTrust: boolean;
}

/** The certificates that attempts have made. */
export function certificatesIn(log: readonly JournalEvent[]): Made[] {
  const replaced = new Map<string, string | undefined>();
  const made: Made[] = [];
  for (const event of log) {
    const { attempt } = event;
    if ("replaced" in event && !replaced.has(attempt)) replaced.set(attempt, event.replaced);
    const isMade = event.event === "done" || event.event === "resolved" || event.event === "imported";
    if (isMade && event.certificate && !(event.event === "imported" && event.outcome !== "done"))
      made.push({
        ...{ certificate: event.certificate, replaced: replaced.get(attempt) },
        isOnTrust: attempt.startsWith("import-"),
      });
  }
  return made;
}

/** Certificates are numbered as they are made. The original is c0; what never existed comes before all. */
export function certificateOrder(certificate: string): number {
  return /^c\d+$/.test(certificate) ? Number(certificate.slice(1)) : -1;
}
