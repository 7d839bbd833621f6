import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

export const root = resolve(import.meta.dirname, "..");

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  homepage: string;
  repository: { url: string };
};
export const repository = manifest.repository.url.replace(/^git\+|\.git$/g, "");
/** Where the site is: its origin, and the path of its first page. */
export const { origin, pathname: base } = new URL(manifest.homepage);

export interface Page {
  /** Its path in the repository. */
  readonly file: string;
  /** Its path on the site, without slashes around it. */
  readonly id: string;
  readonly title: string;
  readonly order: number;
  /** The group within its folder. Empty: none. */
  readonly group: string;
  /** Written by a command, so that it cannot be edited by hand. */
  readonly generated: boolean;
}

export const sources = ["README.md", "docs/**/*.md"];

/** Every page of the site, by its path in the repository. */
export const pages: ReadonlyMap<string, Page> = new Map(
  globSync(sources, { cwd: root }).map((file) => [file, readPage(file)]),
);

function readPage(file: string): Page {
  const text = readFileSync(join(root, file), "utf8");
  const [, heading] = /^# (.+)$/m.exec(text) ?? [];
  if (!heading) throw new Error(`${file} has no heading of the first level.`);
  const [, order = "100"] = /^sidebar:\s*\{?\s*order: (\d+)/m.exec(text) ?? [];
  const [, group = ""] = /^subcategory: "(.*)"$/m.exec(text) ?? [];
  return {
    file,
    id: pageId(file),
    title: heading.replaceAll("`", "").replaceAll("\\", ""),
    order: Number(order),
    group,
    generated: file.startsWith("docs/reference/api/") || text.includes("<!-- Written by npm run"),
  };
}

/** The site has a first page of its own, so README.md and the provider's page, which is the registry's first, have names here. */
function pageId(file: string): string {
  if (file === "README.md") return "start";
  if (file === "docs/index.md") return "provider";
  return file
    .replace(/^docs\//, "")
    .replace(/(\/README)?\.md$/, "")
    .toLowerCase();
}

/** The groups of the sidebar in their order, with the folders whose pages they have. */
const groups: readonly (readonly [label: string, ...folders: string[]])[] = [
  ["Guides", "guides", ""],
  ["Terraform", "provider", "resources", "data-sources", "actions", "functions"],
  ["Errors", "errors"],
  ["Reference", "reference"],
  ["Library", "reference/api"],
  // A product of its own: its pages stand behind those of certorder.
  ["Write a provider", "plugin", "reference/api/certorder/plugin"],
];

interface MenuLink {
  slug: string;
  label: string;
}

type MenuItem = MenuLink | { label: string; items: MenuLink[]; collapsed: boolean };

/** A folder that no group names has a group of its own, at the end. */
export function sidebar() {
  const folders = Map.groupBy(pages.values(), ({ id, file }) => {
    if (id === "start" || id === "provider") return id;
    const api = ["reference/api/certorder/plugin", "reference/api"].find((folder) => id.startsWith(folder));
    return api ?? relative("docs", dirname(file));
  });
  const named = new Set(["start", ...groups.flatMap(([, ...names]) => names)]);
  const others = [...folders.keys()].filter((folder) => !named.has(folder)).sort();
  const links = (folder: string): MenuItem[] => {
    const sorted = (folders.get(folder) ?? []).sort(
      (a, b) => a.order - b.order || a.title.localeCompare(b.title),
    );
    return [...Map.groupBy(sorted, ({ group }) => group)].flatMap(([group, members]): MenuItem[] => {
      const items = members.map(({ id, title }) => ({ slug: id, label: label(title, folder) }));
      return group === "" ? items : [{ label: group, items, collapsed: true }];
    });
  };
  return [
    { slug: "start", label: "Start here" },
    ...[...groups, ...others.map((folder) => [folder, folder] as const)].flatMap(([label, ...names]) => {
      const items = names.flatMap(links);
      return items.length > 0 ? [{ label, items, collapsed: true }] : [];
    }),
  ];
}

/** Short: `certorder_reissue (Resource)` is `certorder_reissue`, as most of its neighbours are resources. */
function label(title: string, folder: string): string {
  if (folder === "provider") return "Provider";
  return title.replace(/ \((.+)\)$/, (_, kind: string) =>
    kind === "Resource" ? "" : ` (${kind.toLowerCase()})`,
  );
}

/** Where a link in a file leads on the site: to a page, an image, or a file of the repository. */
export function siteUrl(link: string, file: string): string {
  if (/^([a-z]+:|#|\/)/i.test(link)) return link;
  const [path = "", hash] = link.split("#");
  const target = relative(root, resolve(root, dirname(file), path));
  if (!existsSync(join(root, target))) throw new Error(`${file} links to ${link}, which does not exist.`);
  const after = hash === undefined ? "" : `#${hash}`;
  const page = pages.get(target) ?? pages.get(join(target, "README.md"));
  if (page) return `${base}${page.id}/${after}`;
  if (target.startsWith("docs/images/")) return `${base}${target.slice("docs/".length)}`;
  const kind = statSync(join(root, target)).isDirectory() ? "tree" : "blob";
  return `${repository}/${kind}/main/${target}${after}`;
}
