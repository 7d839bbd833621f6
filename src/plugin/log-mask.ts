const hidden = "***";

/** What must not appear in a log: secrets anywhere, and the values of some fields. */
export class LogMask {
  /** The longest first: one secret may contain another. */
  #spellings: readonly string[] = [];
  readonly #fieldNames = new Set<string>();

  addSecrets(secrets: readonly unknown[]): void {
    const texts = secrets.filter((secret) => typeof secret === "string" && secret !== "") as string[];
    const all = new Set([...this.#spellings, ...texts.flatMap(spellings)]);
    this.#spellings = [...all].sort((left, right) => right.length - left.length);
  }

  addFields(names: readonly string[]): void {
    for (const name of names) this.#fieldNames.add(name);
  }

  hide(text: string): string {
    return this.#spellings.reduce((shown, secret) => shown.replaceAll(secret, hidden), text);
  }

  /** The fields as JSON has them, with secrets hidden at any depth. */
  hideInFields(fields: object): object {
    const json = JSON.stringify(fields, (_, value: unknown) => {
      if (typeof value === "string" || typeof value === "bigint") return this.hide(String(value));
      if (typeof value === "number") return this.hide(`${value}`) === `${value}` ? value : hidden;
      if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
      const entries = Object.entries(value).map(([name, part]) => [
        this.hide(name),
        this.#fieldNames.has(name) ? hidden : part,
      ]);
      return Object.fromEntries(entries);
    });
    return JSON.parse(json);
  }
}

/** How a secret looks in a text: as it is, in JSON, and in JSON inside JSON. */
function spellings(secret: string): string[] {
  const escaped = inJson(secret);
  return [secret, escaped, inJson(escaped)];
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
