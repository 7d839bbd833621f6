import { fieldRef, Issue, readImportId, text } from "../contract/index.ts";
import { masked } from "./expressions.ts";
import type { Element } from "./model.ts";

/** An import names one certificate of one order. If the block has `count` or `for_each`, its address needs an index. */
export function checkImports({ imports = [], orderId, count, hasForEach }: Element, now: Date): Issue[] {
  const many = fieldRef(hasForEach ? "for_each" : "count");
  return imports.flatMap(({ id, hasIndex }) => [
    ...(hasIndex || (count === undefined && !hasForEach)
      ? []
      : [
          new Issue(
            hasForEach ? "for_each" : "count",
            "import",
            text`An existing certificate cannot be adopted together with ${many}: the import names one object.`,
            text`Leave ${many} out, and describe each imported order in a block of its own.`,
          ),
        ]),
    ...checkId(id, orderId, now),
  ]);
}

function checkId(id: string, orderId: string | undefined, now: Date): Issue[] {
  const [known, order] = [masked(id), orderId === undefined ? undefined : masked(orderId)];
  // An expression equals only the same expression.
  const isOpen = known !== id || order !== orderId;
  if (isOpen && !id.startsWith(`${orderId}/`)) return [];
  return readImportId(known, now, order).issues;
}
