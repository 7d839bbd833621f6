import type { Finding } from "../finding.ts";

const severity: readonly Finding["status"][] = ["ok", "unchecked", "warning", "failed"];

/** Makes a check at each address of a host. The worst finding counts, and differences between addresses are named. */
export async function perAddress(
  addresses: readonly string[],
  look: (address: string) => Promise<Finding>,
): Promise<Finding> {
  const findings = await Promise.all(
    addresses.map(async (address) => ({ address, ...(await look(address)) })),
  );
  const [worst] = findings.toSorted(
    (one, other) => severity.indexOf(other.status) - severity.indexOf(one.status),
  );
  if (!worst) throw new RangeError("There is no address.");
  const { address: _, ...finding } = worst;
  const isOne = findings.every(({ status, text }) => status === worst.status && text === worst.text);
  if (isOne || findings.every(({ status }) => status === "ok")) return finding;
  return {
    ...finding,
    text: `Its addresses differ. ${findings.map(({ address, text }) => `${address}: ${text}`).join(" ")}`,
  };
}
