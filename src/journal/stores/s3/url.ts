import type { Environment } from "../../../contract/index.ts";
import { isLoopback } from "../../../contract/index.ts";
import { wrongUrl } from "../wrong-url.ts";

/** The address of a bucket, and our prefix in it. */
export interface S3Address {
  readonly title: string;
  readonly bucket: string;
  /** Empty, or with a slash at its end. */
  readonly prefix: string;
  readonly region: string;
  /** The address below which the keys are. */
  readonly base: URL;
  /** A file with further authorities to trust. */
  readonly authorities: string | undefined;
  readonly env: Environment;
}

const parameters = ["region", "endpoint", "style"];
const example =
  "Write s3://BUCKET/PREFIX?region=REGION, with &endpoint=https://HOST for a store that is not Amazon's.";

export function s3Address(url: URL, env: Environment): S3Address {
  if (url.username || url.password)
    throw wrongUrl("holds credentials", "Put them into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.");
  const unknown = [...url.searchParams.keys()].find((name) => !parameters.includes(name));
  if (unknown !== undefined) throw wrongUrl(`has an unknown parameter (${unknown})`, example);
  const bucket = url.hostname;
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw wrongUrl("names no valid bucket: 3 to 63 letters, digits, dots and hyphens", example);
  const path = url.pathname.replace(/^\/+|\/+$/g, "");
  // Only characters with one spelling in URLs, signatures and lists.
  if (!/^[\w-]*(?:\/[\w-]+)*$/.test(path))
    throw wrongUrl("has a prefix with other characters than letters, digits, -, _ and /", example);
  const given = url.searchParams.get("endpoint") || env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL;
  const region =
    url.searchParams.get("region") || env.AWS_REGION || env.AWS_DEFAULT_REGION || (given && "us-east-1");
  if (!region || !/^[a-z0-9-]+$/.test(region))
    throw wrongUrl("names no region", `${example} Or set AWS_REGION.`);
  const prefix = path === "" ? "" : `${path}/`;
  return {
    title: `s3://${bucket}/${path}`,
    bucket,
    prefix,
    region,
    env,
    base: bucketUrl(bucket, readEndpoint(given, region), isByPath(url, bucket, given)),
    authorities: env.AWS_CA_BUNDLE || undefined,
  };
}

function readEndpoint(given: string | undefined, region: string): URL {
  const text = given || `https://s3.${region}.amazonaws.com${region.startsWith("cn-") ? ".cn" : ""}`;
  const endpoint = URL.parse(text);
  if (!endpoint || endpoint.username || endpoint.password || endpoint.search || endpoint.hash)
    throw wrongUrl("has an endpoint that is not a plain address", "Write it as https://HOST.");
  const isHere = isLoopback(endpoint.hostname);
  if (endpoint.protocol !== "https:" && !(endpoint.protocol === "http:" && isHere))
    throw wrongUrl(
      "has an endpoint without TLS",
      "Write it as https://HOST. Plain http works only on this machine.",
    );
  return endpoint;
}

/**
 * Amazon wants the bucket in the host name, most other stores in the path. A wildcard certificate does not cover a
 * bucket name with dots.
 */
function isByPath(url: URL, bucket: string, endpoint: string | undefined): boolean {
  const style = url.searchParams.get("style");
  if (style !== null && style !== "path" && style !== "virtual")
    throw wrongUrl("has a style that does not exist", "Use path or virtual.");
  return style === null ? endpoint !== undefined || bucket.includes(".") : style === "path";
}

function bucketUrl(bucket: string, endpoint: URL, byPath: boolean): URL {
  const base = new URL(endpoint);
  if (byPath) base.pathname = `${base.pathname.replace(/\/+$/, "")}/${bucket}/`;
  else {
    base.hostname = `${bucket}.${base.hostname}`;
    base.pathname = `${base.pathname.replace(/\/+$/, "")}/`;
  }
  return base;
}

/** The rights that a user needs. None of them can delete an entry. */
export function accessPolicy({ bucket, prefix }: S3Address): string {
  return JSON.stringify([
    {
      Effect: "Allow",
      Action: ["s3:PutObject", "s3:GetObject"],
      Resource: `arn:aws:s3:::${bucket}/${prefix}*`,
    },
    {
      Effect: "Allow",
      Action: "s3:ListBucket",
      Resource: `arn:aws:s3:::${bucket}`,
      Condition: { StringLike: { "s3:prefix": `${prefix}*` } },
    },
  ]);
}
