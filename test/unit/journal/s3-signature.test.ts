import { expect, test } from "vitest";
import { type Request, signHeaders } from "../../../src/journal/stores/s3/sign.ts";

/** The examples of Amazon's own reference, "Signature Calculations for the Authorization Header". */
const credentials = {
  accessKeyId: ["AKIA", "IOSFODNN7EXAMPLE"].join(""),
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
};
const now = new Date("2013-05-24T00:00:00Z");
const request = (path: string, more: Partial<Request> = {}): Request => ({
  method: "GET",
  url: new URL(`https://examplebucket.s3.amazonaws.com/${path}`),
  headers: {},
  body: "",
  ...more,
});
const put = {
  method: "PUT",
  headers: { date: "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY" },
  body: "Welcome to Amazon S3.",
} as const;

test.each([
  [
    "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
    request("test.txt", { headers: { range: "bytes=0-9" } }),
  ],
  ["98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd", request("test$file.text", put)],
  ["fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543", request("?lifecycle")],
  ["34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7", request("?prefix=J&max-keys=2")],
])("A signature is the one of Amazon's reference: %s", (signature, example) => {
  const { authorization } = signHeaders(example, credentials, "us-east-1", now);
  expect(authorization).toContain(`Signature=${signature}`);
  expect(authorization).toContain(`Credential=${credentials.accessKeyId}/20130524/us-east-1/s3/aws4_request`);
});

test("A signature covers the token of a session", () => {
  const session = { ...credentials, sessionToken: "token" };
  const headers = signHeaders(request("test.txt"), session, "us-east-1", now);
  expect(headers["x-amz-security-token"]).toBe("token");
  expect(headers.authorization).toContain("x-amz-security-token");
});
