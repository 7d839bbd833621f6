import { createECDH, createHash, createPrivateKey } from "node:crypto";
import { inspect } from "node:util";

/**
 * Secrets that are easy to find again. Around a core of plain characters, which no encoding but base64 and hex changes,
 * stand characters that URLs, JSON, HTML and terminals spell differently.
 */
const cores = {
  authKey: "CanaryAuthKey7f3e9b1d",
  accessKey: "CanaryAccessKey5c2a8e40",
  signKeyPin: "CanaryPin61d09b7a",
  writeOnlyPin: "CanaryOncePin2e84c6f5",
  githubToken: "CanaryToken93b5d17c",
  proxyPassword: "CanaryProxy4a6f0e82",
} as const;

export const canaries = {
  authKey: `a"\\/ +&=%<${cores.authKey}>?~'z`,
  accessKey: `é"\\/ +&=%<${cores.accessKey}>?~'ü`,
  signKeyPin: `é"\\/ +&=%<${cores.signKeyPin}>?~'ü`,
  writeOnlyPin: `é"\\/ +&=%<${cores.writeOnlyPin}>?~'ü`,
  githubToken: `ghs_${cores.githubToken}`,
  proxyPassword: `a"\\/ +&=%<${cores.proxyPassword}>?~'z`,
  /** Pasted where the signing request belongs. */
  privateKey: samePrivateKey(),
} as const;

/** Not a new one in each process: what one shows is searched for by another. */
function samePrivateKey(): string {
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(createHash("sha256").update("canary").digest());
  const point = pair.getPublicKey();
  const jwk = {
    kty: "EC",
    crv: "P-256",
    d: pair.getPrivateKey("base64url"),
    x: point.toString("base64url", 1, 33),
    y: point.toString("base64url", 33),
  };
  return createPrivateKey({ format: "jwk", key: jwk }).export({ type: "pkcs8", format: "pem" }).toString();
}

export type Canary = keyof typeof canaries;

/** The spellings in which a program, or a text that it quotes, may show a secret. */
export const encodings = {
  plain: (text) => text,
  JSON: (text) => JSON.stringify(text).slice(1, -1),
  URL: (text) => encodeURIComponent(text),
  base64: (text) => Buffer.from(text).toString("base64"),
  base64url: (text) => Buffer.from(text).toString("base64url"),
  hex: (text) => Buffer.from(text).toString("hex"),
} as const satisfies Record<string, (text: string) => string>;

export type Encoding = keyof typeof encodings;

/** What gives a canary away: either half of a core will do, so that one which was cut off is found too. */
const needles: readonly (readonly [Canary, string])[] = [
  ...Object.entries(cores).map(([name, core]) => [name as Canary, core] as const),
  ...plainWordsOf(canaries.privateKey).map((word) => ["privateKey", word] as const),
]
  .flatMap(([name, core]) => halves(core).map((half) => [name, half] as const))
  .flatMap(([name, half]) => traces(half).map((trace) => [name, trace.toLowerCase()] as const))
  .concat(keyBytes(canaries.privateKey).map((hex) => ["privateKey", hex]));

function plainWordsOf(pem: string): string[] {
  return pem.replace(/-----.*-----/g, "").match(/[a-z0-9]{16,}/gi) ?? [];
}

/** The key itself, as a program prints it that has read it. */
function keyBytes(pem: string): string[] {
  const lines = pem.split("\n").filter((line) => line.length > 20 && !line.startsWith("-----"));
  return lines.map((line) => Buffer.from(line, "base64").toString("hex"));
}

function halves(core: string): string[] {
  const middle = Math.ceil(core.length / 2);
  return [core.slice(0, middle), core.slice(middle)];
}

/** As it stands, in hex, and in base64 wherever in a longer text it may begin. */
function traces(part: string): string[] {
  const base64 = [0, 1, 2].map((before) => {
    const whole = Buffer.from("x".repeat(before) + part).toString("base64");
    // What depends on the neighbours is left out.
    return whole.slice(before === 0 ? 0 : before + 1, Math.floor(((before + part.length) * 8) / 6));
  });
  return [part, Buffer.from(part).toString("hex"), ...base64];
}

export function findCanaries(text: string): Canary[] {
  const lower = text.toLowerCase();
  return [...new Set(needles.filter(([, needle]) => lower.includes(needle)).map(([name]) => name))];
}

export function everythingPrintable(value: unknown): string {
  const all = { depth: null, showHidden: true, maxStringLength: null, maxArrayLength: null } as const;
  const texts = [
    inspect(value, all),
    // As another thread or process gets it.
    inspect(structuredClone(value), all),
    String(value),
    JSON.stringify(value) ?? "",
  ];
  for (let error = value; error instanceof Error; error = error.cause)
    texts.push(error.name, error.message, error.stack ?? "", JSON.stringify({ ...error }));
  return texts.join("\n");
}
