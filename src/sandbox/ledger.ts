import * as read from "./untrusted.ts";

/** One reissue that happened. */
export interface LedgerEntry {
  /** 1, 2, 3… */
  readonly seq: number;
  /** When it happened (RFC 3339). */
  readonly at: string;
  /** The account that asked for it. */
  readonly keyId: string;
  /** The order that was reissued. */
  readonly orderId: string;
  /** The certificate that the reissue made. */
  readonly certificateId: string;
  /** The order's certificate before the reissue. */
  readonly previousCertificateId: string;
  /** Whether the reissue revoked the previous certificate. */
  readonly revokedPrevious: boolean;
}

export const readLedgerEntry = read.object<LedgerEntry>({
  seq: read.count,
  at: read.string,
  keyId: read.string,
  orderId: read.string,
  certificateId: read.string,
  previousCertificateId: read.string,
  revokedPrevious: read.boolean,
});
