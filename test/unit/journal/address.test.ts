import { describe, expect, test } from "vitest";
import { Journal } from "../../../src/journal/index.ts";
import { openStore } from "../../../src/journal/stores/address.ts";
import { postgresAddress } from "../../../src/journal/stores/postgres/url.ts";
import { toFolder, toKey, toOrderId } from "../../../src/journal/stores/s3/keys.ts";
import { s3Address } from "../../../src/journal/stores/s3/url.ts";

const address = (url: string, env: Record<string, string> = {}) => postgresAddress(new URL(url), env);

describe("The URL of a journal", () => {
  test("names a folder or a database", () => {
    expect(openStore("file:///var/lib/certorder/", {}).title).toBe("The journal in /var/lib/certorder");
    expect(new Journal({ url: "postgresql://me:secret@db.example.com/orders", env: {} }).title).toBe(
      "The journal at postgres://me@db.example.com/orders",
    );
    expect(openStore("postgres://me@db.example.com:5433/orders", {}).isShared).toBe(true);
    expect(openStore("file:///var/lib/certorder", {}).isShared).toBeUndefined();
  });

  test.each([
    ["no URL", "certorder", "is not a URL"],
    ["another scheme", "mysql://me:hunter2@host/db", "scheme mysql://"],
    ["a folder on another machine", "file://host/journal", "more than a path"],
    ["a folder with a query", "file:///journal?x=1", "unknown parameter (x)"],
    ["a folder with a fragment", "file:///journal#x", "journal.url has a fragment"],
    ["a folder that is relative", "file:journal", "has no // after its scheme"],
    ["a database without slashes", "postgres:db", "has no // after its scheme"],
    ["a fragment in the password", "postgres://me:hunter2#x@host/db", "has a fragment"],
    ["a fragment after a database", "postgres://me@host/db#x", "has a fragment"],
    ["a fragment after a bucket", "s3://bucket/p?region=eu-north-1#x", "has a fragment"],
    ["a parameter twice", "postgres://me@host/db?schema=a&schema=b", "has the parameter schema twice"],
    ["an endpoint twice", "s3://b-1/p?endpoint=https://a&endpoint=https://b", "the parameter endpoint twice"],
    ["an empty parameter", "s3://bucket/p?region=eu-north-1&endpoint=", "an empty parameter (endpoint)"],
    ["a part of the password as parameter", "postgres://me:1?hunter2=@host/db", "an unknown parameter"],
    ["two hosts", "postgres://me@h1,h2/db", "names several hosts"],
    ["two hosts with ports", "postgres://me:hunter2@h1:5432,h2:5433/db", "names several hosts"],
    ["two hosts, encoded", "postgres://me@h1%2Ch2/db", "names several hosts"],
    ["two hosts as parameter", "postgres:///db?user=me&host=h1,h2", "names several hosts"],
    ["a host twice", "postgres://me@h1/db?host=h2", "names the host twice"],
    ["a port twice", "postgres://me@h1:5432/db?port=5433", "names the port twice"],
    ["a user twice", "postgres://me@h1/db?user=you", "names the user twice"],
    ["a database twice", "postgres://me@h1/db?dbname=other", "names the database twice"],
    ["a bucket with a port", "s3://bucket:9000/p?region=eu-north-1", "has a port"],
    [
      "the bucket in front of an IP address",
      "s3://bucket/p?endpoint=https://10.0.0.1&style=virtual",
      "style=virtual, but its endpoint is not a host name",
    ],
    [
      "the bucket in front of an IPv6 address",
      "s3://bucket/p?endpoint=https://[2001:db8::1]:9000&style=virtual",
      "style=virtual, but its endpoint is not a host name",
    ],
    [
      "plain HTTP to a name below localhost",
      "s3://bucket/p?endpoint=http://localhost:9000&style=virtual",
      "endpoint without TLS",
    ],
    ["a folder that no system has", "file:///a%2Fb", "this system does not have"],
    ["no user", "postgres://host/db", "names no user"],
    [
      "a parameter that is not known",
      "postgres://me:hunter2@host/db?sslcert=x",
      "unknown parameter (sslcert)",
    ],
    [
      "a password among the parameters",
      "postgres://me@host/db?password=hunter2",
      "unknown parameter (password)",
    ],
    [
      "TLS that may be none",
      "postgres://me:hunter2@host/db?sslmode=prefer",
      "may use an unencrypted connection without notice",
    ],
    ["TLS of another kind", "postgres://me@host/db?sslmode=verify", "does not exist"],
    ["a port that is none", "postgres://me@host/db?port=x", "invalid port"],
    ["no bucket", "s3:///prefix?region=eu-north-1", "names no valid bucket"],
    ["no region", "s3://bucket/prefix", "names no region"],
    ["credentials", "s3://id:hunter2@bucket/prefix", "holds credentials"],
    ["an odd prefix", "s3://bucket/a%20b?region=eu-north-1", "prefix with other characters"],
    ["an endpoint in clear", "s3://bucket/p?endpoint=http://store.example", "endpoint without TLS"],
    ["an endpoint that is none", "s3://bucket/p?endpoint=store", "not a plain address"],
    ["an odd style", "s3://bucket/p?region=eu-north-1&style=odd", "style that does not exist"],
    ["an odd parameter", "s3://bucket/p?profile=x", "unknown parameter (profile)"],
    ["a half character", "postgres://me@host/%E0%A4%A", "percent sign"],
  ])("is refused with %s, and not repeated", (_, url, why) => {
    const attempt = () => openStore(url, {});
    expect(attempt).toThrow(why);
    const remedy = expect.stringMatching(/\.$/);
    expect(attempt).toThrow(
      expect.objectContaining({ code: "invalid_setting", outcome: "not-sent", remedy }),
    );
    expect(attempt).not.toThrow(/hunter2/);
  });
});

