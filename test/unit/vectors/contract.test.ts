import { describe, expect, test } from "vitest";
import {
  callbackTestOperation,
  checkCallbackTest,
  checkReissue,
  decode,
  encode,
  reissueOperation,
  unknownMember,
} from "../../../src/contract/index.ts";
import { filled, type Vector, vectors } from "../../harness/vectors/vectors.ts";

const now = new Date("2026-06-01T00:00:00Z");

describe("The contract's checks agree with the golden vectors", () => {
  for (const vector of vectors.filter(({ client }) => client !== "impossible"))
    test(`${vector.operation}, ${vector.service}: ${vector.name}`, () => verify(filled(vector, 8443)));
});

function verify(vector: Vector): void {
  const operation = vector.operation === "reissue" ? reissueOperation : callbackTestOperation;
  const decoded = decode(operation, vector.body ?? {});
  const values =
    vector.operation === "reissue" ? { ...decoded.values, order_id: vector.order_id } : decoded.values;
  const problems = [
    ...decoded.unknownNames.map((name) => unknownMember(operation.fields, name)),
    ...(vector.operation === "reissue" ? checkReissue(values, now) : checkCallbackTest(values)),
  ];
  const errors = problems.filter(({ severity }) => severity === "error");

  expect(errors.map(({ contractName: field, rule }) => `${field}:${rule}`)).toEqual(
    vector.client === "sent" ? [] : vector.client,
  );
  if (vector.client !== "sent") return;
  const expected = vector.wire === undefined ? vector.body : (vector.wire ?? undefined);
  expect(encode(operation, values).body).toEqual(expected);
}
