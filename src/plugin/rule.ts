import type { AttributePath, Diagnostic } from "./diagnostics.ts";
import type { ObjectValue } from "./values/value.ts";

/** A rule about the arguments called `names`. */
export interface Rule<Name extends string = string> {
  readonly names: readonly Name[];
  /**
   * The problems of an object at `path`, or of the whole configuration. An argument that is not given is null. A kind
   * of block that is not given is null too. `name` is the path as text.
   */
  check(
    values: ObjectValue,
    path: AttributePath | undefined,
    name: string | undefined,
  ): readonly Diagnostic[];
}
