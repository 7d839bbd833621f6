import { Issue, named, words } from "../contract/index.ts";
import type { Element } from "./model.ts";

/** The address of one of many needs an index, which an import of a single certificate does not have. */
export function checkImport({ isImported, count, hasForEach }: Element): Issue[] {
  if (!isImported || (count === undefined && !hasForEach)) return [];
  const many = named(hasForEach ? "for_each" : "count");
  return [
    new Issue(
      hasForEach ? "for_each" : "count",
      "import",
      words`An existing certificate cannot be taken over together with ${many}: the import would name no single one.`,
      words`Leave ${many} out, and describe each order that exists already by itself.`,
    ),
  ];
}
