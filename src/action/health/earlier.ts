import type { GitHub } from "../github.ts";

/**
 * The results of the runs of this workflow before this one, newest last. A run's conclusion is all that GitHub keeps, so a
 * run that failed for another reason counts as well.
 */
export async function earlierResults(
  { api, here, run }: GitHub,
  branch: string | undefined,
): Promise<string> {
  if (run.workflow === "") return "";
  const { data } = await api.rest.actions.listWorkflowRuns({
    ...here,
    workflow_id: run.workflow,
    status: "completed",
    per_page: 30,
    ...(branch && { branch }),
  });
  return data.workflow_runs
    .filter(({ id }) => id < run.runId)
    .sort((a, b) => a.id - b.id)
    .map(({ conclusion }) =>
      conclusion === "success" ? "P" : conclusion === "failure" || conclusion === "timed_out" ? "F" : "",
    )
    .join("");
}
