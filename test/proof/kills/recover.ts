export interface RunReport {
  readonly done: boolean;
  readonly text: string;
}

export interface WayOut {
  /** The open attempt that it is about, if any. */
  readonly attempt?: string;
  readonly certificate?: string | undefined;
  /** Does it, given what the service shows for the attempt. Returns what that reports, if it reports anything. */
  take(certificate: string | undefined): Promise<RunReport | undefined>;
}

/** A person who wants one order reissued, by one of the interfaces. */
export interface Person {
  readonly before: number;
  certificates(): readonly string[];
  openAttempts(): Promise<readonly string[]>;
  /** Runs the same, or runs it again: with the same key, in the same run, with the same configuration. */
  ask(): Promise<RunReport>;
  /** What the person does first after the killed run. Absent: the same again. */
  followUp?(): Promise<void>;
  /** From now on `ask` is about one more reissue: with another key, in another run, with another trigger. */
  wantAnother(): void | Promise<void>;
  /** What a message asks for. Undefined: it asks for nothing that could be done. */
  wayOut(text: string): WayOut | undefined;
  /** Waits for what a killed process has left running. Absent: nothing is. */
  waitForOthers?(): Promise<void>;
}

/** A promise that was not kept: a reissue that was not asked for, an open attempt that went unsaid, or no way out. */
export class BrokenPromise extends Error {
  constructor(kind: "double" | "unsaid" | "stuck", text: string) {
    super(`${kind}: ${text}`);
  }
}

/**
 * What a person does whose run was killed: the same again, also where the first run had shown its result, then what the
 * message asks for, and later one more reissue. Throws a BrokenPromise when a reissue happens that the person did not ask for, an open
 * attempt goes unsaid, or nothing leads out.
 */
export async function recover(person: Person): Promise<void> {
  const { before } = person;
  const known = new Set(person.certificates().slice(0, before));
  await person.followUp?.();
  await askUntilDone(person, known);
  count(person, before + 1, "after the killed run and what followed it");
  for (const id of person.certificates()) known.add(id);
  await person.wantAnother();
  await askUntilDone(person, known);
  count(person, before + 2, "after one more was asked for");
}

/** More messages than any death can be the reason of. */
const mostMessages = 6;

async function askUntilDone(person: Person, known: ReadonlySet<string>): Promise<void> {
  let report: RunReport = { done: false, text: "nothing" };
  for (let round = 0; round < mostMessages; round++) {
    report = await person.ask();
    if (report.done) return;
    if (report.text.includes("Wait until it ends")) {
      await person.waitForOthers?.();
      continue;
    }
    const way = person.wayOut(report.text);
    const open = await person.openAttempts();
    if (!way || (way.attempt !== undefined && !open.includes(way.attempt)))
      throw new BrokenPromise("unsaid", `open: ${open.join(", ") || "nothing"}; report: ${report.text}`);
    const shown = way.certificate ?? person.certificates().find((id) => !known.has(id));
    const answer = await way.take(shown);
    // The answer to an earlier question is none to this one.
    if (answer?.done && (shown === undefined || !known.has(shown))) return;
  }
  throw new BrokenPromise("stuck", report.text);
}

function count(person: Person, asked: number, when: string): void {
  const happened = person.certificates().length;
  const kind = happened > asked ? "double" : "stuck";
  if (happened !== asked) throw new BrokenPromise(kind, `${happened} reissues for ${asked} asks ${when}`);
}
