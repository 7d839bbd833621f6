import { count, type InputProblem, terraformDialect } from "../../contract/index.ts";
import { checkStack, type Element, literalOrders, readElements } from "../../stack/index.ts";
import { defineCommand } from "../command.ts";
import { exitCodes } from "../exit-code.ts";
import { readStacks } from "../synthesized.ts";

export const command = defineCommand({
  details: "The rules are those of the constructs. The stacks may be of any language.",
  operands: "[FOLDER]",
  examples: [
    "certorder synth check",
    "certorder synth check build/cdktf.out --json",
    "certorder synth check cdktf.out/stacks/site",
  ],

  async run({ operands: [folder = "cdktf.out"], output }) {
    const stacks = await readStacks(folder);
    const elsewhere = new Map<string, Element>();
    const problems = stacks.flatMap(({ name: stack, json, problem }): Problem[] => {
      if (problem) return [{ stack, severity: "error", rule: "unreadable", ...problem }];
      const elements = readElements(json);
      const findings = checkStack(elements, new Date(), elsewhere);
      for (const [key, element] of literalOrders(elements)) elsewhere.set(key, element);
      return findings.map(({ element, problem }) => ({ stack, ...toProblem(element, problem) }));
    });
    const names = stacks.flatMap(({ name }) => (name === undefined ? [] : [name]));
    const errors = problems.filter(({ severity }) => severity === "error").length;
    const verdict = `${folder}: ${count(names.length, "stack")}, ${count(errors, "problem")}, ${count(problems.length - errors, "warning")}`;
    return {
      json: { folder, stacks: names, problems },
      lines: [
        ...problems.flatMap(({ severity, stack, address, constructPath, message, remedy }) => [
          `${severity === "error" ? output.style("red", "✗") : output.style("yellow", "!")} ${[stack, address, constructPath].filter(Boolean).join("  ") || folder}`,
          `  ${message} ${remedy}`,
        ]),
        verdict,
      ],
      exitCode: errors > 0 ? exitCodes.failed : exitCodes.ok,
    };
  },
});

interface Problem {
  readonly stack: string | undefined;
  readonly severity: InputProblem["severity"];
  readonly address?: string;
  readonly constructPath?: string | undefined;
  readonly argument?: string;
  readonly rule: string;
  readonly message: string;
  readonly remedy: string;
}

/** In Terraform's names, which the bindings of every language derive from. */
function toProblem({ address, constructPath }: Element, problem: InputProblem) {
  const { severity, contractName: argument, rule } = problem;
  return { severity, address, constructPath, argument, rule, ...problem.renderIn(terraformDialect) };
}
