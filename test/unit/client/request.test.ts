import { describe, expect, test } from "vitest";
import { requestLines, shownRequest } from "../../../src/client/request.ts";
import { callbackTestOperation, reissueOperation } from "../../../src/contract/index.ts";

describe("A request that is only shown", () => {
  const settings = { base_url: "https://service.example/api/", auth_key: "auth-secret", key_id: "k-1" };

  test("is the one that would be sent, without its secrets", () => {
    const values = { order_id: "o 1", sign_hash: "sha256", sign_key_pin: "pin-secret", nonsense: "x" };
    const { method, url, headers, body } = shownRequest(reissueOperation, values, settings);
    expect([method, url]).toEqual(["POST", "https://service.example/api/openapi/v3/orders/o%201/reissue"]);
    expect(Object.values(headers)).toEqual(expect.arrayContaining(["***", "k-1", "application/json"]));
    const text = JSON.stringify({ headers, body });
    expect(text).toContain("sha256");
    expect(text.match(/\*\*\*/g)).toHaveLength(2);
    expect(text).not.toMatch(/auth-secret|pin-secret/);
  });

  test("names missing settings", () => {
    const { url, headers, body } = shownRequest(
      callbackTestOperation,
      { url: "https://a.example", access_key: undefined },
      {},
    );
    expect(url).toMatch(/^\{base_url\}\/\w/);
    expect(Object.values(headers).filter((value) => value === "(not set)")).toHaveLength(2);
    expect(JSON.stringify({ headers, body })).not.toContain("***");
  });

  test("is rendered line by line", () => {
    const shown = { method: "PUT", url: "https://a.example/x", headers: { a: "1", b: "2" } } as const;
    const head = ["PUT https://a.example/x", "a: 1", "b: 2"];
    expect(requestLines({ ...shown, body: undefined })).toEqual(head);
    expect(requestLines({ ...shown, body: { c: 3 } })).toEqual([...head, "", "{", '  "c": 3', "}"]);
  });
});
