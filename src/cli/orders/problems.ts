import { type Dialect, InputProblem, InvalidInputError, render, type Text } from "../../contract/index.ts";
import { cliDialect } from "../dialect.ts";

/** A long list hides the first cause. */
const mostShown = 20;

/** In a file, a field has its own name. The rest is as on the command line. */
const columnDialect: Dialect = (part) =>
  part.kind === "name" ? `${part.name}${part.value === undefined ? "" : ` ${part.value}`}` : cliDialect(part);

/** The problems of a file with orders. Only the first ones are kept: a file may have a problem in each of its lines. */
export class Problems {
  /** Whether the rest of the file cannot be read. */
  isStopped = false;
  #count = 0;
  readonly #shown: InputProblem[] = [];

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  add(line: number, { contractName, rule, texts: { message, remedy } }: InputProblem): void {
    this.#count++;
    if (this.#shown.length === mostShown) return;
    const where = `Line ${line}: ${render(message, columnDialect)}`;
    this.#shown.push(new InputProblem(contractName, rule, where, render(remedy, columnDialect)));
  }

  /** Adds a problem after which nothing more can be read. */
  stop(line: number, problem: InputProblem): void {
    this.add(line, problem);
    this.isStopped = true;
  }

  throwIfAny(): void {
    if (this.isEmpty) return;
    const more = this.#count - this.#shown.length;
    const rest = fileProblem(`${more} more problems are not shown.`, "Correct these first.");
    throw new InvalidInputError("The file cannot be used", [...this.#shown, ...(more > 0 ? [rest] : [])]);
  }
}

/** A problem of the file, and not of a field. */
export function fileProblem(message: Text, remedy: Text): InputProblem {
  return new InputProblem("from", "file", message, remedy);
}
