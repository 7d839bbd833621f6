import { CertOrderError, isUntrusted } from "../../../contract/index.ts";
import { neverConnected, storeUnusable } from "../server.ts";
import type { S3Response } from "./request.ts";
import type { S3Address } from "./url.ts";

/**
 * 409: two writers collided, and the store asks to repeat. After the other statuses it is not known whether the write
 * happened.
 */
export function isUnclearAnswer({ status }: S3Response): boolean {
  return status === 409 || status === 408 || status === 429 || (status >= 500 && status !== 501);
}

/** Without credentials and a connection, nothing can have been carried out. */
export function neverBegan(error: unknown): boolean {
  return CertOrderError.is(error) || neverConnected(error);
}

const rights = "Allow s3:PutObject, s3:GetObject and s3:ListBucket on the prefix; no others are needed.";

/** By the store's code: what is wrong, and what helps. */
const byCode: Readonly<Record<string, readonly [why: string, remedy: string]>> = {
  NoSuchBucket: ["there is no such bucket", "Correct its name in the URL, or create the bucket."],
  AccessDenied: ["a right is missing", rights],
  InvalidAccessKeyId: ["its store does not know the access key", "Correct AWS_ACCESS_KEY_ID."],
  XAdminUserNotFound: ["its store does not know the access key", "Correct AWS_ACCESS_KEY_ID."],
  SignatureDoesNotMatch: [
    "the secret of the access key is wrong",
    "Correct AWS_SECRET_ACCESS_KEY; where it is right, region and endpoint.",
  ],
  ExpiredToken: ["the credentials have expired", "Get new credentials, and run this again."],
  InvalidToken: [
    "the session's token does not fit the access key",
    "Set AWS_SESSION_TOKEN together with it.",
  ],
  KeyTooLongError: ["the order's id is too long for the name of an object", "Keep a journal elsewhere."],
  NotImplemented: [
    "its store has no conditional writes",
    "Use a store that has them, or a newer version of this one.",
  ],
};

export function notAList(address: S3Address): CertOrderError {
  return storeUnusable(
    address,
    "its store does not answer with a list of objects",
    "Check that the endpoint is an S3 store. A login page or a proxy may answer in its place.",
  );
}

export function s3Failure(failure: unknown, address: S3Address): CertOrderError {
  if (CertOrderError.is(failure)) return failure;
  const unusable = (why: string, remedy: string) =>
    storeUnusable(address, why, remedy, failure instanceof Error ? failure : undefined);
  if (failure instanceof Error) {
    const { code = failure.message } = failure as NodeJS.ErrnoException;
    return isUntrusted(code)
      ? unusable(
          `its store's certificate is not trusted (${code})`,
          "Name the authority's file with AWS_CA_BUNDLE, or the host as the certificate names it.",
        )
      : unusable(
          `its store did not answer (${code})`,
          "Check that it can be reached from this machine; check endpoint and region.",
        );
  }
  const { status, headers, body } = failure as S3Response;
  const code = /<Code>(\w+)<\/Code>/.exec(body)?.[1] ?? "";
  const region = headers["x-amz-bucket-region"];
  if (status >= 300 && status < 400)
    return unusable(
      "its bucket is elsewhere",
      `Correct region in the URL${typeof region === "string" && /^[a-z0-9-]+$/.test(region) ? `: ${region}` : ""}.`,
    );
  const known = byCode[code] ?? (status === 403 ? byCode.AccessDenied : undefined);
  if (known) return unusable(...known);
  if (status === 429 || status >= 500)
    return unusable(
      `its store is overloaded or unavailable (HTTP ${status}${code && ` ${code}`})`,
      "Run this again later.",
    );
  return unusable(
    `its store answers with HTTP ${status}${code && ` ${code}`}`,
    "Check endpoint, region and rights.",
  );
}
