import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { toolPath } from "../../../scripts/tool-folder.ts";

const load = createRequire(join(import.meta.dirname, "..", "..", "..", "site", "package.json"));

/** A tab of Chromium. Any type: those of Playwright are there only after `npm run tools`. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Tab = any;

/** Chromium without a window. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export function startBrowser(): Promise<any> {
  return load("playwright-core").chromium.launch({
    executablePath: toolPath("chromium"),
    args: ["--no-sandbox"],
  });
}

/** What axe finds wrong with what a tab shows. */
export async function findBarriers(tab: Tab): Promise<string[]> {
  // By the browser's own tools, which the page's policy does not bind.
  await tab.evaluate(readFileSync(load.resolve("axe-core/axe.min.js"), "utf8"));
  const { violations } = (await tab.evaluate("axe.run()")) as {
    violations: readonly { id: string; nodes: readonly { html: string; failureSummary: string }[] }[];
  };
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

/** Where a screenshot goes that a person wants to look at: into the folder that CERTORDER_LOOK names. Else nowhere. */
export function pictures(name: string): { path?: string } {
  const folder = process.env.CERTORDER_LOOK;
  return folder === undefined ? {} : { path: join(folder, `${name}.png`) };
}