describe("The address of a bucket", () => {
  const base = (url: string, env: Record<string, string> = {}) => s3Address(new URL(url), env).base.href;

  test("has the bucket in the host's name at Amazon, in the path elsewhere, and where style says so", () => {
    expect(base("s3://bucket/p?region=eu-north-1")).toBe("https://bucket.s3.eu-north-1.amazonaws.com/");
    expect(base("s3://bucket/p?region=cn-north-1")).toBe("https://bucket.s3.cn-north-1.amazonaws.com.cn/");
    expect(base("s3://my.bucket/p?region=eu-north-1")).toBe("https://s3.eu-north-1.amazonaws.com/my.bucket/");
    expect(base("s3://bucket/p?endpoint=https://store.example/s3/")).toBe("https://store.example/s3/bucket/");
    expect(base("s3://bucket/p?endpoint=https://store.example:9000&style=virtual")).toBe(
      "https://bucket.store.example:9000/",
    );
    expect(base("s3://bucket/p?region=eu-north-1&style=path")).toContain("amazonaws.com/bucket/");
  });

  test("takes what the URL leaves out from Amazon's own variables", () => {
    expect(base("s3://bucket", { AWS_REGION: "eu-west-1" })).toContain("eu-west-1");
    expect(base("s3://bucket", { AWS_ENDPOINT_URL_S3: "https://store.example" })).toBe(
      "https://store.example/bucket/",
    );
  });

  test("has a title that names an endpoint that only a variable names, so that a moved journal shows", () => {
    const title = (url: string, env: Record<string, string> = {}) => openStore(url, env).title;
    const url = "s3://bucket/p?region=eu-north-1";
    const moved = "https://store.example:9000/s3/";
    for (const variable of ["AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL_S3"])
      expect(title(url, { [variable]: moved })).toBe(
        "The journal at s3://bucket/p at https://store.example:9000/s3",
      );
    expect(title(url)).toBe("The journal at s3://bucket/p");
    expect(title(`${url}&endpoint=https://other.example`, { AWS_ENDPOINT_URL: moved })).toBe(
      "The journal at s3://bucket/p",
    );
  });

  test.each([
    ["AWS_ENDPOINT_URL", "store", "not a plain address"],
    ["AWS_ENDPOINT_URL_S3", "http://store.example", "without TLS"],
  ])("An endpoint in the variable %s is refused by the variable's name", (variable, endpoint, why) => {
    const attempt = () => openStore("s3://bucket/p", { [variable]: endpoint });
    expect(attempt).toThrow(why);
    expect(attempt).toThrow(variable);
  });

  test("has a title and a policy for its prefix", () => {
    const store = openStore("s3://bucket/a/b/?region=eu-north-1", {});
    expect(store.title).toBe("The journal at s3://bucket/a/b");
    expect(store.rights).toContain("arn:aws:s3:::bucket/a/b/*");
    expect(store.rights).not.toContain("Delete");
    const rights = (region: string) => openStore(`s3://bucket/a?region=${region}`, {}).rights;
    expect(rights("cn-north-1")).toContain('"arn:aws-cn:s3:::bucket/a/*"');
    expect(rights("us-gov-west-1")).toContain('"arn:aws-us-gov:s3:::bucket"');
  });

  test("Every order has a folder of its own, whose name can be read back", () => {
    for (const order of ["order-1", "a/b", "../x", "é", "=41", "A b", "%41"]) {
      expect(toFolder(order)).toMatch(/^(?:[A-Za-z0-9-]|=[0-9A-F]{2})+$/);
      expect(toOrderId(toFolder(order))).toBe(order);
    }
    expect([9, 10, 100].map((position) => toKey("o", position)).sort()).toEqual([
      "o/00000009",
      "o/00000010",
      "o/00000100",
    ]);
  });
});

