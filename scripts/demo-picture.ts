/**
 * Runs the demo in a terminal, and writes what it shows to docs/images/demo.svg: line by line, as fast as it really is. In
 * demo-narrow.svg the lines are short enough for a phone.
 */
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { toolPath } from "./tool-folder.ts";

const root = join(import.meta.dirname, "..");
const [fontSize, lineHeight] = [13, 19];
const wide = { columns: 100, padding: 20 };
const narrow = { columns: 44, padding: 8 };

interface Line {
  readonly text: string;
  readonly seconds: number;
}

/** `script` gives the demo a terminal, so that it has colours. */
async function record(): Promise<Line[]> {
  const command = `stty cols ${wide.columns}; node examples/demo/demo.ts`;
  const env = {
    ...process.env,
    PATH: [dirname(toolPath("tofu")), process.env.PATH].join(delimiter),
    TERM: "xterm",
  };
  const child = spawn("script", ["--quiet", "--return", "--flush", "--command", command, "/dev/null"], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const started = performance.now();
  const lines: Line[] = [];
  for await (const text of createInterface({ input: child.stdout }))
    lines.push({ text, seconds: (performance.now() - started) / 1000 });
  if (child.exitCode) throw new Error(`The demo ended with exit code ${child.exitCode}.`);
  return lines;
}

const colourCode = /\x1b\[\d+m/g;
const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const colours: Readonly<Record<string, string>> = { 1: "bold", 2: "dim", 31: "red", 32: "green", 36: "cyan" };

/** The colours of a terminal, as classes. Each code that the demo uses starts or ends one of them. */
function spans(text: string): string {
  const open = new Set<string>();
  return text
    .split(/\x1b\[(\d+)m/)
    .map((part, index) => {
      if (index % 2 === 0) {
        const escaped = part.replace(/[&<>]/g, (character) => escapes[character] ?? "");
        if (part === "" || open.size === 0) return escaped;
        return `<tspan class="${[...open].join(" ")}">${escaped}</tspan>`;
      }
      const colour = colours[part];
      if (colour) open.add(colour);
      else if (part === "22") for (const weight of ["bold", "dim"]) open.delete(weight);
      else for (const name of ["red", "green", "cyan"]) open.delete(name);
      return "";
    })
    .join("");
}

/** Breaks a line between words. What follows is indented as its beginning, and has its colours. */
function wrap({ text, seconds }: Line, columns: number): Line[] {
  const [indent = ""] = /^ *(?:\d+\. )?/.exec(text.replaceAll(colourCode, "")) ?? [];
  const lines = [""];
  let codes = "";
  let used = 0;
  for (const word of text.split(/(?<= )(?=[^ ])/)) {
    const length = word.replaceAll(colourCode, "").trimEnd().length;
    if (used > indent.length && used + length > columns) {
      lines.push(" ".repeat(indent.length) + codes);
      used = indent.length;
    }
    lines.push(`${lines.pop()}${word}`);
    codes += word.match(colourCode)?.join("") ?? "";
    used += word.replaceAll(colourCode, "").length;
  }
  return lines.map((line) => ({ text: line, seconds }));
}

function picture(recorded: readonly Line[], { columns, padding }: typeof wide): string {
  const lines = recorded.flatMap((line) => wrap(line, columns));
  const width = Math.ceil(columns * fontSize * 0.605) + 2 * padding;
  const height = lines.length * lineHeight + 2 * padding;
  const rows = lines.map(({ text, seconds }, index) => {
    const y = padding + (index + 1) * lineHeight - 5;
    return `<text x="${padding}" y="${y}" style="animation-delay:${seconds.toFixed(1)}s">${spans(text)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
<title>npm run demo: certorder against its sandbox</title>
<style>
  svg { --back: #f6f8fa; --fore: #1f2328; --dim: #59636e; --red: #cf222e; --green: #116329; --cyan: #0a5c75; }
  @media (prefers-color-scheme: dark) {
    svg { --back: #151b23; --fore: #f0f6fc; --dim: #9198a1; --red: #ff7b72; --green: #56d364; --cyan: #56d4dd; }
  }
  rect { fill: var(--back); stroke: var(--dim); stroke-opacity: 0.3; }
  text { fill: var(--fore); font: ${fontSize}px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre; animation: appear 1ms backwards; }
  .bold { font-weight: 600; }
  .dim { fill: var(--dim); }
  .red { fill: var(--red); }
  .green { fill: var(--green); }
  .cyan { fill: var(--cyan); }
  @keyframes appear { from { opacity: 0; } }
  @media (prefers-reduced-motion) { text { animation: none; } }
</style>
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" />
${rows.join("\n")}
</svg>
`;
}

const lines = await record();
mkdirSync(join(root, "docs", "images"), { recursive: true });
writeFileSync(join(root, "docs", "images", "demo.svg"), picture(lines, wide));
writeFileSync(join(root, "docs", "images", "demo-narrow.svg"), picture(lines, narrow));
