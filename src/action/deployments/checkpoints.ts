import type { Checkpoint, SentEntry } from "./entries.ts";

interface Covered extends Checkpoint {
  /** Up to this deployment, no attempt with the step's own key led to a certificate. */
  readonly keyed: number;
}

/** The checkpoints of the entries that were read, newest first. They tell which older entries need no read. */
export class Checkpoints {
  readonly #ownKey: string;
  /** A checkpoint of another auth key cannot be verified. It covers only entries with that key. Our own key is stored as "". */
  readonly #byAuthKey = new Map<string, Covered>();

  constructor(ownKey: string) {
    this.#ownKey = ownKey;
  }

  cover({ id, authKey, event }: SentEntry): boolean {
    return ["", authKey].some((group) => {
      const { closed = 0, latest, keyed = 0 } = this.#byAuthKey.get(group) ?? {};
      return id <= closed && id !== latest && (event.key !== this.#ownKey || id <= keyed);
    });
  }

  add({ id, authKey, isOurs, event, closed, latest }: SentEntry, isLatest: boolean): void {
    const group = isOurs ? "" : authKey;
    const known = this.#byAuthKey.get(group) ?? { closed, latest: isLatest ? id : latest, keyed: 0 };
    // The writer of an entry with this key had looked for the key: no older entry had led to a certificate.
    const keyed = known.keyed || (event.key === this.#ownKey ? closed : 0);
    this.#byAuthKey.set(group, { ...known, keyed });
  }
}
