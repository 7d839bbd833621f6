import { describe, expect, test } from "vitest";
import { openStore } from "../../../src/journal/stores/address.ts";
import { postgresAddress } from "../../../src/journal/stores/postgres/url.ts";
import { toFolder, toKey, toOrderId } from "../../../src/journal/stores/s3/keys.ts";
import { s3Address } from "../../../src/journal/stores/s3/url.ts";

type Variables = Record<string, string>;

test.each<[url: string, title: string, isShared: boolean | undefined]>([
  ["file:///var/lib/certorder/", "The journal in /var/lib/certorder", undefined],
  [
    "postgresql://me:secret@db.example.com/orders",
    "The journal at postgres://me@db.example.com/orders",
    true,
  ],
  ["s3://bucket/a/b/?region=eu-north-1", "The journal at s3://bucket/a/b", true],
])("The URL %s names a journal", (url, title, isShared) => {
  const store = openStore(url, {});
  expect([store.title, store.isShared]).toEqual([title, isShared]);
});

test.each([
  ["mysql://me:hunter2@host/db", "scheme mysql://"],
  ["file://host/journal", "more than a path"],
  ["file:///journal?x=1", "unknown parameter (x)"],
  ["file:journal", "has no // after its scheme"],
  ["file:///a%2Fb", "this system does not have"],
  ["postgres://me:hunter2#x@host/db", "has a fragment"],
  ["postgres://me@host/db?schema=a&schema=b", "has the parameter schema twice"],
  ["s3://bucket/p?region=eu-north-1&endpoint=", "an empty parameter (endpoint)"],
  ["postgres://me:1?hunter2=@host/db", "an unknown parameter"],
  ["postgres://me@host/db?password=hunter2", "unknown parameter (password)"],
  ["postgres://me:hunter2@h1:5432,h2:5433/db", "names several hosts"],
  ["postgres://me@h1%2Ch2/db", "names several hosts"],
  ["postgres:///db?user=me&host=h1,h2", "names several hosts"],
  ["postgres://me@h1/db?host=h2", "names the host twice"],
  ["postgres://me@h1:5432/db?port=5433", "names the port twice"],
  ["postgres://me@h1/db?user=you", "names the user twice"],
  ["postgres://me@h1/db?dbname=other", "names the database twice"],
  ["postgres://host/db", "names no user"],
  ["postgres://me:hunter2@host/db?sslmode=prefer", "may use an unencrypted connection without notice"],
  ["postgres://me@host/db?sslmode=verify", "does not exist"],
  ["postgres://me@host/db?port=x", "invalid port"],
  ["postgres://me@host/%E0%A4%A", "percent sign"],
  ["s3://bucket:9000/p?region=eu-north-1", "has a port"],
  ["s3:///prefix?region=eu-north-1", "names no valid bucket"],
  ["s3://bucket/prefix", "names no region"],
  ["s3://id:hunter2@bucket/prefix", "holds credentials"],
  ["s3://bucket/a%20b?region=eu-north-1", "prefix with other characters"],
  ["s3://bucket/p?endpoint=http://store.example", "endpoint without TLS"],
  ["s3://bucket/p?endpoint=http://localhost:9000&style=virtual", "endpoint without TLS"],
  ["s3://bucket/p?endpoint=store", "not a plain address"],
  ["s3://bucket/p?endpoint=https://[2001:db8::1]:9000&style=virtual", "endpoint is not a host name"],
  ["s3://bucket/p?region=eu-north-1&style=odd", "style that does not exist"],
])("The URL %s is refused, and not repeated", (url, why) => {
  const open = () => openStore(url, {});
  expect(open).toThrow(why);
  const remedy = expect.stringMatching(/\.$/);
  expect(open).toThrow(expect.objectContaining({ code: "invalid_setting", outcome: "not-sent", remedy }));
  expect(open).not.toThrow(/hunter2/);
});

