import { type Der, inside, readOid, tags } from "./der.ts";
import { malformed } from "./error.ts";

/** AlgorithmIdentifier: the algorithm and its parameters. */
export interface Algorithm {
  readonly oid: string;
  readonly parameters: Der | undefined;
}

export function readAlgorithm(sequence: Der, what: string): Algorithm {
  const reader = inside(sequence);
  const oid = readOid(reader.expect(tags.oid, what), what);
  const parameters = reader.atEnd ? undefined : reader.any(what);
  reader.end(what);
  return { oid, parameters };
}

/** For algorithms without parameters. The standards disagree on NULL or nothing, so both are accepted. */
export function refuseParameters({ parameters }: Algorithm, what: string): void {
  if (parameters && (parameters.tag !== tags.null || parameters.body.length > 0))
    throw malformed(`${what} must not have parameters`);
}
