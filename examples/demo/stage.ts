import { spawn } from "node:child_process";
import { styleText } from "node:util";

/** Shows the audience what happens, and remembers what did not go as it should. */
export class Stage {
  readonly problems: string[] = [];
  readonly #hidden: readonly string[];

  /** `hidden`: folders whose path says nothing to the audience. */
  constructor(hidden: readonly string[]) {
    this.#hidden = hidden;
  }

  style(format: Parameters<typeof styleText>[0], text: string): string {
    return styleText(format, text, { stream: process.stdout });
  }

  say(text = ""): void {
    console.log(text);
  }

  title(text: string): void {
    this.say(`\n${this.style(["bold", "cyan"], text)}`);
  }

  aside(text: string): void {
    this.say(this.style("dim", `  ${text}`));
  }

  expect(truth: boolean, otherwise: string): void {
    if (!truth) this.problems.push(otherwise);
  }

  /** Types a command, shows what a user would see of it, and checks how it ends. */
  async type(
    name: string,
    command: readonly string[],
    args: readonly string[],
    options: {
      readonly exit: number;
      readonly env: NodeJS.ProcessEnv;
      readonly cwd?: string;
      readonly quiet?: boolean;
    },
  ): Promise<string> {
    const shown = args.map((arg) =>
      this.#hidden.reduce((text, folder) => text.replace(`${folder}/`, ""), arg),
    );
    this.say(`\n${this.style("green", "$")} ${this.style("bold", [name, ...shown].join(" "))}`);
    const [program = "", ...before] = command;
    const colours = process.stdout.isTTY && !process.env.NO_COLOR ? { FORCE_COLOR: "1" } : {};
    const child = spawn(program, [...before, ...args], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...options.env, ...colours },
      cwd: options.cwd,
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        if (!options.quiet) process.stdout.write(text.replace(/^(?=.)/gm, "  "));
      });
    const exit = await new Promise<number | null>((ended) => child.on("close", ended));
    this.aside(`exit code ${exit}`);
    this.expect(exit === options.exit, `${name} ${args[0]} ended with ${exit}, not ${options.exit}`);
    if (options.quiet && exit !== options.exit) this.say(output);
    return output;
  }
}
