import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import type { SecureContext } from "node:tls";
import { specialUse } from "../../addresses.ts";
import type { CallbackTestResult } from "../../client/index.ts";
import type { CertOrderError, Dialect, Environment, InputProblem, Settings } from "../../contract/index.ts";
import type { Finding } from "./finding.ts";
import type { HttpAnswer } from "./network/exchange.ts";

/** What is examined, and what the checks have found out. */
export interface Examination {
  readonly env: Environment;
  /** The names of flags in remedies. */
  readonly dialect: Dialect;
  /** The setting's flag, if the command line gave it. */
  readonly flagOf: (name: string) => string | undefined;
  /** Only those without a problem are there. */
  readonly settings: Partial<Settings>;
  readonly problems: readonly InputProblem[];
  /** The callback that the command line gives. */
  readonly callback: { readonly url?: string; readonly access_key?: string };
  /** Whether the service is asked to test the callback. */
  readonly asksService: boolean;
  readonly means: Means;
  /** Each is written by one check, and read by those that need it. */
  readonly facts: Facts;
  /** What another check found. Undefined: it was not made. */
  readonly findingOf: (name: string) => Promise<Finding> | undefined;
}

/** What checks have found out, for those after them. */
export interface Facts {
  serviceAddresses?: readonly string[];
  /** The address of the service, or of its proxy, that takes connections. */
  serviceAddress?: string | undefined;
  serviceAnswer?: Promise<HttpAnswer>;
  callbackAddresses?: readonly string[];
  /** Those that take connections. */
  callbackReachable?: readonly string[];
  /** By address: the authorities with which the certificate is trusted. Undefined: those of this machine. */
  callbackTrust?: Map<string, SecureContext | undefined>;
  /** The service's own test of the callback. */
  callbackTest?: Promise<CallbackTestResult | CertOrderError>;
}

/** How the network is looked at. A test replaces parts of it. */
export interface Means {
  readonly resolve: (host: string) => Promise<readonly LookupAddress[]>;
  /** Why an address is not public. */
  readonly specialUse: (address: string) => string | undefined;
  /** The authorities that every system trusts. */
  readonly publicAuthorities: () => readonly string[];
  /** An answer that takes longer is slow. */
  readonly slowMs: number;
  /** Other limits than those of the checks, by name. */
  readonly limitsMs: Readonly<Record<string, number>>;
  /** For all checks together. */
  readonly wholeLimitMs: number;
}

export const usualMeans: Means = {
  resolve: (host) => lookup(host, { all: true, order: "verbatim" }),
  specialUse,
  publicAuthorities: () => process.getBuiltinModule("node:tls").getCACertificates("bundled"),
  slowMs: 3_000,
  limitsMs: {},
  wholeLimitMs: 14_000,
};
