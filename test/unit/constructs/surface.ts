// What the types of the constructs allow. It is compiled, never run.
import type {
  CallbackCheck,
  CallbackCheckProps,
  CertificateReissueOptions,
  CertificateReissueProps,
  Csr,
} from "../../../src/constructs/index.ts";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <T extends true>(): T => true as T;
type Anything = string & {};

// An editor completes what is known; a token is any text.
holds<Same<CertificateReissueProps["persistPolicy"], "fqdn" | "wildcard" | Anything | undefined>>();
holds<Same<CertificateReissueProps["csrFrom"], "sign-cloud-csc" | Anything | undefined>>();
holds<Same<CertificateReissueProps["dcvMethod"], "dns-persist" | Anything | undefined>>();
holds<Same<CertificateReissueProps["signHash"], "sha256" | "sha384" | "sha512" | Anything>>();
holds<Same<CertificateReissueProps["commonName"], string | undefined>>();
holds<Same<CertificateReissueProps["orderId"], string>>();
holds<Same<CallbackCheckProps["url"], string | undefined>>();

declare const csr: Csr;
export const names: Pick<CertificateReissueProps, "csr" | "commonName" | "dnsNames"> = {
  csr,
  commonName: csr.commonName,
  dnsNames: csr.dnsNames,
};

// A library extends the options of one reissue, and passes them on.
export interface SiteProps extends Omit<CertificateReissueOptions, "signHash"> {
  readonly team: string;
}
declare const site: SiteProps;
export const passedOn: CertificateReissueProps = { ...site, signHash: "sha256" };

// Nothing can wait for a check block, and count excludes forEach.
declare const checks: { readonly gate: CallbackCheck; readonly block: CallbackCheck<"check"> };
declare const each: NonNullable<CertificateReissueProps["forEach"]>;
const order = { orderId: "order-1", signHash: "sha256" };
export const waiting: CertificateReissueProps[] = [
  { ...order, dependsOn: [checks.gate], count: 2 },
  { ...order, forEach: each },
  // @ts-expect-error a check block has no address
  { ...order, dependsOn: [checks.block] },
  // @ts-expect-error one of the two
  { ...order, forEach: each, count: 2 },
];
