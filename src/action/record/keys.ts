import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";

/**
 * Records lie open in a repository, and whoever may write deployments can forge them. So everything in them is keyed by
 * the auth key: orders and requests have names that say nothing without it, and results are sealed.
 */
export class RecordKeys {
  readonly #authKey: string;
  readonly #sealing: Buffer;

  constructor(authKey: string) {
    this.#authKey = authKey;
    this.#sealing = Buffer.from(hkdfSync("sha256", authKey, "", "certorder record", 32));
  }

  /** A name, or a seal on what is open to read: the same for the same parts. */
  mac(...parts: readonly (string | number)[]): string {
    return createHmac("sha256", this.#authKey).update(JSON.stringify(parts)).digest("hex").slice(0, 32);
  }

  verifies(mac: string, ...parts: readonly (string | number)[]): boolean {
    const expected = Buffer.from(this.mac(...parts));
    const given = Buffer.from(mac);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  /** Hides a text and binds it to its place: copied elsewhere, it does not open. */
  seal(text: string, place: string): string {
    const iv = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", this.#sealing, iv).setAAD(Buffer.from(place));
    return Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]).toString(
      "base64url",
    );
  }

  unseal(sealed: string, place: string): string | undefined {
    const bytes = Buffer.from(sealed, "base64url");
    if (bytes.length < 28) return undefined;
    try {
      const decipher = createDecipheriv("aes-256-gcm", this.#sealing, bytes.subarray(0, 12))
        .setAAD(Buffer.from(place))
        .setAuthTag(bytes.subarray(-16));
      return decipher.update(bytes.subarray(12, -16), undefined, "utf8") + decipher.final("utf8");
    } catch {
      return undefined;
    }
  }
}
