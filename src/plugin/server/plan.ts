import { type Diagnostic, hasErrors, providerBug } from "../diagnostics.ts";
import type { PlanAnswer, PlanRequest, Resource } from "../provider.ts";
import type { Schema } from "../schema.ts";
import type { ObjectValue } from "../values/value.ts";
import { ask } from "./ask.ts";
import { changedAttributes, replacedBecauseOf, startingPlan } from "./plan-rules.ts";
import type { ProviderSession } from "./session.ts";
import { checkShape, planProblems } from "./verify.ts";

export interface PlanInput {
  readonly config: ObjectValue | null;
  /** Null when the object is to be created, also as the replacement of another. */
  readonly prior: ObjectValue | null;
  /** Null when the object is to be destroyed. */
  readonly proposed: ObjectValue | null;
  readonly private: Uint8Array;
}

export interface Plan {
  readonly planned: ObjectValue | null;
  readonly requiresReplace: readonly string[];
  readonly private: Uint8Array;
  readonly diagnostics: readonly Diagnostic[];
}

export async function planResourceChange(
  session: ProviderSession,
  name: string,
  resource: Resource,
  input: PlanInput,
): Promise<Plan> {
  const doing = `Planning ${name}`;
  if (input.proposed === null || input.config === null)
    return planDestruction(session, doing, resource, input);

  const { schema } = resource;
  const { config, prior, proposed } = input;
  const start = startingPlan(schema, config, prior, proposed);
  const { answer, diagnostics } = await ask(session, doing, () => {
    return resource.modifyPlan?.({
      ...session.providerContext,
      private: input.private,
      config,
      planned: start,
      ...(prior === null
        ? { action: "create", prior }
        : { action: "update", prior, changed: changedAttributes(schema, prior, start) }),
    } as unknown as PlanRequest<Schema, unknown>);
  });
  const { value: planned, problems } = checkShape(doing, schema, { ...start, ...answer?.planned }, start);
  const found: Diagnostic[] = [...diagnostics, ...problems];
  // A plan that is refused anyway is not looked at by the core either.
  if (!hasErrors(found)) found.push(...planProblems(doing, schema, config, prior, planned));

  const changed = prior === null ? [] : changedAttributes(schema, prior, planned);
  const replace = new Set(replacedBecauseOf(schema, changed, resource.update !== undefined));
  for (const attribute of answer?.requiresReplace ?? []) {
    if (Object.hasOwn(schema.attributes, attribute)) replace.add(attribute);
    else
      found.push(
        providerBug(doing, `the object is to be replaced for "${attribute}", which is no attribute.`),
      );
  }
  return {
    planned,
    requiresReplace: prior === null ? [] : [...replace],
    private: answer?.private ?? input.private,
    diagnostics: found,
  };
}

async function planDestruction(
  session: ProviderSession,
  doing: string,
  resource: Resource,
  input: PlanInput,
): Promise<Plan> {
  const { answer, diagnostics } = await ask<PlanAnswer<Schema>>(session, doing, () => {
    return resource.modifyPlan?.({
      ...session.providerContext,
      private: input.private,
      action: "delete",
      config: null,
      prior: input.prior as never,
      planned: null,
    });
  });
  const bug =
    answer?.planned === undefined ? [] : [providerBug(doing, "a destroyed object has no planned values.")];
  return {
    planned: null,
    requiresReplace: [],
    private: answer?.private ?? input.private,
    diagnostics: [...diagnostics, ...bug],
  };
}
