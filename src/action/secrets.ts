import type { Fields, Setting, Values } from "../contract/index.ts";
import { passwordIn, settings } from "../contract/index.ts";
import type { Environment } from "./environment.ts";
import { inputOf } from "./environment.ts";
import { inputs } from "./inputs.ts";
import type { Runner } from "./runner.ts";

/** Shorter values occur in innocent texts, which would be full of holes. */
const shortestMasked = 6;

/** Has the runner hide every secret, before anything else happens. Ids are no secrets: hidden, they could not be outputs. */
export function maskSecrets(env: Environment, { mask }: Pick<Runner, "mask">): void {
  const secrets = [
    ...Object.entries(inputs).flatMap(([name, { sensitive }]) => (sensitive ? [inputOf(env, name)] : [])),
    ...Object.values<Setting>(settings).flatMap(({ sensitive, env: name }) =>
      sensitive ? [env[name] ?? ""] : [],
    ),
  ];
  hide(secrets, mask);
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
  const lines = secrets.flatMap((secret) => [secret, passwordIn(secret) ?? "", ...secret.split(/[\r\n]+/)]);
  for (const secret of new Set(lines)) if (secret.trim().length >= shortestMasked) mask(secret);
}
