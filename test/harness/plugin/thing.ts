import { defineProvider, type Resource } from "../../../src/plugin/index.ts";
import {
  type CoreDiagnostic,
  type ManagedResource,
  ProviderErrors,
  Workspace,
} from "../../../src/plugin/testing/index.ts";

export const bareProvider = {
  name: "t",
  address: "example/t",
  version: "1.0.0",
  schema: { attributes: {} },
} as const;

export async function openThing(resource: Resource): Promise<ManagedResource> {
  const provider = defineProvider({ ...bareProvider, resources: { t_thing: resource } });
  return (await Workspace.open({ inProcess: provider })).resource("t_thing");
}

/** What a provider reports when it fails. Empty if it succeeds. */
export async function reported(run: Promise<unknown>): Promise<readonly CoreDiagnostic[]> {
  try {
    await run;
    return [];
  } catch (thrown) {
    if (!(thrown instanceof ProviderErrors)) throw thrown;
    return thrown.diagnostics;
  }
}
