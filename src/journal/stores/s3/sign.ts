import { createHash, createHmac } from "node:crypto";

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

export interface Request {
  readonly method: "GET" | "PUT";
  readonly url: URL;
  /** In lower case. All of them are signed. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The headers of a request with AWS's signature, version 4. */
export function signHeaders(
  { method, url, headers, body }: Request,
  { accessKeyId, secretAccessKey, sessionToken }: Credentials,
  region: string,
  now: Date,
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, "");
  const all: Record<string, string> = {
    ...headers,
    host: url.host,
    "x-amz-content-sha256": sha256(body).toString("hex"),
    "x-amz-date": time,
    ...(sessionToken !== undefined && { "x-amz-security-token": sessionToken }),
  };
  const names = Object.keys(all).sort();
  const canonical = [
    method,
    url.pathname.split("/").map(encoded).join("/"),
    [...url.searchParams]
      .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)
      .sort()
      .join("&"),
    ...names.map((name) => `${name}:${all[name]?.trim()}`),
    "",
    names.join(";"),
    all["x-amz-content-sha256"],
  ].join("\n");
  const scope = [time.slice(0, 8), region, "s3", "aws4_request"];
  const toSign = ["AWS4-HMAC-SHA256", time, scope.join("/"), sha256(canonical).toString("hex")].join("\n");
  const key = scope.reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${secretAccessKey}`);
  const signature = hmac(key, toSign).toString("hex");
  return {
    ...all,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope.join("/")},SignedHeaders=${names.join(";")},Signature=${signature}`,
  };
}

export function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

/** A part of a path in the one spelling that is signed. */
function encoded(part: string): string {
  return percentEncode(decodeURIComponent(part));
}

/** Encodes everything but letters, digits and -._~ */
function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
