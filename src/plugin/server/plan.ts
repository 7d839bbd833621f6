import { type CallDescription, type Diagnostic, hasErrors, providerBug } from "../diagnostics.ts";
import type { PlanAnswer, Resource } from "../resource.ts";
import type { Schema } from "../schema.ts";
import { describeKind } from "../values/conform.ts";
import type { ObjectValue } from "../values/value.ts";
import { callAuthor, SchemaFunctions } from "./call-author.ts";
import { changedAttributes, findMerged, findReplaceCauses, startingPlan } from "./plan-rules.ts";
import { readPrivate, writePrivate } from "./private.ts";
import type { ProviderSession } from "./session.ts";
import { checkShape, completedBy, planProblems } from "./verify.ts";

interface PlanInput {
  readonly config: ObjectValue | null;
  /** Null for a new object, also for one that replaces another. */
  readonly prior: ObjectValue | null;
  /** Null to destroy the object. */
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
  const doing = session.operation(`Planning ${name}`);
  if (input.proposed === null || input.config === null)
    return planDestruction(session, doing, resource, input);

  const { schema } = resource;
  const { config, prior, proposed } = input;
  const functions = new SchemaFunctions(session, doing, schema);
  const start = startingPlan(functions, schema, config, prior, proposed);
  // Not `callWithConfig`: with ignore_changes, the core plans with stored values, and after an import they may be null.
  const { answer, diagnostics } = await callAuthor(session, doing, planParts, () => {
    // The plan is wrong, so do not show it to the resource.
    if (functions.problems.length > 0) return undefined;
    const data = readPrivate(session, doing, input.private);
    const request = { ...session.providerContext, private: data, config, planned: start };
    if (prior === null) return resource.modifyPlan?.({ ...request, action: "create", prior });
    const changed = changedAttributes(schema, prior, start);
    return resource.modifyPlan?.({ ...request, action: "update", prior, changed });
  });
  const answered = answer?.planned === undefined ? start : completedBy(start, answer.planned);
  const { value: planned, problems } = checkShape(doing, schema, answered, start);
  const written = writePrivate(doing, answer?.private, input.private);
  const canUpdate = resource.update !== undefined;
  const replace = new Set(
    prior === null ? [] : findReplaceCauses(functions, schema, config, prior, planned, canUpdate),
  );
  const allProblems: Diagnostic[] = [
    ...diagnostics,
    ...problems,
    ...functions.problems,
    ...written.problems,
    ...findMerged(schema, config, planned),
  ];
  // The core does not check a plan with errors either.
  if (!hasErrors(allProblems)) allProblems.push(...planProblems(doing, schema, config, prior, planned));
  const returned: unknown = answer?.requiresReplace ?? [];
  if (!Array.isArray(returned))
    allProblems.push(providerBug(doing, `requiresReplace must be an array, not ${describeKind(returned)}.`));
  else
    for (const [index, attribute] of returned.entries()) {
      if (typeof attribute === "string" && Object.hasOwn(schema.type[1], attribute)) replace.add(attribute);
      else
        allProblems.push(
          providerBug(doing, `requiresReplace[${index}] must be the name of an attribute or block.`),
        );
    }
  return {
    planned,
    requiresReplace: prior === null ? [] : [...replace],
    private: written.private,
    diagnostics: allProblems,
  };
}

async function planDestruction(
  session: ProviderSession,
  doing: CallDescription,
  resource: Resource,
  input: PlanInput,
): Promise<Plan> {
  const { prior } = input;
  const { answer, diagnostics } = await callAuthor<PlanAnswer<Schema>>(session, doing, planParts, () => {
    // Nothing to destroy.
    if (prior === null) return undefined;
    const request = { ...session.providerContext, private: readPrivate(session, doing, input.private) };
    return resource.modifyPlan?.({ ...request, action: "delete", config: null, prior, planned: null });
  });
  const written = writePrivate(doing, answer?.private, input.private);
  const bug =
    answer?.planned === undefined ? [] : [providerBug(doing, "a destroyed object has no planned values.")];
  return {
    planned: null,
    requiresReplace: [],
    private: written.private,
    diagnostics: [...diagnostics, ...written.problems, ...bug],
  };
}
