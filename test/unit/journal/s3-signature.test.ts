import { describe, expect, test } from "vitest";
import { type Request, signHeaders } from "../../../src/journal/stores/s3/sign.ts";

/** The examples of Amazon's own reference, "Signature Calculations for the Authorization Header". */
const credentials = {
  accessKeyId: ["AKIA", "IOSFODNN7EXAMPLE"].join(""),
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
};
const now = new Date("2013-05-24T00:00:00Z");
const host = "https://examplebucket.s3.amazonaws.com";

const vectors: readonly [name: string, signature: string, request: Request][] = [
  [
    "an object, in part",
    "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
    { method: "GET", url: new URL(`${host}/test.txt`), headers: { range: "bytes=0-9" }, body: "" },
  ],
  [
    "an object that is put",
    "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
    {
      method: "PUT",
      url: new URL(`${host}/test$file.text`),
      headers: { date: "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY" },
      body: "Welcome to Amazon S3.",
    },
  ],
  [
    "a question without a value",
    "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
    { method: "GET", url: new URL(`${host}/?lifecycle`), headers: {}, body: "" },
  ],
  [
    "a list",
    "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
    { method: "GET", url: new URL(`${host}/?max-keys=2&prefix=J`), headers: {}, body: "" },
  ],
];

describe("A signature", () => {
  test.each(vectors)("is the one of Amazon's reference for %s", (_, signature, request) => {
    const { authorization } = signHeaders(request, credentials, "us-east-1", now);
    expect(authorization).toContain(`Signature=${signature}`);
    expect(authorization).toContain(
      `Credential=${credentials.accessKeyId}/20130524/us-east-1/s3/aws4_request`,
    );
  });

  test("covers the token of a session", () => {
    const [, , request] = vectors[0] ?? [];
    if (!request) throw new Error("no vector");
    const headers = signHeaders(request, { ...credentials, sessionToken: "token" }, "us-east-1", now);
    expect(headers["x-amz-security-token"]).toBe("token");
    expect(headers.authorization).toContain("x-amz-security-token");
  });
});
