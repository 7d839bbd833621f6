import { expectErrors, type ProviderWithSandbox } from "../provider/provider.ts";

type Settings = NonNullable<Parameters<ProviderWithSandbox["run"]>[0]>;

/** The first error of a plan or an apply that is refused. */
export async function refused(
  run: Promise<unknown>,
): Promise<{ readonly code?: string; readonly detail: string }> {
  const [error] = await expectErrors(run);
  const detail = error?.detail ?? "";
  const [, code] = /^Code: (\S+)$/m.exec(detail) ?? [];
  return { detail, ...(code !== undefined && { code }) };
}

/** An argument that a message or a page shows: `NAME = { KEY = "VALUE" }` or `NAME = ["VALUE"]`. */
export function argument(line: string): Settings {
  const [, name = "", value = ""] = /^(\w+) = (.+)$/.exec(line) ?? [];
  const json = value.replace(/"?([\w-]+)"? = /g, '"$1": ');
  return { [name]: JSON.parse(json) };
}
