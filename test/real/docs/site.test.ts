import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toolPath } from "../../../scripts/tool-folder.ts";
import { newFolder } from "../../harness/new-folder.ts";

// The site as a browser shows it. Every request is answered from the folder that was built.

const root = join(import.meta.dirname, "..", "..", "..");
const site = join(root, "site");
const load = createRequire(join(site, "package.json"));
const origin = "https://certorder.github.io";
const base = "/certorder/";
const repository = "https://github.com/certorder/certorder";

const dist = newFolder("certorder-site-");
let pages: readonly string[] = [];

beforeAll(() => {
  if (!existsSync(join(site, "node_modules")))
    throw new Error("The site is not installed. Run: npm run tools");
  execFileSync(process.execPath, ["node_modules/astro/bin/astro.mjs", "build", "--force", "--outDir", dist], {
    cwd: site,
    // Not with what the tests have in BASE_URL and NODE_ENV.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ASTRO_TELEMETRY_DISABLED: "1" },
  });
  pages = globSync("**/index.html", { cwd: dist }).map((file) => file.replace(/index\.html$/, ""));
});

/** The file that answers for an address of the site. */
function fileFor({ pathname }: URL): string | undefined {
  if (!pathname.startsWith(base)) return undefined;
  const file = join(dist, decodeURIComponent(pathname.slice(base.length)));
  const page = statSync(file, { throwIfNoEntry: false })?.isDirectory() ? join(file, "index.html") : file;
  return existsSync(page) ? page : undefined;
}

/** Whether a link of the site, or to a file of the repository, leads somewhere. Others are not asked for. */
function leads(url: URL): boolean {
  const [, path] = new RegExp(`^${repository}/(?:blob|tree|edit)/main/([^#?]+)`).exec(url.href) ?? [];
  if (path) return existsSync(join(root, path));
  if (url.origin !== origin) return true;
  const file = fileFor(url);
  const place = decodeURIComponent(url.hash.slice(1));
  return file !== undefined && (place === "" || attributes(file, "id").includes(place));
}

/** The attributes of a page, as they are after HTML's own escapes. */
function attributes(file: string, name: string): string[] {
  const html = readFileSync(file, "utf8");
  const found = html.matchAll(new RegExp(`<[^>]*\\s${name}="([^"]*)"`, "g"));
  return [...found].map(([, value = ""]) => value.replaceAll("&#38;", "&").replaceAll("&amp;", "&"));
}

const readPage = (page: string) => readFileSync(join(dist, page, "index.html"), "utf8");

/** Run in the browser: the texts of diagrams that are cut off, wider than their box, over another text, or smaller than 11 pixels. */
const illegible = `[...document.querySelectorAll(".diagram text")].flatMap((text) => {
  const { left, right, top, bottom } = text.getBoundingClientRect();
  const svg = text.closest("svg");
  const frames = [svg, text.closest(".diagram")].map((frame) => frame.getBoundingClientRect());
  const isCut = frames.some((frame) => left < frame.left || right > frame.right);
  const scale = frames[0].width / svg.viewBox.baseVal.width;
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const boxes = [...svg.querySelectorAll("rect")].map((rect) => rect.getBoundingClientRect());
  const isWider = boxes.some((box) => box.top < y && y < box.bottom && box.left < x && x < box.right && (left < box.left || box.right < right));
  const others = [...svg.querySelectorAll("text")].filter((other) => other !== text).map((other) => other.getBoundingClientRect());
  const isOver = others.some((other) => other.top < y && y < other.bottom && other.left < right && left < other.right);
  const size = Math.round(parseFloat(getComputedStyle(text).fontSize) * scale * 10) / 10;
  return isCut || isWider || isOver || size < 11 ? [text.textContent + ": " + size + " pixels"] : [];
})`;

