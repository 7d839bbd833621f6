import { describe, expect, test } from "vitest";
import { InvalidRequestError } from "../../src/client/index.ts";
import { clientFor } from "./calls.ts";
import { canariesIn, everythingPrintable } from "./canaries.ts";
import { tellings } from "./hostile.ts";
import { misplacedCalls, misplacedSettings, pastedKeys } from "./misplaced.ts";
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

  test.each(pastedKeys)(
    "a private key that was pasted as the signing request %s is neither sent nor told",
    async (_, csr) => {
      const stage = await rawStage(() => {});
      const { client, events } = clientFor(stage);
      const error = await client.reissue(orderId, { signHash: "sha256", csr }).catch((e: unknown) => e);
      expect(error).toBeInstanceOf(InvalidRequestError);
      expect(canariesIn([error, client, ...events].map(everythingPrintable).join("\n"))).toEqual([]);
      expect(stage.requests() + stage.open()).toBe(0);
      await stage.close();
    },
  );

  test("in a place where they are not allowed are not told", async () => {
    const stage = await rawStage(() => {});
    const { client, events } = clientFor(stage);
    const errors = await Promise.all(
      misplacedCalls(client).map((promise) => promise.catch((error: unknown) => error)),
    );
    for (const error of errors) expect(error).toBeInstanceOf(InvalidRequestError);
    expect(canariesIn([...errors, ...events].map(everythingPrintable).join("\n"))).toEqual([]);
    expect(stage.requests()).toBe(0);
    await stage.close();
  });

  test("with which a client cannot be set up are not told", () => {
    for (const error of misplacedSettings()) {
      expect(error).toBeInstanceOf(InvalidRequestError);
      expect(canariesIn(everythingPrintable(error))).toEqual([]);
    }
  });
});
