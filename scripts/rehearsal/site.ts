import { cpSync, existsSync, globSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { atTheEnd } from "../../test/harness/at-the-end.ts";
import { newFolder } from "../../test/harness/new-folder.ts";
import { onLoopback } from "../../test/harness/on-loopback.ts";
import { Person } from "./run.ts";
import type { Stage } from "./stage.ts";

/** What `npm run tools -- site` installs. */
export const sitePackages = join(import.meta.dirname, "..", "..", "site", "node_modules");
const published = "https://certorder.github.io";
const base = "/certorder/";

/** The site with the pages of the release, from its first page along all links. */
export const site: Stage = {
  name: "site",
  tries: "built from the released pages, served, and crawled from its first page",
  tools: ["site"],
  async run({ repository }) {
    const folder = join(repository, "site");
    const modules = join(folder, "node_modules");
    // Behind a link, Astro does not know its own files.
    if (!existsSync(modules)) cpSync(sitePackages, modules, { recursive: true, verbatimSymlinks: true });
    const dist = newFolder("rehearsal-site-");
    const person = new Person({ ASTRO_TELEMETRY_DISABLED: "1" });
    await person.shell(
      `cd '${folder}' && node node_modules/astro/bin/astro.mjs build --force --outDir '${dist}'`,
    );
    await crawl(await serve(dist), dist, repository);
  },
};

/** Serves the folder below the path that the site has. Returns the origin. */
async function serve(dist: string): Promise<string> {
  const server = createServer((request, answer) => {
    const path = decodeURIComponent(new URL(request.url ?? "", published).pathname);
    const named = join(dist, path.slice(base.length));
    const file = statSync(named, { throwIfNoEntry: false })?.isDirectory()
      ? join(named, "index.html")
      : named;
    if (!path.startsWith(base) || !existsSync(file)) answer.writeHead(404).end();
    else
      answer
        .setHeader("content-type", extname(file) === ".html" ? "text/html" : "application/octet-stream")
        .end(readFileSync(file));
  });
  const port = await onLoopback(server);
  atTheEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${port}`;
}

/** Follows each link of the site. Fails if one leads nowhere, or if a page is not reached. */
async function crawl(origin: string, dist: string, repository: string): Promise<void> {
  const pages = new Map<string, { links: string[]; places: string[] } | undefined>();
  const dead: string[] = [];
  const waiting = [{ from: "the start", to: new URL(base, origin) }];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { from, to } = next;
    const [, path] =
      /^https:\/\/github\.com\/certorder\/certorder\/(?:blob|tree|edit)\/main\/([^#?]+)/.exec(to.href) ?? [];
    if (path !== undefined && !existsSync(join(repository, path))) dead.push(`${from}: ${to.href}`);
    const own = to.origin === published ? new URL(to.href.slice(published.length), origin) : to;
    if (own.origin !== origin) continue;
    if (!pages.has(own.pathname)) {
      const answer = await fetch(new URL(own.pathname, origin));
      const isPage = answer.ok && answer.headers.get("content-type") === "text/html";
      const html = isPage ? await answer.text() : "";
      if (!isPage) await answer.body?.cancel();
      const links = [...attributes(html, "href"), ...attributes(html, "src")];
      pages.set(own.pathname, answer.ok ? { links, places: attributes(html, "id") } : undefined);
      for (const link of new Set(links)) {
        const target = URL.parse(link, own.href);
        if (target) waiting.push({ from: own.pathname, to: target });
      }
    }
    const place = decodeURIComponent(own.hash.slice(1));
    const page = pages.get(own.pathname);
    if (!page || (place !== "" && !page.places.includes(place))) dead.push(`${from}: ${to.href}`);
  }
  const unreached = globSync("**/index.html", { cwd: dist })
    .map((file) => base + file.replace(/index\.html$/, ""))
    .filter((page) => !pages.get(page));
  if (dead.length > 0) throw new Error(`These links of the site lead nowhere:\n${dead.join("\n")}`);
  if (unreached.length > 0) throw new Error(`No link leads to these pages:\n${unreached.join("\n")}`);
}

/** The attributes of a page, as they are after HTML's own escapes. */
function attributes(html: string, name: string): string[] {
  const found = html.matchAll(new RegExp(`<[^>]*\\s${name}="([^"]*)"`, "g"));
  return [...found].map(([, value = ""]) => value.replaceAll("&#38;", "&").replaceAll("&amp;", "&"));
}
