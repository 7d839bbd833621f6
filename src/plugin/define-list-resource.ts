import { type NotInArguments, type WrittenSchema, withSchema } from "./define-schema.ts";
import type { ListMethods, ListResource } from "./list-resource.ts";
import * as methods from "./rpc/list.ts";
import { serveAlso } from "./rpc/methods.ts";
import type { Attributes, Blocks, NoBlocks, Schema } from "./schema.ts";

/** Defines a list resource. `schema` describes its `config` block. */
export function defineListResource<Data = unknown>() {
  // Only a provider that defines one has these RPCs in its bundle.
  serveAlso(methods);
  return <const A extends Attributes, const B extends Blocks = NoBlocks>(
    resource: { readonly schema: WrittenSchema<A, B, NotInArguments | "writeOnly"> } & ListMethods<
      Schema<A, B>,
      Data
    >,
  ): ListResource<Data, Schema<A, B>> => withSchema(resource);
}
