import { CertOrderError, NotSentError } from "../contract/index.ts";
import { pollAfter } from "../waiting.ts";
import { explainApiError, type GitHub, withRetries } from "./github.ts";

type Job = Awaited<ReturnType<typeof listJobs>>[number];
type Step = { readonly job: string } & Pick<NonNullable<Job["steps"]>[number], "name" | "number">;

/**
 * Without a history it is not known whether an earlier attempt of this run sent the reissue. Passes only if GitHub shows for
 * each of them that this step never started. Else throws.
 */
export async function checkRerun(github: GitHub): Promise<void> {
  const { attempt } = github.run;
  if (attempt <= 1) return;
  try {
    const step = await currentStep(github);
    if (!step) throw rerunRefused("GitHub does not show which step of the run this is.");
    for (let earlier = 1; earlier < attempt; earlier++)
      if (!neverStarted(await listJobs(github, earlier), step))
        throw rerunRefused("this step, or one like it, has run in an earlier attempt.");
  } catch (error) {
    if (CertOrderError.is(error)) throw error;
    const [what = "", ...remedy] = explainApiError(error, "the jobs of its attempts could not be read", [
      "actions: read",
    ]);
    throw rerunRefused(what, remedy);
  }
}

/** Waits for GitHub to show the running step, some seconds late. */
const retryWaitsMs = [0, 500, 1_000, 2_000];

async function currentStep(github: GitHub): Promise<Step | undefined> {
  for await (const _ of pollAfter(retryWaitsMs)) {
    const step = thisStep(await listJobs(github, github.run.attempt), github.run.runnerName);
    if (step) return step;
  }
  return undefined;
}

/** The step that is running on this runner right now. Undefined when that is not exactly one. */
function thisStep(jobs: readonly Job[], runnerName: string): Step | undefined {
  const running = jobs.filter((job) => job.status === "in_progress" && job.runner_name === runnerName);
  const [job] = running;
  const steps = job?.steps?.filter(({ status }) => status === "in_progress") ?? [];
  const [step] = steps;
  if (!job || !step || running.length > 1 || steps.length > 1) return undefined;
  return { job: job.name, name: step.name, number: step.number };
}

/** Whether the jobs of an earlier attempt show that the step never started. If they do not show it, it may have started. */
function neverStarted(jobs: readonly Job[], step: Step): boolean {
  const [job, ...duplicates] = jobs.filter(({ name }) => name === step.job);
  if (!job || duplicates.length > 0 || job.status !== "completed") return false;
  const steps = job.steps ?? [];
  // A job that was skipped, or cancelled while it was queued, has no steps and no runner.
  if (steps.length === 0) return !job.runner_name;
  return steps.some(
    ({ name, number, conclusion }) =>
      name === step.name && number === step.number && conclusion === "skipped",
  );
}

function listJobs(github: GitHub, attempt: number) {
  const { api, here, run } = github;
  const query = { ...here, run_id: run.runId, attempt_number: attempt, per_page: 100 };
  return withRetries(github, () => api.paginate(api.rest.actions.listJobsForWorkflowRunAttempt, query));
}

function rerunRefused(because: string, lines: readonly string[] = []): NotSentError {
  const next =
    "Look the order up at the service. If it was not reissued, start a new run, or set allow-rerun: true for this one. With history: repository, re-runs are safe.";
  return new NotSentError(`The reissue was not sent: this is a re-run, and ${because}`, {
    code: "rerun_refused",
    remedy: [...lines, next].join("\n"),
  });
}
