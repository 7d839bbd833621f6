import { describe, expect, test } from "vitest";
import { InvalidRequestError } from "../../../src/client/index.ts";
import { clientFor } from "../../harness/faults/calls.ts";
import { canariesIn, everythingPrintable } from "../../harness/faults/canaries.ts";
import { tellings } from "../../harness/faults/hostile.ts";
import { misplacedCalls, misplacedSettings, pastedKeys } from "../../harness/faults/misplaced.ts";
import { orderId, rawStage } from "../../harness/faults/stage.ts";

describe("Secrets", () => {
  test("Secrets that a service echoes, in any spelling and place, are not shown", async () => {
    const told = await tellings();
    expect(told.length).toBeGreaterThan(800);
    const leaks = told.flatMap(({ what, printable }) =>
      canariesIn(printable).map((canary) => `${canary}: ${what}`),
    );
    expect(leaks).toEqual([]);
  });

  test.each(pastedKeys)(
    "A private key that was pasted as the signing request %s is neither sent nor shown",
    async (_, csr) => {
      const stage = await rawStage(() => {});
      const { client, events } = clientFor(stage);
      const request = { signHash: "sha256", csr };
      const error = await client
        .reissue(orderId, request, { idempotencyKey: "ticket-1" })
        .catch((e: unknown) => e);
      expect(error).toBeInstanceOf(InvalidRequestError);
      expect(canariesIn([error, client, ...events].map(everythingPrintable).join("\n"))).toEqual([]);
      expect(stage.requests() + stage.open()).toBe(0);
      await stage.close();
    },
  );

  test("Secrets in a place where they are not allowed are not shown", async () => {
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

  test("Secrets with which a client cannot be set up are not shown", () => {
    for (const error of misplacedSettings()) {
      expect(error).toBeInstanceOf(InvalidRequestError);
      expect(canariesIn(everythingPrintable(error))).toEqual([]);
    }
  });
});
