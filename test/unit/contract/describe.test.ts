import { expect, test } from "vitest";
import type { Field } from "../../../src/contract/index.ts";
import {
  describeField,
  describeSetting,
  fieldRef,
  terraformDialect,
  text,
} from "../../../src/contract/index.ts";

const plain: Field = { kind: "string", place: "body", doc: "A field." };
const described = (more: Partial<Field>, options?: Parameters<typeof describeField>[2]) =>
  describeField({ ...plain, ...more }, terraformDialect, options);

test("A field is described by all that its table says, in the names of an interface", () => {
  expect(described({})).toBe("A field.");
  expect(described({ required: true })).toBe("A field. Required.");
  expect(
    described(
      {
        requiredWhen: text`${fieldRef("csr")} is there`,
        onlyWith: { field: "dcv_method", value: "x" },
        minimum: 0,
        maxLength: 9,
        whenOmitted: "nothing happens",
      },
      { more: ["More."] },
    ),
  ).toBe(
    'A field. Needed when csr is there. Only with dcv_method = "x". More. At least 0. At most 9 characters. If left out: nothing happens.',
  );
});

test("The sentence that it is required can be left out", () => {
  expect(described({ required: true }, { saysNeeded: false })).toBe("A field.");
  expect(described({ requiredWhen: "x" }, { saysNeeded: false })).toBe("A field.");
});

test("A setting is described with its variable and its default", () => {
  expect(describeSetting({ kind: "count", env: "X_Y", doc: "It.", default: 3 })).toBe(
    "It. Or the variable X_Y. Default: 3.",
  );
  expect(describeSetting({ kind: "string", env: "X_Y", doc: "It." }, (text) => `\`${text}\``)).toBe(
    "It. Or the variable `X_Y`.",
  );
});
