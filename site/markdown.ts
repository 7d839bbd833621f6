import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { renderMermaidSVG } from "beautiful-mermaid";
import { defineMdastPlugin, type MdastPluginEntry } from "satteri";
import { root, siteUrl } from "./pages.ts";

/** Makes what is written for GitHub and the registry right for the site: the title, links, images and diagrams. */
export const forTheSite: MdastPluginEntry = ({ fileURL }) => {
  if (!fileURL) return undefined;
  const file = relative(root, fileURLToPath(fileURL));
  return defineMdastPlugin({
    name: "for-the-site",
    // Starlight shows the title itself.
    heading(node, context) {
      if (node.depth === 1) context.removeNode(node);
    },
    link(node, context) {
      context.setProperty(node, "url", siteUrl(node.url, file));
    },
    definition(node, context) {
      context.setProperty(node, "url", siteUrl(node.url, file));
    },
    image(node, context) {
      context.setProperty(node, "url", siteUrl(node.url, file));
    },
    html(node, context) {
      const value = node.value.replace(/(?<=\s(?:src|srcset|href)=")[^"]+/g, (link) => siteUrl(link, file));
      if (value !== node.value) context.setProperty(node, "value", value);
    },
    // A wide table scrolls, and has to do so for a keyboard as well.
    table(node, context) {
      context.setProperty(node, "data", { hProperties: { tabIndex: 0 } });
    },
    code(node, context) {
      if (node.lang === "mermaid") context.replaceNode(node, { type: "html", value: diagram(node.value) });
    },
  });
};

/** Drawn at build time: a reader loads no script for it. The colours are those of the page. */
function diagram(source: string): string {
  const svg = renderMermaidSVG(source, {
    bg: "var(--sl-color-bg)",
    fg: "var(--sl-color-white)",
    muted: "var(--sl-color-gray-2)",
    transparent: true,
    // Narrow, so that a chart fits on a phone.
    padding: 4,
    nodeSpacing: 16,
    layerSpacing: 24,
  });
  // It names a font of another server, and blank lines would end the HTML.
  const own = svg
    .replace(/@import url\([^)]*\);/, "")
    .replace(/'Inter', system-ui/, "var(--__sl-font)")
    .replace(/\n\s*\n/g, "\n");
  return `<figure class="diagram not-content" role="group" aria-label="Diagram">${own}</figure>`;
}
