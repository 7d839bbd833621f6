import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

/**
 * Protects the entries in a repository's deployments with the auth key. All people with access to the repository can
 * read deployments, so certificate ids are encrypted. Other workflows can write deployments, so each entry has a MAC.
 */
export class EntryCipher {
  /** Identifies this auth key without revealing it. */
  readonly id: string;
  readonly #authKey: string;
  readonly #encryptionKey: Buffer;

  constructor(authKey: string) {
    this.#authKey = authKey;
    this.#encryptionKey = Buffer.from(hkdfSync("sha256", authKey, "", "certorder history", 32));
    this.id = this.#digest("certorder history").slice(0, 8);
  }

  mac(members: object): string {
    return this.#digest(JSON.stringify(Object.entries(members).sort())).slice(0, 32);
  }

  verifies(mac: unknown, members: object): boolean {
    const expected = Buffer.from(this.mac(members));
    const bytes = Buffer.from(String(mac));
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  }

  /**
   * Encrypts a text and binds it to its place: a copy elsewhere cannot be decrypted. The result begins with the id of
   * the auth key.
   */
  encrypt(text: string, place: string): string {
    const iv = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", this.#encryptionKey, iv).setAAD(Buffer.from(place));
    const encrypted = [cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()];
    return Buffer.concat([Buffer.from(this.id, "hex"), iv, ...encrypted]).toString("base64url");
  }

  decrypt(encrypted: string, place: string): string | undefined {
    const bytes = Buffer.from(encrypted, "base64url");
    if (bytes.length < 32) return undefined;
    try {
      const decipher = createDecipheriv("aes-256-gcm", this.#encryptionKey, bytes.subarray(4, 16))
        .setAAD(Buffer.from(place))
        .setAuthTag(bytes.subarray(-16));
      return decipher.update(bytes.subarray(16, -16), undefined, "utf8") + decipher.final("utf8");
    } catch {
      return undefined;
    }
  }

  #digest(text: string): string {
    return createHmac("sha256", this.#authKey).update(text).digest("hex");
  }
}

/** The id of the auth key that encrypted a text. */
export function readKeyId(encrypted: string): string {
  return Buffer.from(encrypted, "base64url").subarray(0, 4).toString("hex");
}

/**
 * A hash of a name: it can be compared but not read. A hash stays as it is. It has no secret, so a short name can be guessed from
 * it: with the auth key in it, the history would be lost when that key is replaced, and the order would be reissued twice.
 */
export function hashName(text: string): string {
  if (isHash(text)) return text;
  return `sha256:${createHash("sha256").update(text).digest("hex").slice(0, 32)}`;
}

export function isHash(text: string): boolean {
  return /^sha256:[0-9a-f]{32}$/.test(text);
}
