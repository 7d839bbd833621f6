import type { PeerCertificate, TLSSocket } from "node:tls";
import { dayMs } from "../../../contract/index.ts";
import { type Finding, failed, ok, warning } from "../finding.ts";

/** A certificate with fewer days left should have been replaced. */
const soonDays = 14;

export interface CertificateFinding extends Finding {
  /** Its chain leads to no authority that is trusted. */
  readonly isUntrusted?: boolean;
}

/** What is wrong with the certificate of a connection, and how long it is valid. */
export function judgeCertificate(socket: TLSSocket, host: string): CertificateFinding {
  const certificate = socket.getPeerCertificate();
  const until = new Date(certificate.valid_to);
  const day = until.toISOString().slice(0, 10);
  const days = Math.floor((until.getTime() - Date.now()) / dayMs);
  // Node has a code here, and its types an error.
  if (!socket.authorized) return explain(String(socket.authorizationError), certificate, { host, day, days });
  const text = `${socket.getProtocol()}, and a certificate for ${host} that is valid until ${day}: ${days} days.`;
  return days >= soonDays ? ok(text) : warning(text, `Replace the certificate of ${host} before ${day}.`);
}

function explain(
  code: string,
  { issuer, subjectaltname = "no name" }: PeerCertificate,
  { host, day, days }: { readonly host: string; readonly day: string; readonly days: number },
): CertificateFinding {
  switch (code) {
    case "CERT_HAS_EXPIRED":
      return failed(
        days < 0
          ? `The certificate of ${host} expired on ${day}.`
          : "A certificate of its chain has expired.",
        `Replace the certificate of ${host}, with its chain.`,
      );
    case "CERT_NOT_YET_VALID":
      return failed("The certificate is not valid yet.", "Set the clocks of both machines, or wait.");
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return failed(
        `The certificate is not for ${host}, but for ${subjectaltname}.`,
        `Use a certificate that names ${host}, or an address that the certificate names.`,
      );
    case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
    case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
    case "UNABLE_TO_GET_ISSUER_CERT":
      return {
        ...failed(
          `The chain is not complete: the server does not send the certificate of ${name(issuer)}, and no trusted authority has this name.`,
          `Let the server send its intermediate certificates too, such as fullchain.pem in place of cert.pem. ${ownAuthority}`,
        ),
        isUntrusted: true,
      };
    default:
      return {
        ...failed(
          `The certificate is of no trusted authority (${code}).`,
          `Use a certificate of a public authority. ${ownAuthority}`,
        ),
        isUntrusted: true,
      };
  }
}

const ownAuthority = "If the authority is your own, or that of a sandbox, name its certificate in --ca-file.";

function name({ CN, O }: PeerCertificate["issuer"]): string {
  return [CN, O].flat().find(Boolean) ?? "an authority without a name";
}
