import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { newFolder } from "../../test/harness/new-folder.ts";
import { toolPath } from "../tool-folder.ts";

const root = join(import.meta.dirname, "..", "..");

/** A home and an empty folder, in which a person works who has Node, OpenTofu and what the system has. */
export class Person {
  readonly home = newFolder("rehearsal-home-");
  readonly folder = join(this.home, "project");
  readonly env: NodeJS.ProcessEnv;

  constructor(env: NodeJS.ProcessEnv = {}) {
    mkdirSync(this.folder);
    const programs = (process.env.PATH ?? "").split(delimiter).filter((name) => !name.startsWith(root));
    this.env = {
      HOME: this.home,
      TMPDIR: this.home,
      LANG: "C.UTF-8",
      PATH: [dirname(process.execPath), dirname(toolPath("tofu")), ...programs].join(delimiter),
      CHECKPOINT_DISABLE: "1",
      ...env,
    };
  }

  /** All that a program shows. It has to succeed. */
  run(program: string, ...args: readonly string[]): Promise<string> {
    const options = { cwd: this.folder, env: this.env, encoding: "utf8", maxBuffer: 100_000_000 } as const;
    return new Promise((resolve, reject) => {
      const child = execFile(program, args, options, (error, stdout, stderr) => {
        const text = stripVTControlCharacters(stdout + stderr);
        if (error) reject(new Error(`${program} ${args.join(" ")}\n${text}`));
        else resolve(text);
      });
      child.stdin?.end();
    });
  }

  /** Runs lines of a shell, each of which has to succeed. What they show has to contain all of these texts. */
  async shell(script: string, ...expected: readonly (string | RegExp)[]): Promise<string> {
    const text = await this.run("bash", "-e", "-o", "pipefail", "-c", script);
    for (const each of expected)
      if (typeof each === "string" ? !text.includes(each) : !each.test(text))
        throw new Error(`${script}\ndoes not show ${each}, but:\n${text}`);
    return text;
  }
}
