import { dayMs } from "../../../src/contract/index.ts";
import type { KeyAndCertificate } from "../../../src/sandbox/index.ts";
import {
  certify,
  critical,
  der,
  dnsName,
  extension,
  newKeys,
  oid,
  pemOfKey,
  toPem,
} from "../../../src/sandbox/x509/index.ts";

export interface TestAuthority {
  readonly pem: string;
  /** The certificate of a server. `daysLeft` may be negative. */
  issue(names: readonly string[], daysLeft?: number): KeyAndCertificate;
  /** An authority whose certificate this one issues. */
  intermediate(name: string): TestAuthority;
}

/** An authority whose certificates end when a test wants it. */
export function testAuthority(name: string, issuer?: Pick<Signer, "name" | "key">): TestAuthority {
  const { privateKey: key, spki } = newKeys();
  const own: Signer = { name, key };
  const extensions = [critical(oid.basicConstraints, der.sequence(der.isTrue))];
  return {
    pem: sign(issuer ?? own, { subject: name, spki, extensions }, 365),
    issue(names, daysLeft = 90) {
      const server = newKeys();
      const alternatives = extension(oid.subjectAlternativeName, der.sequence(...names.map(dnsName)));
      const request = { subject: names[0] ?? "", spki: server.spki, extensions: [alternatives] };
      return { key: pemOfKey(server.privateKey), cert: sign(own, request, daysLeft) };
    },
    intermediate: (below) => testAuthority(below, own),
  };
}

type Certified = Parameters<typeof certify>[0];

interface Signer {
  readonly name: string;
  readonly key: Certified["issuerKey"];
}

function sign(
  { name: issuer, key: issuerKey }: Signer,
  request: Pick<Certified, "subject" | "spki" | "extensions">,
  daysLeft: number,
): string {
  const now = Date.now();
  // Half a day more, so that the test may take its time.
  const to = new Date(now + (daysLeft + 0.5) * dayMs);
  return toPem(certify({ ...request, issuer, issuerKey, from: new Date(now - 400 * dayMs), to }));
}
