import { describe, expect, test } from "vitest";
import { CertOrderClient, callbackVerdict } from "../../../src/client/index.ts";
import {
  CertOrderError,
  callbackCodes,
  callbackTestOperation,
  decode,
  InvalidInputError,
  isCallbackCode,
  reissueOperation,
  render,
  terraformDialect,
} from "../../../src/contract/index.ts";
import { type Vector, vectors } from "../../harness/vectors/vectors.ts";
import { startVectorServers, type VectorServers } from "./servers.ts";

const operations = { reissue: reissueOperation, "callback-test": callbackTestOperation };

describe.concurrent("The client agrees with the golden vectors", () => {
  for (const template of vectors.filter(isExpressible))
    test(`${template.operation}, ${template.service}: ${template.name}`, async ({ expect }) => {
      await using world = await startVectorServers(template);
      const { vector, sandbox } = world;
      let error = await ask(world);
      for (let times = 1; times < (vector.times ?? 1); times++) error = await ask(world);

      if (vector.client !== "sent") {
        if (!(error instanceof InvalidInputError)) throw error;
        const errors = error.problems.filter(({ severity }) => severity === "error");
        expect(errors.map(({ contractName: field, rule }) => `${field}:${rule}`).sort()).toEqual(
          [...vector.client].sort(),
        );
        expect(sandbox.requests).toEqual([]);
        return;
      }
      if (vector.service === "success") expect(error).toBeUndefined();
      else expectRefused(error, vector.service);
      const seen = sandbox.requests.at(-1);
      expect(seen?.code).toBe(vector.service);
      expect(seen?.body).toEqual(asSeen(vector));
      expect(sandbox.requests).toHaveLength(vector.times ?? 1);
      expect(sandbox.ledger).toHaveLength(
        vector.operation === "reissue" && vector.service === "success" ? 1 : 0,
      );
    });
});

function expectRefused(error: unknown, code: string): void {
  if (!CertOrderError.is(error)) throw error;
  expect(error).toMatchObject({ outcome: "rejected", code });
  const known = isCallbackCode(code) ? callbackCodes[code] : undefined;
  expect(callbackVerdict(error)).toBe(known?.verdict ?? "unknown");
  if (!known) return;
  expect(error.message).toContain(known.cause);
  expect(error.renderIn(terraformDialect).remedy).toBe(render(known.remedy, terraformDialect));
}

/** A caller names fields without saying where they stand in the body, so none of them can stand at the wrong place. */
function isExpressible({ client, operation, body = {} }: Vector): boolean {
  const { unknownNames } = decode(operations[operation], body);
  return (
    client !== "impossible" && !unknownNames.some((name) => Object.hasOwn(operations[operation].fields, name))
  );
}

/** Makes the call that the vector describes. Returns its error, if any. */
async function ask({ sandbox, vector }: VectorServers): Promise<unknown> {
  const client = new CertOrderClient({
    baseUrl: sandbox.url,
    ...sandbox.credentials,
    env: {},
    journal: "none",
    // Less than any rate limit of a vector lasts.
    timeoutMs: 30_000,
  });
  const { values, unknownNames } = decode(operations[vector.operation], vector.body ?? {});
  const request = { ...values, ...Object.fromEntries(unknownNames.map((name) => [name, "something"])) };
  const done =
    vector.operation === "reissue"
      ? client.reissue(vector.order_id ?? "", request as never)
      : client.testCallback(request);
  return done.then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** What the sandbox shows of the body that went over the wire: secrets are replaced. */
function asSeen(vector: Vector): unknown {
  const wire = vector.wire === undefined ? vector.body : vector.wire;
  if (wire === undefined || wire === null) return undefined;
  return Object.fromEntries(
    Object.entries(wire).map(([name, value]) => [
      name,
      name === "sign_key_pin" || name === "access_key" ? "(secret)" : value,
    ]),
  );
}
