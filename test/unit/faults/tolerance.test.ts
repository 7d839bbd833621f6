import { expect, onTestFinished, test } from "vitest";
import { type Answers, answerPresets, defaultAnswers, type ServiceCode } from "../../../src/sandbox/index.ts";
import { call, clientFor, operations } from "../../harness/faults/calls.ts";
import { sandboxService } from "../../harness/faults/faulty-service.ts";

// What the specification leaves open. Each code in the usual shape: test/unit/vectors. Each shape with each status: replies.test.ts.

const shapes = Object.entries(answerPresets).map(([name, preset]) => ({
  name,
  answers: { ...defaultAnswers, ...preset } as Answers,
}));

test.each(shapes)(
  "Success, refusal and rate limit are recognised in the shape $name",
  async ({ answers }) => {
    for (const operation of operations) {
      const service = await sandboxService({ answers });
      expect((await call(operation, clientFor(service).client, service)).outcome).toBe("done");
      expect(service.carriedOut()).toBe(1);
      await service.close();
    }
    for (const [code, operation, setup] of [
      ["order_not_found", "reissue", { sandbox: { orders: [] } }],
      ["callback_response_not_200", "callback-test", { receiver: 301 }],
      ["request_too_fast", "callback-test", { sandbox: { rateLimit: { requests: 0, perSeconds: 3_600 } } }],
    ] as const) {
      const service = await sandboxService({ answers, ...setup });
      onTestFinished(() => service.close());
      // A rate limit would be waited out.
      const { outcome, error } = await call(operation, clientFor(service, { maxTries: 1 }).client, service);
      expect([outcome, error?.code]).toEqual(["rejected", wordFor(answers, code)]);
      expect(error?.httpStatus).toBe(answers.status(code));
    }
  },
);

/** The code of the error: the service's word, or else only the status. */
function wordFor(answers: Answers, code: ServiceCode): string {
  return answers.refusalBody(code, "") === undefined ? `http_${answers.status(code)}` : answers.word(code);
}
