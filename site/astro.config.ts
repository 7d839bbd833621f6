import { satteri } from "@astrojs/markdown-satteri";
import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";
import { forTheSite } from "./markdown.ts";
import { base, origin, repository, sidebar } from "./pages.ts";

export default defineConfig({
  site: origin,
  base,
  trailingSlash: "always",
  // The text is shown as it is written.
  markdown: { processor: satteri({ mdastPlugins: [forTheSite], features: { smartPunctuation: false } }) },
  integrations: [
    starlight({
      title: "certorder",
      social: [{ icon: "github", label: "GitHub", href: repository }],
      customCss: ["./src/styles/site.css"],
      sidebar: sidebar(),
    }),
  ],
});
