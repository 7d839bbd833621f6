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
 * Everyone with access to a repository can read its records, and a token that may write deployments can forge them.
 * So results are sealed with the auth key, and everything else has its MAC.
 */
export class RecordKeys {
  /** Identifies this auth key without revealing it. */
  readonly id: string;
  readonly #authKey: string;
  readonly #sealing: Buffer;

  constructor(authKey: string) {
    this.#authKey = authKey;
    this.#sealing = Buffer.from(hkdfSync("sha256", authKey, "", "certorder record", 32));
    this.id = this.#digest("certorder record").slice(0, 8);
  }

  mac(members: object): string {
    return this.#digest(JSON.stringify(Object.entries(members).sort())).slice(0, 32);
  }

  verifies(mac: unknown, members: object): boolean {
    const expected = Buffer.from(this.mac(members));
    const given = Buffer.from(String(mac));
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  /**
   * Encrypts a text and binds it to its place, so that a copy elsewhere does not open. The result begins with the id
   * of the auth key.
   */
  seal(text: string, place: string): string {
    const iv = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", this.#sealing, iv).setAAD(Buffer.from(place));
    const sealed = [cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()];
    return Buffer.concat([Buffer.from(this.id, "hex"), iv, ...sealed]).toString("base64url");
  }

  unseal(sealed: string, place: string): string | undefined {
    const bytes = Buffer.from(sealed, "base64url");
    if (bytes.length < 32) return undefined;
    try {
      const decipher = createDecipheriv("aes-256-gcm", this.#sealing, bytes.subarray(4, 16))
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

/** The id of the auth key in a sealed text. */
export function readAuthKeyId(sealed: string): string {
  return Buffer.from(sealed, "base64url").subarray(0, 4).toString("hex");
}

/** A hash of a name: it can be compared but not read, also after the auth key was replaced. A hash stays as it is. */
export function hashName(text: string): string {
  if (/^sha256:[0-9a-f]{32}$/.test(text)) return text;
  return `sha256:${createHash("sha256").update(text).digest("hex").slice(0, 32)}`;
}
