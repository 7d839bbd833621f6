import { describe, expect, test } from "vitest";
import { chooseProxy } from "../../../src/client/connection.ts";
import { isLoopback } from "../../../src/contract/index.ts";

const proxy = "http://proxy.example:3128";
const chosen = (url: string, env: Record<string, string>) => chooseProxy(new URL(url), env)?.href;

describe("The proxy variables", () => {
  test.each([
    ["https://service.example/", { HTTPS_PROXY: proxy }, `${proxy}/`],
    ["https://service.example/", { https_proxy: proxy, HTTPS_PROXY: "http://other.example" }, `${proxy}/`],
    ["https://service.example/", { ALL_PROXY: proxy }, `${proxy}/`],
    ["https://service.example/", { HTTP_PROXY: proxy }, undefined],
    ["https://service.example/", { HTTPS_PROXY: "proxy.example:3128" }, `${proxy}/`],
    ["http://service.example/", { HTTP_PROXY: proxy, HTTPS_PROXY: "http://other.example" }, `${proxy}/`],
    ["https://service.example/", { HTTPS_PROXY: proxy, ALL_PROXY: "http://other.example" }, `${proxy}/`],
    ["https://service.example/", { HTTPS_PROXY: "https://proxy.example" }, "https://proxy.example/"],
    ["https://localhost:4443/", { HTTPS_PROXY: proxy }, undefined],
    ["https://service.localhost/", { HTTPS_PROXY: proxy }, `${proxy}/`],
    ["https://127.0.0.1.example/", { HTTPS_PROXY: proxy }, `${proxy}/`],
    ["https://127.100.200.1/", { HTTPS_PROXY: proxy }, undefined],
    ["http://127.0.0.1:4010/", { HTTP_PROXY: proxy }, undefined],
    ["https://[::1]/", { HTTPS_PROXY: proxy }, undefined],
    ["https://service.example/", { HTTPS_PROXY: proxy, NO_PROXY: "service.example" }, undefined],
    ["https://service.example/", { HTTPS_PROXY: proxy, NO_PROXY: "other, .example" }, undefined],
    ["https://service.example/", { HTTPS_PROXY: proxy, NO_PROXY: "*.example" }, undefined],
    ["https://service.example/", { HTTPS_PROXY: proxy, NO_PROXY: "*" }, undefined],
    ["https://service.example/", { HTTPS_PROXY: proxy, NO_PROXY: "ice.example" }, `${proxy}/`],
    ["https://service.example/", { HTTPS_PROXY: proxy, NO_PROXY: "other  service.example" }, undefined],
    ["https://service.example/", { HTTPS_PROXY: proxy, NO_PROXY: "," }, `${proxy}/`],
    ["https://service.example/", { HTTPS_PROXY: proxy, NO_PROXY: "service.*.example" }, `${proxy}/`],
    ["https://service.example/", { HTTPS_PROXY: proxy, NO_PROXY: "example:443x" }, `${proxy}/`],
    ["http://service.example/", { HTTP_PROXY: proxy, NO_PROXY: "service.example:80" }, undefined],
    ["http://service.example/", { HTTP_PROXY: proxy, NO_PROXY: "service.example:443" }, `${proxy}/`],
    ["https://service.example:8443/", { HTTPS_PROXY: proxy, NO_PROXY: "service.example:8443" }, undefined],
    ["https://[2001:db8::1]:8443/", { HTTPS_PROXY: proxy, NO_PROXY: "[2001:db8::1]:8443" }, undefined],
    ["https://service.example/", { HTTPS_PROXY: proxy, NO_PROXY: "service.example:8443" }, `${proxy}/`],
    ["https://[2001:db8::1]/", { HTTPS_PROXY: proxy, NO_PROXY: "2001:db8::1" }, undefined],
    ["https://SERVICE.example/", { HTTPS_PROXY: proxy, no_proxy: "Service.Example" }, undefined],
  ])("decide: %s with %j goes through %j", (url, env, expected) => {
    expect(chosen(url, env)).toBe(expected);
  });

  test.each(["socks5://user:pass@host", "http://user:pass@"])(
    "are refused before anything is sent, and not shown: %s",
    (address) => {
      expect(() => chosen("https://service.example/", { HTTPS_PROXY: address })).toThrowError(
        expect.objectContaining({
          outcome: "not-sent",
          code: "proxy_failed",
          message: expect.not.stringContaining("pass"),
        }),
      );
    },
  );
});

test.each([
  ["127.0.0.1", true],
  ["x127.0.0.1", false],
  ["127.0.0.1x", false],
  ["127.0.0", false],
])("The host %s is this machine itself: %s", (hostname, own) => {
  expect(isLoopback(hostname)).toBe(own);
});
