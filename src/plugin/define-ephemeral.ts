import { type NotWhenLookedUp, type WrittenSchema, withSchema } from "./define-schema.ts";
import type { EphemeralMethods, EphemeralResource } from "./ephemeral.ts";
import * as methods from "./rpc/ephemeral.ts";
import { serveAlso } from "./rpc/methods.ts";
import type { Attributes, Blocks, NoBlocks, Schema } from "./schema.ts";

/** Defines an ephemeral resource. All types are inferred from its schema. `Data`: the provider's data that it uses. */
export function defineEphemeralResource<Data = unknown>() {
  // Only a provider that defines one has these RPCs in its bundle.
  serveAlso(methods);
  return <const A extends Attributes, const B extends Blocks = NoBlocks>(
    resource: { readonly schema: WrittenSchema<A, B, NotWhenLookedUp> } & EphemeralMethods<
      Schema<A, B>,
      Data
    >,
  ): EphemeralResource<Data, Schema<A, B>> => withSchema(resource);
}
