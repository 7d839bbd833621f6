import { generateKeyPairSync } from "node:crypto";
import { inspect } from "node:util";

/**
 * Secrets that are easy to find again. Around a core of plain characters, which no encoding but base64 and hex changes,
 * stand characters that URLs, JSON, HTML and terminals spell differently.
 */
const cores = {
  authKey: "CanaryAuthKey7f3e9b1d",
  accessKey: "CanaryAccessKey5c2a8e40",
  signKeyPin: "CanaryPin61d09b7a",
} as const;

export const canaries = {
  authKey: `a"\\/ +&=%<${cores.authKey}>?~'z`,
  accessKey: `é"\\/ +&=%<${cores.accessKey}>?~'ü`,
  signKeyPin: `é"\\/ +&=%<${cores.signKeyPin}>?~'ü`,
  /** Pasted where the signing request belongs. */
  privateKey: generateKeyPairSync("ec", { namedCurve: "P-256" })
    .privateKey.export({ type: "pkcs8", format: "pem" })
    .toString(),
} as const;

const needles: readonly (readonly [string, string])[] = [
  ...Object.entries(cores).flatMap(([name, core]) =>
    spellings(core).map((spelling) => [name, spelling.toLowerCase()] as const),
  ),
  ...canaries.privateKey
    .split("\n")
    .filter((line) => line.length > 20 && !line.startsWith("-----"))
    .flatMap((line) => [line, Buffer.from(line, "base64").toString("hex")])
    .map((line) => ["privateKey", line.toLowerCase()] as const),
];

/** As it stands, in hex, and in base64 wherever in a longer text it may begin. */
function spellings(core: string): string[] {
  const base64 = [0, 1, 2].map((before) => {
    const whole = Buffer.from("x".repeat(before) + core).toString("base64");
    // What depends on the neighbours is left out.
    return whole.slice(before === 0 ? 0 : before + 1, Math.floor(((before + core.length) * 8) / 6));
  });
  return [core, Buffer.from(core).toString("hex"), ...base64];
}

/** The names of the canaries that can be found in a text. */
export function canariesIn(text: string): string[] {
  const lower = text.toLowerCase();
  return [...new Set(needles.filter(([, needle]) => lower.includes(needle)).map(([name]) => name))];
}

/** Everything that a program could print of a value. */
export function everythingPrintable(value: unknown): string {
  const texts = [
    inspect(value, { depth: null, showHidden: true, maxStringLength: null, maxArrayLength: null }),
    String(value),
    JSON.stringify(value) ?? "",
  ];
  for (let error = value; error instanceof Error; error = error.cause)
    texts.push(error.name, error.message, error.stack ?? "", JSON.stringify({ ...error }));
  return texts.join("\n");
}
