import { defineCollection } from "astro:content";
import { docsSchema } from "@astrojs/starlight/schema";
import { glob, type Loader } from "astro/loaders";
import { description } from "../../package.json";
import { pages, repository, sources } from "../pages.ts";

const files = glob({
  base: "..",
  pattern: [...sources],
  generateId: ({ entry }) => pages.get(entry)?.id ?? entry,
});

/** The pages as they lie in the repository. Starlight's own fields are worked out from what the registry wants. */
const loader: Loader = {
  name: "docs-of-the-repository",
  load: (context) =>
    files.load({
      ...context,
      parseData: (entry) => {
        const page = [...pages.values()].find(({ id }) => id === entry.id);
        const data = {
          description: entry.id === "start" ? description : undefined,
          ...entry.data,
          title: page?.title,
          editUrl: page && !page.generated ? `${repository}/edit/main/${page.file}` : false,
        };
        return context.parseData({ ...entry, data } as typeof entry);
      },
    }),
};

export const collections = { docs: defineCollection({ loader, schema: docsSchema() }) };
