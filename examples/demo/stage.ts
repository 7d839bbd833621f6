import { spawn } from "node:child_process";
import { styleText } from "node:util";

export interface Command {
  /** The command as the audience reads it. What is left out is an ellipsis. */
  readonly shown: string;
  readonly program: readonly string[];
  readonly exit: number;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** The parts of the output to show. One that is missing is a problem. */
  readonly show?: readonly RegExp[];
}

const width = Math.min(process.stdout.columns || 100, 100);

/** Shows the audience what happens, and remembers what did not go as it should. */
export class Stage {
  readonly problems: string[] = [];
  #steps = 0;

  style(format: Parameters<typeof styleText>[0], text: string): string {
    return styleText(format, text, { stream: process.stdout });
  }

  say(text = ""): void {
    console.log(text);
  }

  step(text: string): void {
    this.#steps++;
    this.say(`${this.style(["bold", "cyan"], `${String(this.#steps).padStart(2)}. ${text}`)}`);
  }

  /** A line of a step, on one line of the screen. */
  line(text: string): void {
    const whole = `    ${text}`;
    const fitting = whole.length > width ? `${whole.slice(0, width - 1)}…` : whole;
    const mark = fitting.trimStart()[0] ?? "";
    const colour = ({ "✓": "green", "✗": "red", $: "bold" } as const)[mark];
    this.say(colour ? this.style(colour, fitting) : this.style("dim", fitting));
  }

  expect(truth: boolean, otherwise: string): void {
    if (!truth) this.problems.push(otherwise);
  }

  /** Runs a command, shows it and a part of its output, and checks how it ends. */
  async run({ shown, program, exit, env, cwd, show = [] }: Command): Promise<string> {
    this.line(`$ ${shown}`);
    const [file = "", ...args] = program;
    const child = spawn(file, args, {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...env, NO_COLOR: "1" },
      cwd,
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (output += text));
    const ended = await new Promise<number | null>((resolve) => child.on("close", resolve));
    for (const part of show) {
      const found = part.exec(output);
      if (found) this.line(found[0].replace(/\s+/g, " ").trim());
      else this.problems.push(`${shown} did not say ${part.source}`);
    }
    if (ended !== exit) {
      this.problems.push(`${shown} ended with exit code ${ended}, not ${exit}`);
      this.say(output);
    }
    return output;
  }
}
