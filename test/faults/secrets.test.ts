import { describe, expect, test } from "vitest";
import { InvalidRequestError } from "../../src/client/index.ts";
import { clientFor } from "./calls.ts";
import { canaries, canariesIn, everythingPrintable } from "./canaries.ts";
import { tellings } from "./hostile.ts";
import { orderId, rawStage } from "./stage.ts";

describe("Secrets", () => {
  test("that a service echoes, however it spells them and wherever it puts them, are not told again", async () => {
    const told = await tellings();
    expect(told.length).toBeGreaterThan(800);
    const leaks = told.flatMap(({ what, printable }) =>
      canariesIn(printable).map((canary) => `${canary}: ${what}`),
    );
    expect(leaks).toEqual([]);
  });

  test.each([
    ["as it is", canaries.privateKey],
    ["without its first line", canaries.privateKey.split("\n").slice(1).join("\n")],
    [
      "after a signing request's first line",
      canaries.privateKey.replaceAll("PRIVATE KEY", "CERTIFICATE REQUEST"),
    ],
    ["on one line", canaries.privateKey.replaceAll("\n", "")],
  ])("a private key that was pasted as the signing request %s is neither sent nor told", async (_, csr) => {
    const stage = await rawStage(() => {});
    const { client, events } = clientFor(stage);
    const error = await client.reissue(orderId, { signHash: "sha256", csr }).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(canariesIn([error, client, ...events].map(everythingPrintable).join("\n"))).toEqual([]);
    expect(stage.requests() + stage.open()).toBe(0);
    await stage.close();
  });

  test("in a place where they are not allowed are not told", async () => {
    const stage = await rawStage(() => {});
    const { client, events } = clientFor(stage);
    const { signKeyPin, accessKey } = canaries;
    const errors = await Promise.all(
      [
        client.reissue(orderId, { signHash: "sha256", signKeyPin }),
        client.reissue(orderId, { signHash: "sha256", signKeyPin: [signKeyPin] } as never),
        client.reissue(orderId, { signHash: "sha256", validityDays: signKeyPin } as never),
        client.reissue(orderId, { signHash: "sha256", sign_pin: signKeyPin } as never),
        client.testCallback({ accessKey: accessKey.repeat(20) }),
        client.testCallback({ accessKey: { key: accessKey } } as never),
        client.testCallback({ url: `https://user:${encodeURIComponent(accessKey)}@example.test/` }),
      ].map((promise) => promise.catch((error: unknown) => error)),
    );
    for (const error of errors) expect(error).toBeInstanceOf(InvalidRequestError);
    expect(canariesIn([...errors, ...events].map(everythingPrintable).join("\n"))).toEqual([]);
    expect(stage.requests()).toBe(0);
    await stage.close();
  });

  test("with which a client cannot be set up are not told", () => {
    const authKey = `${canaries.authKey}\n`;
    for (const baseUrl of [
      "http://service.example.test",
      `https://u:${canaries.authKey}@service.example.test`,
    ]) {
      const error = (() => {
        try {
          return clientFor({ options: { baseUrl } }, { authKey });
        } catch (problem) {
          return problem;
        }
      })();
      expect(error).toBeInstanceOf(InvalidRequestError);
      expect(canariesIn(everythingPrintable(error))).toEqual([]);
    }
  });
});
