/**
 * A replacement for Terraform and OpenTofu in tests of a provider. It starts the real process, uses the real protocol,
 * and checks the real rules.
 *
 *     const workspace = await Workspace.open({ command: [process.execPath, "provider.ts"], provider: { … } });
 *     const file = workspace.resource("acme_file");
 *     await file.apply({ name: "a" });   // plan, apply, then two plans that must be empty
 *     await workspace.close();
 */
import "../process/starting.ts";

export { type CoreDiagnostic, ProviderErrors, type ProviderUnderTest } from "./core.ts";
export { CoreViolation } from "./core-rules.ts";
export type { FoundResource, ListOptions, OpenedEphemeral } from "./offerings.ts";
export type { StartOptions } from "./provider-process.ts";
export type { TestConfig, TestConfigValue } from "./test-config.ts";
export {
  type AppliedResource,
  type ApplyOptions,
  type CarryOutOptions,
  type ManagedResource,
  type MovedFrom,
  type PlannedAction,
  type PlanOptions,
  type ResourcePlan,
  unknownNames,
  Workspace,
  type WorkspaceOptions,
} from "./workspace.ts";