describe("The address of a database", () => {
  test("is read from the URL", () => {
    expect(address("postgres://m%40e:p%2Fw@db.example.com:5433/orders?schema=team")).toEqual({
      title: "postgres://m%40e@db.example.com:5433/orders?schema=team",
      host: "db.example.com",
      port: 5433,
      database: "orders",
      user: "m@e",
      password: "p/w",
      schema: "team",
      tls: "verify-full",
      rootCertificates: undefined,
      connectTimeoutMs: 10_000,
    });
  });

  test("takes what the URL leaves out from PostgreSQL's own variables", () => {
    const env = { PGHOST: "db", PGPORT: "6432", PGUSER: "me", PGPASSWORD: "secret", PGDATABASE: "orders" };
    expect(
      address("postgres://", { ...env, PGSSLMODE: "verify-ca", PGSSLROOTCERT: "/ca.pem" }),
    ).toMatchObject({
      host: "db",
      port: 6432,
      user: "me",
      password: "secret",
      database: "orders",
      tls: "verify-ca",
      rootCertificates: "/ca.pem",
      title: "postgres://me@db:6432/orders",
    });
    expect(address("postgres://you@other/", env)).toMatchObject({ user: "you", host: "other" });
    expect(() => address("postgres://", { ...env, PGHOST: "h1,h2" })).toThrow("names several hosts (PGHOST)");
  });

  test("is encrypted and verified, except on this machine itself", () => {
    for (const host of ["localhost", "127.0.0.1", "[::1]", "%2Fvar%2Frun%2Fpostgresql"])
      expect(address(`postgres://me@${host}/db`).tls, host).toBe("disable");
    for (const host of ["db.example.com", "10.0.0.1", "localhost.example.com", "[2001:db8::1]"])
      expect(address(`postgres://me@${host}/db`).tls, host).toBe("verify-full");
    expect(address("postgres://me@db/db?sslmode=disable").tls).toBe("disable");
    expect(address("postgres:///db?user=me&host=/var/run/postgresql").host).toBe("/var/run/postgresql");
  });
});
