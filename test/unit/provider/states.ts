import type { Planned } from "../../../src/plugin/index.ts";
import type { Reissue, ReissueState } from "../../../src/provider/reissue/schema.ts";
import { schema } from "../../../src/provider/reissue/schema.ts";

/** A stored reissue with these values, and null for the others. */
export function fullState(values: Partial<ReissueState>): ReissueState {
  const empty = Object.fromEntries(Object.keys(schema.attributes).map((name) => [name, null]));
  return { ...empty, ...values } as ReissueState;
}

/** A plan of a reissue with these values, which may be unknown, and null for the others. */
export function fullPlan(values: object): Planned<Reissue> {
  return { ...fullState({}), ...values } as unknown as Planned<Reissue>;
}