describe("The address of a bucket", () => {
  test.each<[query: string, env: Variables, base: string]>([
    ["bucket/p?region=eu-north-1", {}, "https://bucket.s3.eu-north-1.amazonaws.com/"],
    ["bucket/p?region=cn-north-1", {}, "https://bucket.s3.cn-north-1.amazonaws.com.cn/"],
    ["my.bucket/p?region=eu-north-1", {}, "https://s3.eu-north-1.amazonaws.com/my.bucket/"],
    ["bucket/p?endpoint=https://store.example/s3/", {}, "https://store.example/s3/bucket/"],
    ["bucket?endpoint=https://store.example:9000&style=virtual", {}, "https://bucket.store.example:9000/"],
    ["bucket?region=eu-north-1&style=path", {}, "https://s3.eu-north-1.amazonaws.com/bucket/"],
    ["bucket", { AWS_REGION: "eu-west-1" }, "https://bucket.s3.eu-west-1.amazonaws.com/"],
    ["bucket", { AWS_ENDPOINT_URL_S3: "https://store.example" }, "https://store.example/bucket/"],
  ])("is read from the URL, then from Amazon's variables: %s, %o", (url, env, base) => {
    expect(s3Address(new URL(`s3://${url}`), env).base.href).toBe(base);
  });

  test("has a title that names an endpoint that only a variable names, so that a moved journal shows", () => {
    const url = "s3://bucket/p?region=eu-north-1";
    const title = (url: string) =>
      openStore(url, { AWS_ENDPOINT_URL: "https://store.example:9000/s3/" }).title;
    expect(title(url)).toBe("The journal at s3://bucket/p at https://store.example:9000/s3");
    expect(title(`${url}&endpoint=https://other.example`)).toBe("The journal at s3://bucket/p");
    const refused = () => openStore(url, { AWS_ENDPOINT_URL_S3: "http://store.example" });
    expect(refused).toThrow("without TLS (AWS_ENDPOINT_URL_S3)");
  });

  test.each([
    ["eu-north-1", "arn:aws:s3:::bucket"],
    ["cn-north-1", "arn:aws-cn:s3:::bucket"],
    ["us-gov-west-1", "arn:aws-us-gov:s3:::bucket"],
  ])("has policies for its prefix in %s, and each kind of user may write below one part", (region, arn) => {
    const { rights } = openStore(`s3://bucket/a?region=${region}`, {});
    const allowed = (policy = "[]", action: string) =>
      (JSON.parse(policy) as { Action: string; Resource: string }[]).find(({ Action }) => Action === action)
        ?.Resource;
    expect(allowed(rights?.reissuers, "s3:PutObject")).toBe(`${arn}/a/*`);
    expect(allowed(rights?.receivers, "s3:PutObject")).toBe(`${arn}/a/=callbacks/*`);
    expect(allowed(rights?.receivers, "s3:GetObject")).toBe(`${arn}/a/*`);
    expect(JSON.stringify(rights)).not.toContain("Delete");
  });

  test("has a folder for every order, whose name can be read back", () => {
    for (const order of ["order-1", "=callbacks", "a/b", "../x", "é", "=41", "A b", "%41"]) {
      expect(toFolder(order)).toMatch(/^(?:[A-Za-z0-9-]|=[0-9A-F]{2})+$/);
      expect(toOrderId(toFolder(order))).toBe(order);
    }
    expect(toKey("o", 100)).toBe("o/00000100");
  });
});

describe("The address of a database", () => {
  const address = (url: string, env: Variables = {}) => postgresAddress(new URL(url), env);

  test("is read from the URL", () => {
    expect(address("postgres://m%40e:p%2Fw@db.example.com:5433/orders?schema=team")).toEqual({
      title: "postgres://m%40e@db.example.com:5433/orders?schema=team",
      place: "postgres://m%40e@db.example.com:5433/orders?schema=team",
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
    const tls = { PGSSLMODE: "verify-ca", PGSSLROOTCERT: "/ca.pem" };
    expect(address("postgres://", { ...env, ...tls })).toMatchObject({
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

  test.each([
    ["localhost", "disable"],
    ["127.0.0.1", "disable"],
    ["[::1]", "disable"],
    ["%2Fvar%2Frun%2Fpostgresql", "disable"],
    ["db.example.com", "verify-full"],
    ["10.0.0.1", "verify-full"],
    ["localhost.example.com", "verify-full"],
    ["[2001:db8::1]", "verify-full"],
  ])("is encrypted and verified, except on this machine itself: %s, %s", (host, tls) => {
    expect(address(`postgres://me@${host}/db`).tls).toBe(tls);
  });
});
