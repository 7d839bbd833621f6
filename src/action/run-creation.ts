import { NotSentError } from "../contract/index.ts";
import { permissions } from "./deployments/api.ts";
import { explainApiError, type GitHub, readWorkflowRun } from "./github.ts";
import { type RunCreation, runName } from "./run-intent.ts";

/**
 * Asks GitHub when this run was created: it may have waited in a concurrency group since then. Only an order that was
 * reissued before needs the time. The first run asks too, so that a missing permission shows at once.
 */
export async function readRunCreation(
  connect: () => Promise<GitHub>,
  orderId: string,
  inRepository: boolean,
): Promise<RunCreation> {
  try {
    const github = await connect();
    const { runId } = github.run;
    const { created_at, clock } = await readWorkflowRun(github, runId);
    const at = Date.parse(created_at);
    const gitHubTime = Date.parse(clock);
    if (Number.isNaN(at) || (Number.isNaN(gitHubTime) && !inRepository))
      throw new Error("its answer has no time");
    // GitHub's times are whole seconds, so an attempt that ended in the same second counts as later. Deployments
    // have GitHub's times. A journal has this machine's, whose clock may differ.
    const createdAt = new Date(at + (inRepository ? 0 : Date.now() - gitHubTime - 2_000));
    return { run: runName(new Date(at), runId), createdAt };
  } catch (error) {
    const problem = "the creation time of this run could not be read";
    const needed = inRepository ? permissions : (["actions: read"] as const);
    const [because, ...lines] = explainApiError(error, problem, needed);
    throw new NotSentError(`The reissue of order ${orderId} was not sent: ${because}`, {
      code: "history_unavailable",
      remedy: lines.join("\n"),
    });
  }
}
