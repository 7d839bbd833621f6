// One source for CDKTF and CDK Terrain: scripts/build-constructs.ts.
export {
  type CallbackBlockOptions,
  CallbackCheck,
  type CallbackCheckMode,
  type CallbackCheckProps,
  type CallbackGateOptions,
  type CallbackPostconditionOptions,
} from "./callback-check.ts";
export {
  type AcknowledgedLosses,
  CertificateReissue,
  type CertificateReissueOptions,
  type CertificateReissueProps,
  type CsrFile,
  type ExistingCertificate,
} from "./certificate-reissue.ts";
export type { CheckBlock } from "./check-block.ts";
export { Csr } from "./csr.ts";
/** The low-level constructs for each resource, data source and argument of the provider. */
export * as bindings from "./generated/cdktn/index.ts";
export type { KnownValues } from "./known-values.ts";
export type { BlockOptions, LifecycleOptions, Repetition } from "./props.ts";
export { CertOrderProvider, type CertOrderProviderProps } from "./provider.ts";
