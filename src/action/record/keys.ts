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
 * Records lie open in a repository, and a token that may write deployments can forge them. So results are sealed with the auth
 * key, and everything else carries its MAC.
 */
export class RecordKeys {
  /** Tells this key from others, and nothing about it. */
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

  /** Hides a text and binds it to its place: copied elsewhere, it does not open. Names the key in front. */
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

/** The id of the auth key that something was sealed with. */
export function readAuthKeyId(sealed: string): string {
  return Buffer.from(sealed, "base64url").subarray(0, 4).toString("hex");
}

/** A name that can be compared but not read, also after the key was replaced. That of a hash is the hash. */
export function hashName(text: string): string {
  if (/^sha256:[0-9a-f]{32}$/.test(text)) return text;
  return `sha256:${createHash("sha256").update(text).digest("hex").slice(0, 32)}`;
}
