import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Outcome } from "../../../src/contract/index.ts";
import { type Ended, startAction, type Texts, workspaceFile } from "../../harness/action/action.ts";
import { FakeGitHub } from "../../harness/action/fake-github.ts";
import type { OperationName } from "../../harness/faults/calls.ts";
import { canaries } from "../../harness/faults/canaries.ts";
import { orderId } from "../../harness/faults/faulty-service.ts";
import { environmentFor } from "./conditions.ts";
import { type Interface, longestMs } from "./interface.ts";

/** A workflow that keeps its record in the repository. To ask again is to re-run it, on a runner with an empty disk. */
export const action: Interface = {
  name: "action",

  async userOf(situation) {
    const { operation, row, stage, folder } = situation;
    const github = await FakeGitHub.start();
    const inputs: Record<OperationName, Texts> = {
      reissue: {
        "order-id": orderId,
        "sign-hash": "sha256",
        "request-file": workspaceFile(JSON.stringify({ certificate: { csr_from: "sign-cloud-csc" } })),
        "sign-key-pin": canaries.signKeyPin,
        ...(row.journal === false
          ? { journal: "none" }
          : { journal: "repository", "idempotency-key": "once" }),
      },
      "callback-test": { url: stage.callbackUrl, "access-key": canaries.accessKey, retries: "0" },
    };
    let runAttempt = 0;
    return {
      async ask() {
        runAttempt++;
        const home = join(folder, `runner-${runAttempt}`);
        mkdirSync(home);
        const { child, ended } = startAction({
          github,
          inputs: { operation, ...inputs[operation] },
          env: {
            ...environmentFor({ ...situation, folder: home }),
            // A record takes the place of the journal.
            CERTORDER_JOURNAL: undefined,
          },
          home,
          runAttempt,
        });
        const timer = setTimeout(() => child.kill("SIGKILL"), longestMs);
        const { code: exit, outputs, commands, said, stderr } = await ended;
        clearTimeout(timer);
        const outcome = outputs.outcome as Outcome | undefined;
        return {
          outcome,
          code: codeIn(outputs, commands),
          contradictions: [
            ...(exit === (outcome === "done" ? 0 : 1) ? [] : [`exit code ${exit}`]),
            ...github.violations.map((violation) => `GitHub was asked wrongly: ${violation}`),
          ],
          shown: said + stderr,
        };
      },
      leave: () => github.close(),
    };
  },
};

/** A code that a shell could misread is not in the outputs. The annotation's title ends with it. */
function codeIn({ code }: Ended["outputs"], commands: Ended["commands"]): string | undefined {
  if (code === "success") return undefined;
  if (code !== "unrecognised_code") return code;
  return /: (.*)$/.exec(commands.find(({ name }) => name === "error")?.title ?? "")?.[1];
}
