import type { Environment, Fields, Setting, Values } from "../contract/index.ts";
import { settings, urlPassword } from "../contract/index.ts";
import { readInput } from "./environment.ts";
import { inputs } from "./inputs.ts";
import type { Runner } from "./runner.ts";

/** Shorter values occur in innocent texts, which would be full of holes. */
const shortestMasked = 6;

/** Has the runner hide every secret, before anything else happens. Ids are no secrets: hidden, they could not be outputs. */
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

/** Of a URL its password is secret, however it is spelled; without one it may be shown. */
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

/** The secrets of a request that came from elsewhere than an input, such as a file. */
export function maskRequest(fields: Fields, values: Values, { mask }: Pick<Runner, "mask">): void {
  hide(
    Object.entries(fields).flatMap(([name, { sensitive }]) =>
      sensitive ? [String(values[name] ?? "")] : [],
    ),
    mask,
  );
}

function hide(secrets: readonly string[], mask: Runner["mask"]): void {
  // A runner hides whole lines, so that a secret of several lines has to be named line by line.
  const lines = secrets.flatMap((secret) => [secret, ...secret.split(/[\r\n]+/)]);
  for (const secret of new Set(lines)) if (secret.trim().length >= shortestMasked) mask(secret);
}
