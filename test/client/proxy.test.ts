import { describe, expect, test } from "vitest";
import { proxyFor } from "../../src/client/proxy.ts";

const proxy = "http://proxy.example:3128";
const chosen = (url: string, env: Record<string, string>) => proxyFor(new URL(url), env)?.href;

describe("the proxy variables", () => {
  test.each([
    ["https://service.example/", { HTTPS_PROXY: proxy }, `${proxy}/`],
    ["https://service.example/", { https_proxy: proxy, HTTPS_PROXY: "http://other.example" }, `${proxy}/`],
    ["https://service.example/", { ALL_PROXY: proxy }, `${proxy}/`],
    ["https://service.example/", { HTTP_PROXY: proxy }, undefined],
    ["https://service.example/", { HTTPS_PROXY: "proxy.example:3128" }, `${proxy}/`],
    ["https://service.example/", { HTTPS_PROXY: "" }, undefined],
    ["https://localhost:4443/", { HTTPS_PROXY: proxy }, undefined],
    ["http://127.0.0.1:4010/", { HTTP_PROXY: proxy }, undefined],
    ["https://[::1]/", { HTTPS_PROXY: proxy }, undefined],
    ["https://service.example/", { HTTPS_PROXY: proxy, NO_PROXY: "service.example" }, undefined],
    ["https://service.example/", { HTTPS_PROXY: proxy, NO_PROXY: "other, .example" }, undefined],
    ["https://service.example/", { HTTPS_PROXY: proxy, NO_PROXY: "*.example" }, undefined],
    ["https://service.example/", { HTTPS_PROXY: proxy, NO_PROXY: "*" }, undefined],
    ["https://service.example/", { HTTPS_PROXY: proxy, NO_PROXY: "ice.example" }, `${proxy}/`],
    ["https://service.example/", { HTTPS_PROXY: proxy, NO_PROXY: "service.example:443" }, undefined],
    ["https://service.example/", { HTTPS_PROXY: proxy, NO_PROXY: "service.example:8443" }, `${proxy}/`],
    ["https://[2001:db8::1]/", { HTTPS_PROXY: proxy, NO_PROXY: "2001:db8::1" }, undefined],
    ["https://SERVICE.example/", { HTTPS_PROXY: proxy, no_proxy: "Service.Example" }, undefined],
  ])("%s with %j goes through %j", (url, env, expected) => {
    expect(chosen(url, env)).toBe(expected);
  });

  test("an address that is none is refused before anything is sent, and not shown", () => {
    expect(() => chosen("https://service.example/", { HTTPS_PROXY: "socks5://user:pass@host" })).toThrowError(
      expect.objectContaining({
        outcome: "not-sent",
        code: "proxy_failed",
        message: expect.not.stringContaining("pass"),
      }),
    );
  });
});
