// A stand-in for Terraform and OpenTofu in tests of a provider: it starts the real process, speaks the real protocol,
// and insists on the real rules.
//
//     const workspace = await Workspace.open({ command: [process.execPath, "provider.ts"], provider: { … } });
//     const file = workspace.resource("acme_file");
//     await file.apply({ name: "a" });   // plan, apply, then two plans that must be empty
//     await workspace.close();

import "../../needs-node.ts";

export { type CoreDiagnostic, ProviderErrors } from "./core.ts";
export { CoreViolation } from "./core-rules.ts";
export type { Given, GivenValue } from "./given.ts";
export type { StartOptions } from "./provider-process.ts";
export {
  type AppliedResource,
  type ApplyOptions,
  type CarryOutOptions,
  type ManagedResource,
  type PlannedAction,
  type PlanOptions,
  type ResourcePlan,
  unknownIn,
  Workspace,
  type WorkspaceOptions,
} from "./workspace.ts";
