import { expect, test } from "vitest";
import { errorMessage } from "../../../src/plugin/error-message.ts";

const secret = "hunter2";
const thrown = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return error;
  }
};

test.each([
  [() => JSON.parse(secret), "A text is not valid JSON"],
  [() => JSON.parse(`{ "password": ${secret.repeat(9)} }`), "A text is not valid JSON"],
  [() => new Headers({ a: `Bearer ${secret}\n.` }), /^A text is an invalid header value/],
  [() => new Request(`http://me:${secret}@host.example/`), /http:\/\/…@host\.example/],
  [() => BigInt(secret), "The text is not an integer"],
  [() => new RegExp(`${secret}(`), "Invalid regular expression: Unterminated group"],
  [() => Buffer.from(Symbol(secret) as never), /^The first argument must be of type string .* Object\.$/],
])("A message of JavaScript does not quote a text that may be secret: %s", (run, message) => {
  expect(errorMessage(thrown(run))).toMatch(message);
  expect(errorMessage(thrown(run))).not.toContain(secret);
});

test("Errors inside an error are in its message", () => {
  const several = new AggregateError([new Error("refused"), "gone"]);
  expect(errorMessage(several)).toBe("refused; gone");
  expect(errorMessage(new AggregateError([new Error("refused")], "no host answers"))).toBe(
    "no host answers: refused",
  );
  expect(errorMessage(new Error("fetch failed", { cause: several }))).toBe("fetch failed: refused; gone");
  expect(errorMessage(new RangeError())).toBe("RangeError");
  expect(errorMessage(Object.create(null))).toBe("an exception that cannot be shown");
});
