import type { Environment, Fields, Setting, Values } from "../contract/index.ts";
import { settings, urlPassword } from "../contract/index.ts";
import { readInput } from "./input-variables.ts";
import { inputs } from "./inputs.ts";
import type { Runner } from "./runner.ts";

/** Shorter values also occur in harmless texts. */
const shortestMasked = 6;

/**
 * Tells the runner to mask every secret, before anything else happens. Ids are not secret: a masked id could not be
 * an output.
 */
export function maskSecrets(env: Environment, { mask }: Pick<Runner, "mask">): void {
  const secrets = [
    ...Object.entries(inputs).flatMap(([name, { sensitive }]) =>
      findSecrets(readInput(env, name), sensitive),
    ),
    ...Object.values<Setting>(settings).flatMap(({ sensitive, env: name }) =>
      findSecrets(env[name] ?? "", sensitive),
    ),
  ];
  hide(secrets, mask);
}

/** The password of a URL is secret in every spelling. A URL without one may be shown. */
function findSecrets(value: string, sensitive: Setting["sensitive"]): string[] {
  if (sensitive !== "password") return sensitive ? [value] : [];
  const password = urlPassword(value);
  return password === undefined ? [] : [value, password, decoded(password)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Masks secrets of the request that came from a file, not from an input. */
export function maskRequest(fields: Fields, values: Values, { mask }: Pick<Runner, "mask">): void {
  hide(
    Object.entries(fields).flatMap(([name, { sensitive }]) =>
      sensitive ? [String(values[name] ?? "")] : [],
    ),
    mask,
  );
}

function hide(secrets: readonly string[], mask: Runner["mask"]): void {
  // A runner masks single lines, so a secret of several lines is masked line by line.
  const lines = secrets.flatMap((secret) => [secret, ...secret.split(/[\r\n]+/)]);
  for (const secret of new Set(lines)) if (secret.trim().length >= shortestMasked) mask(secret);
}
