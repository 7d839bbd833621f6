/**
 * A replacement for Terraform and OpenTofu in tests of a provider. It starts the real process, uses the real protocol,
 * and checks the real rules.
 *
 *     const workspace = await Workspace.open({ command: [process.execPath, "provider.ts"], provider: { … } });
 *     const file = workspace.resource("acme_file");
 *     await file.apply({ name: "a" });   // plan, apply, then two plans that must be empty
 *     await workspace.close();
 *
 * {@link CoreWorkspace} drives an installed Terraform or OpenTofu instead.
 */
import "../process/starting.ts";

export type { StateAttributes } from "./acceptance/attribute-path.ts";
export type { Configuration } from "./acceptance/configuration.ts";
export type { CoreAction, CorePlan, OutputChange, ResourceChange } from "./acceptance/core-plan.ts";
export type { StateResource } from "./acceptance/core-state.ts";
export {
  type CoreApplyOptions,
  type CoreCommandOptions,
  type CoreImportOptions,
  CoreWorkspace,
  type CoreWorkspaceOptions,
  type ExpectErrorOptions,
} from "./acceptance/core-workspace.ts";
export {
  type CoreName,
  findCore,
  type InstalledCore,
  isAtLeast,
  type MissingCore,
} from "./acceptance/find-core.ts";
export type { ProviderCommand } from "./acceptance/install-command.ts";
export type { CoreRun } from "./acceptance/run-core.ts";
export { StepError } from "./acceptance/step-error.ts";
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
