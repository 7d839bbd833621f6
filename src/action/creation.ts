import { explainApiError, type GitHub, GitHubError, workflowRun } from "./github.ts";
import { type RunCreation, runName } from "./known-latest.ts";
import { permissions } from "./record/deployments.ts";

/**
 * Asks GitHub when this run was created: it may have waited in a concurrency group since then. Only an order that was
 * reissued before needs the time. The first run asks too, so that a missing permission shows at once.
 */
export async function readCreation(
  connect: () => Promise<GitHub>,
  orderId: string,
  isRecorded: boolean,
): Promise<RunCreation> {
  try {
    const github = await connect();
    const { runId } = github.run;
    const { created_at, clock } = await workflowRun(github, runId);
    const at = Date.parse(created_at);
    const theirs = Date.parse(clock);
    if (Number.isNaN(at) || (Number.isNaN(theirs) && !isRecorded)) throw new Error("its answer has no time");
    // GitHub's times are whole seconds, so an attempt that ended in the same second counts as later. A record has
    // GitHub's times. A journal has this machine's, whose clock may differ.
    const createdAt = new Date(at + (isRecorded ? 0 : Date.now() - theirs - 2_000));
    return { run: runName(new Date(at), runId), createdAt };
  } catch (error) {
    const what = "the creation time of this run could not be read";
    const [because = "", ...lines] = explainApiError(
      error,
      what,
      isRecorded ? permissions : ["actions: read"],
    );
    throw new GitHubError(`The reissue of order ${orderId} was not sent: ${because}`, {
      code: "record_unavailable",
      lines,
    });
  }
}
