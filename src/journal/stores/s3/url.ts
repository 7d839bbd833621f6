import type { Environment } from "../../../contract/index.ts";
import { isLoopback } from "../../../contract/index.ts";
import type { StoreRights } from "../../store.ts";
import { wrongUrl } from "../wrong-url.ts";

/** The address of a bucket, and our prefix in it. */
export interface S3Address {
  readonly title: string;
  /** The URL, for lines to paste. */
  readonly place: string;
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

const example =
  "Write s3://BUCKET/PREFIX?region=REGION, with &endpoint=https://HOST for a store that is not Amazon's.";

export function s3Address(url: URL, env: Environment): S3Address {
  if (url.username || url.password)
    throw wrongUrl("holds credentials", "Put them into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.");
  if (url.port) throw wrongUrl("has a port, and a bucket has none", example);
  const bucket = url.hostname;
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw wrongUrl("names no valid bucket: 3 to 63 letters, digits, dots and hyphens", example);
  const path = url.pathname.replace(/^\/+|\/+$/g, "");
  // Only characters with one spelling in URLs, signatures and lists.
  if (!/^[\w-]*(?:\/[\w-]+)*$/.test(path))
    throw wrongUrl("has a prefix with other characters than letters, digits, -, _ and /", example);
  const variable = ["AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"].find((name) => env[name]);
  const inUrl = url.searchParams.get("endpoint");
  const isMoved = !inUrl && variable !== undefined;
  const given = inUrl || (variable && env[variable]);
  const region =
    url.searchParams.get("region") || env.AWS_REGION || env.AWS_DEFAULT_REGION || (given && "us-east-1");
  if (!region || !/^[a-z0-9-]+$/.test(region))
    throw wrongUrl("names no region", `${example} Or set AWS_REGION.`);
  const endpoint = readEndpoint(given || amazon(region), isMoved ? variable : undefined);
  const base = bucketUrl(bucket, endpoint, isByPath(url, bucket, given));
  if (base.protocol === "http:" && !isLoopback(base.hostname))
    throw wrongEndpoint("without TLS", isMoved ? variable : undefined);
  const prefix = path === "" ? "" : `${path}/`;
  return {
    // A variable moves the journal to another store, with the same URL.
    title: `s3://${bucket}/${path}${isMoved ? ` at ${endpoint.href.replace(/\/+$/, "")}` : ""}`,
    place: url.href,
    bucket,
    prefix,
    region,
    env,
    base,
    authorities: env.AWS_CA_BUNDLE || undefined,
  };
}

function amazon(region: string): string {
  return `https://s3.${region}.amazonaws.com${region.startsWith("cn-") ? ".cn" : ""}`;
}

/** `variable`: the one that names the endpoint, if the URL does not. */
function readEndpoint(text: string, variable: string | undefined): URL {
  const endpoint = URL.parse(text);
  if (!endpoint || endpoint.username || endpoint.password || endpoint.search || endpoint.hash)
    throw wrongEndpoint("that is not a plain address", variable);
  if (!["https:", "http:"].includes(endpoint.protocol)) throw wrongEndpoint("without TLS", variable);
  return endpoint;
}

function wrongEndpoint(problem: string, variable: string | undefined): Error {
  return wrongUrl(
    `has an endpoint ${problem}${variable ? ` (${variable})` : ""}`,
    "Write it as https://HOST. Plain http works only on this machine.",
  );
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
  const path = base.pathname.replace(/\/+$/, "");
  base.pathname = byPath ? `${path}/${bucket}/` : `${path}/`;
  if (byPath) return base;
  const hostname = `${bucket}.${base.hostname}`;
  base.hostname = hostname;
  // An IP address cannot have a name in front. Then the URL stays as it was, without the bucket.
  if (base.hostname !== hostname)
    throw wrongUrl(
      "has style=virtual, but its endpoint is not a host name",
      "Leave style out, or name the endpoint's host instead of its IP address.",
    );
  return base;
}

/** Not the folder of an order: there, `=` is followed by two digits. */
export const callbacksFolder = "=callbacks/";

/** Where receivers write. */
export function callbacksAddress(address: S3Address): S3Address {
  return { ...address, prefix: `${address.prefix}${callbacksFolder}` };
}

/** None of these rights can delete an entry. */
export function s3Rights(address: S3Address): StoreRights {
  return {
    reissuers: accessPolicy(address, ""),
    receivers: accessPolicy(address, callbacksFolder),
  };
}

/** Lets a user read everything below the prefix, and write below a part of it. */
function accessPolicy({ bucket, prefix, region }: S3Address, writable: string): string {
  const partition = region.startsWith("cn-") ? "aws-cn" : region.startsWith("us-gov-") ? "aws-us-gov" : "aws";
  const arn = `arn:${partition}:s3:::${bucket}`;
  return JSON.stringify([
    { Effect: "Allow", Action: "s3:GetObject", Resource: `${arn}/${prefix}*` },
    { Effect: "Allow", Action: "s3:PutObject", Resource: `${arn}/${prefix}${writable}*` },
    {
      Effect: "Allow",
      Action: "s3:ListBucket",
      Resource: arn,
      Condition: { StringLike: { "s3:prefix": `${prefix}*` } },
    },
  ]);
}