describe("The site", () => {
  test("is built by programs with the right types", () => {
    const tsc = join(root, "node_modules", ".bin", "tsc");
    expect(spawnSync(tsc, ["--noEmit", "-p", site], { encoding: "utf8" })).toMatchObject({
      status: 0,
      stdout: "",
    });
  });

  test("has a page for each document", () => {
    const documents = globSync("docs/**/*.md", { cwd: root });
    // And the first page, and README.md.
    expect(pages).toHaveLength(documents.length + 2);
  });

  test("has the codes in its menu, grouped as in their list", () => {
    const list = readFileSync(join(root, "docs", "errors", "README.md"), "utf8");
    const groups = [...list.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    const html = readFileSync(join(dist, "errors", "usage", "index.html"), "utf8");
    const labels = [...html.matchAll(/<summary[^>]*>\s*<span[^>]*>\s*<span[^>]*>([^<]+)</g)].map(
      ([, label]) => label,
    );
    expect(groups.length).toBeGreaterThan(6);
    expect(labels.filter((label) => groups.includes(label))).toEqual(groups);
  });

  test("has no dead link, and none to a missing place on a page", () => {
    const dead: string[] = [];
    for (const page of pages) {
      const file = join(dist, page, "index.html");
      const links = [...attributes(file, "href"), ...attributes(file, "src")];
      for (const link of new Set(links)) {
        const url = URL.parse(link, `${origin}${base}${page}`);
        if (!url || !leads(url)) dead.push(`${page}: ${link}`);
      }
    }
    expect(dead).toEqual([]);
  });

  test("has no link to the reader's own machine", () => {
    const links = pages.flatMap((page) => attributes(join(dist, page, "index.html"), "href"));
    expect(links.filter((link) => /^https?:\/\/(localhost|127\.|\[::1\])/.test(link))).toEqual([]);
  });

  describe("in a browser", () => {
    const asked: string[] = [];
    // Any type: those of Playwright are there only after `npm run tools`.
    let browser: ReturnType<typeof load>;
    beforeAll(async () => {
      const executablePath = toolPath("chromium");
      browser = await load("playwright-core").chromium.launch({ executablePath, args: ["--no-sandbox"] });
    });
    afterAll(() => browser.close());

    /** A tab whose requests reach no network. */
    async function open(options: object = {}) {
      const context = await browser.newContext(options);
      await context.route("**/*", (route: Route) => {
        const url = new URL(route.request().url());
        const path = url.origin === origin ? fileFor(url) : undefined;
        if (!path) asked.push(url.href);
        return path ? route.fulfill({ path }) : route.abort();
      });
      const tab = await context.newPage();
      return { tab, visit: (page: string) => tab.goto(`${origin}${base}${page}`) };
    }

    /** The first page, the README, the largest page of each folder, and the first of the library. */
    function sample(): string[] {
      const size = (page: string) => statSync(join(dist, page, "index.html")).size;
      const documents = pages.filter((page) => !page.startsWith("reference/api/"));
      const folders = Map.groupBy(documents, (page) => page.split("/").slice(0, -2).join("/"));
      const largest = [...folders.values()].map((all) => all.toSorted((a, b) => size(b) - size(a))[0] ?? "");
      return ["", "start/", ...largest, "reference/api/certorder/"];
    }

    test.each(["light", "dark"])("is accessible: %s", async (colorScheme) => {
      const { tab, visit } = await open({ colorScheme });
      for (const page of sample()) {
        await visit(page);
        // A script makes wide blocks of code reachable by the keyboard, once the page is idle.
        await tab.waitForFunction(
          "[...document.querySelectorAll('pre')].every((e) => e.scrollWidth <= e.clientWidth || e.tabIndex === 0)",
        );
        await tab.addScriptTag({ path: load.resolve("axe-core/axe.min.js") });
        const { violations } = (await tab.evaluate("axe.run()")) as Axe;
        const serious = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
        const where = serious.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
        expect(where, page).toEqual([]);
      }
    });

    test.each([360, 768, 1280])("no page is wider than a screen of %i pixels", async (width) => {
      const { tab, visit } = await open({ viewport: { width, height: 800 } });
      for (const page of pages) {
        await visit(page);
        expect(await tab.evaluate("document.documentElement.scrollWidth"), page).toBe(width);
      }
    });

    test.each([390, 1300])("every diagram can be read on a screen of %i pixels", async (width) => {
      const { tab, visit } = await open({ viewport: { width, height: 800 } });
      const drawn = pages.filter((page) => /<figure class="diagram/.test(readPage(page)));
      expect(drawn).not.toEqual([]);
      for (const page of drawn) {
        await visit(page);
        expect(await tab.evaluate(illegible), page).toEqual([]);
      }
    });

    test("the first page is one screen, whichever example it shows", async () => {
      const { tab, visit } = await open({ viewport: { width: 1300, height: 830 } });
      await visit("");
      await tab.focus("[role=tab]");
      const shown: string[] = [];
      do {
        shown.push(await tab.evaluate("document.activeElement.textContent.trim()"));
        expect(await tab.evaluate("document.documentElement.scrollHeight"), shown.at(-1)).toBe(830);
        expect(await tab.locator("[role=tabpanel]:visible pre").count()).toBe(1);
        await tab.keyboard.press("ArrowRight");
      } while ((await tab.evaluate("document.activeElement.textContent.trim()")) !== shown.at(-1));
      expect(shown).toEqual(["Command line", "Terraform", "CDKTF", "GitHub", "TypeScript"]);
    });

    test("the first page has every example also without JavaScript", async () => {
      const { tab, visit } = await open({ javaScriptEnabled: false });
      await visit("");
      expect(await tab.locator("[role=tabpanel] pre:visible").count()).toBe(5);
    });

    test("the demo's picture can be read on a phone", async () => {
      const { tab, visit } = await open({ viewport: { width: 390, height: 800 } });
      await visit("start/");
      const picture = "document.querySelector('picture img')";
      const file = await tab.evaluate(`${picture}.currentSrc`);
      const svg = readFileSync(fileFor(new URL(file)) ?? "", "utf8");
      const [, width] = / width="(\d+)"/.exec(svg) ?? [];
      const [, size] = /font: (\d+)px/.exec(svg) ?? [];
      const scale = (await tab.evaluate(`${picture}.clientWidth`)) / Number(width);
      expect(Number(size) * scale).toBeGreaterThanOrEqual(11);
    });

    test("finds a page by its words", async () => {
      const { tab, visit } = await open();
      await visit("");
      await tab.click("button[data-open-modal]");
      // Keys that are typed before the field has the focus are lost.
      await tab.fill(".pagefind-ui__search-input", "idempotency key");
      await tab.waitForSelector(".pagefind-ui__result-link");
    });

    test("asks for nothing that it does not have, and no other server", () => {
      expect(asked).toEqual([]);
    });
  });
});

interface Axe {
  readonly violations: readonly { id: string; impact: string; nodes: readonly { html: string }[] }[];
}

interface Route {
  request(): { url(): string };
  fulfill(answer: { path: string }): Promise<void>;
  abort(): Promise<void>;
}
