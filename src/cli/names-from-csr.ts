import { isAbsent, type Values } from "../contract/index.ts";
import { type Csr, CsrError, readCsr } from "../csr/index.ts";

/**
 * The names of the request's CSR, for a request without names. They are exactly those of the CSR, so that the check finds no
 * difference. IP addresses are among them: without them, the new certificate would silently lack them. The names of a CSR with an
 * algorithm that cannot be verified (SM2) are read too. A CSR that cannot be read has none; the check of the request reports it.
 */
export function namesFromCsr({ csr: text, common_name, dns_names }: Values): Values {
  if (typeof text !== "string" || !isAbsent(common_name) || !isAbsent(dns_names)) return {};
  const csr = read(text);
  if (!csr) return {};
  const alternatives = [...csr.dnsNames, ...csr.ipAddresses];
  // Modern CSRs have no common name. Then the first alternative name takes its place, as with most programs.
  const commonName = csr.commonName ?? alternatives[0];
  return {
    ...(commonName !== undefined && { common_name: commonName }),
    ...(alternatives.length > 0 && { dns_names: alternatives }),
  };
}

function read(text: string): Csr | undefined {
  try {
    return readCsr(text);
  } catch (error) {
    if (error instanceof CsrError) return undefined;
    throw error;
  }
}
