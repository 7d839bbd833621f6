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
    ["a folder with a query", "file:///journal?x=1", "more than a path"],
    ["a folder with a fragment", "file:///journal#x", "the journal's url names a file with more than a path"],
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
    expect(attempt).toThrow(expect.objectContaining({ code: "invalid_setting", outcome: "not-sent" }));
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

  test("has a title and a policy for its prefix", () => {
    const store = openStore("s3://bucket/a/b/?region=eu-north-1", {});
    expect(store.title).toBe("The journal at s3://bucket/a/b");
    expect(store.rights).toContain("arn:aws:s3:::bucket/a/b/*");
    expect(store.rights).not.toContain("Delete");
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
      title: "postgres://m%40e@db.example.com:5433/orders",
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
