import { type Diagnostic, hasErrors, providerBug } from "../diagnostics.ts";
import type { PlanAnswer, Resource } from "../resource.ts";
import type { Schema } from "../schema.ts";
import type { ObjectValue } from "../values/value.ts";
import { ask } from "./call-author.ts";
import { changedAttributes, replacedBecauseOf, startingPlan } from "./plan-rules.ts";
import type { ProviderSession } from "./session.ts";
import { checkShape, planProblems } from "./verify.ts";

interface PlanInput {
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

const planParts = ["planned", "requiresReplace", "private"] as const;

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
  const { answer, diagnostics } = await ask(session, doing, planParts, () => {
    const request = { ...session.providerContext, private: input.private, config, planned: start };
    if (prior === null) return resource.modifyPlan?.({ ...request, action: "create", prior });
    const changed = changedAttributes(schema, prior, start);
    return resource.modifyPlan?.({ ...request, action: "update", prior, changed });
  });
  const { value: planned, problems } = checkShape(doing, schema, { ...start, ...answer?.planned }, start);
  const found: Diagnostic[] = [...diagnostics, ...problems];
  // A plan that is refused anyway is not looked at by the core either.
  if (!hasErrors(found)) found.push(...planProblems(doing, schema, config, prior, planned));

  const canUpdate = resource.update !== undefined;
  const replace = new Set(prior === null ? [] : replacedBecauseOf(schema, prior, planned, canUpdate));
  for (const attribute of answer?.requiresReplace ?? []) {
    if (Object.hasOwn(schema.type[1], attribute)) replace.add(attribute);
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
  const { prior } = input;
  const { answer, diagnostics } = await ask<PlanAnswer<Schema>>(session, doing, planParts, () => {
    // There is nothing to destroy.
    if (prior === null) return undefined;
    const request = { ...session.providerContext, private: input.private };
    return resource.modifyPlan?.({ ...request, action: "delete", config: null, prior, planned: null });
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
