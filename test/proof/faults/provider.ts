import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { callbackCodes, type Outcome } from "../../../src/contract/index.ts";
import type { OperationName } from "../../harness/faults/calls.ts";
import { canaries } from "../../harness/faults/canaries.ts";
import { orderId } from "../../harness/faults/faulty-service.ts";
import { installedMirror, Workspace } from "../../harness/terraform/tofu.ts";
import { environmentFor } from "./conditions.ts";
import { blockedCode, type Interface, longestMs } from "./interface.ts";

const resources: Record<OperationName, { readonly address: string; readonly configuration: string }> = {
  reissue: {
    address: "certorder_reissue.site",
    configuration: `
      variable "sign_key_pin" {}
      resource "certorder_reissue" "site" {
        order_id     = "${orderId}"
        sign_hash    = "sha256"
        csr_from     = "sign-cloud-csc"
        sign_key_pin = var.sign_key_pin
      }`,
  },
  "callback-test": {
    address: "certorder_callback_check.gate",
    configuration: `
      variable "url" {}
      variable "access_key" {}
      resource "certorder_callback_check" "gate" {
        url        = var.url
        access_key = var.access_key
      }`,
  },
};

const titles: Readonly<Record<string, Outcome>> = {
  "Nothing was sent": "not-sent",
  "The service refused the request": "rejected",
  "The outcome is unknown": "unknown",
  "The answer of a successful request is lost": "done-unread",
};

/** A title may end with the reason. A callback test that failed has only that. */
function outcomeIn(summary: string): Outcome | undefined {
  const title = Object.keys(titles).find((start) => summary.startsWith(start));
  const isCallback = Object.values(callbackCodes).some(({ title }) => title === summary);
  return title === undefined ? (isCallback ? "rejected" : undefined) : titles[title];
}

/** This machine's own proxies are none of a user's. */
const noProxies = Object.fromEntries(
  ["http_proxy", "https_proxy", "all_proxy", "no_proxy"]
    .flatMap((name) => [name, name.toUpperCase()])
    .map((name) => [name, undefined]),
);

/** An unmodified OpenTofu that applies a configuration, and to ask again applies it again. */
export async function provider(): Promise<Interface> {
  const mirror = installedMirror();
  // Initialised once: what that leaves behind is the same for every configuration.
  const first = new Workspace({ mirror, sandbox: nowhere });
  first.write("");
  const { exit, text } = await first.init();
  if (exit !== 0) throw new Error(`OpenTofu could not be initialised: ${text}`);

  return {
    name: "OpenTofu",

    async userOf(situation) {
      const { operation, stage } = situation;
      const { address, configuration } = resources[operation];
      const workspace = new Workspace({
        mirror,
        sandbox: nowhere,
        env: {
          ...noProxies,
          TF_DATA_DIR: join(first.folder, ".terraform"),
          TF_VAR_sign_key_pin: canaries.signKeyPin,
          TF_VAR_url: stage.callbackUrl,
          TF_VAR_access_key: canaries.accessKey,
          ...environmentFor(situation),
        },
      });
      workspace.write(configuration);
      copyFileSync(join(first.folder, lockFile), join(workspace.folder, lockFile));
      const ask = async () => {
        const { child, ended } = workspace.start(["apply", "-json", "-input=false", "-auto-approve"]);
        const timer = setTimeout(() => child.kill("SIGKILL"), longestMs);
        const { exit, stdout, stderr } = await ended;
        clearTimeout(timer);
        const errors = errorsIn(stdout);
        const { outcome, code } = toldBy(errors, exit);
        const stored = workspace.attributes(address);
        const contradictions = [
          ...(exit === (outcome === "done" ? 0 : 1) ? [] : [`exit code ${exit}`]),
          ...(code === blockedCode ? [] : contradictionsOf(operation, outcome, stored)),
        ];
        const shown = errors.map(({ summary, detail }) => `${summary}: ${detail}`).join("\n") || stdout;
        return { outcome, code, contradictions, shown: shown + stderr };
      };
      return { ask };
    },
  };
}

const lockFile = ".terraform.lock.hcl";
/** Each situation brings its own service. */
const nowhere = { url: "", credentials: { keyId: "", authKey: "" } };

interface Diagnostic {
  readonly severity: string;
  readonly summary: string;
  readonly detail: string;
}

function errorsIn(log: string): Diagnostic[] {
  return log
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .flatMap((line) => (JSON.parse(line) as { diagnostic?: Diagnostic }).diagnostic ?? [])
    .filter(({ severity }) => severity === "error");
}

function toldBy(
  [error, ...more]: readonly Diagnostic[],
  exit: number | null,
): { outcome?: Outcome | undefined; code?: string | undefined } {
  if (!error) return exit === 0 ? { outcome: "done" } : {};
  if (more.length > 0) return {};
  const [, code] = /^Code: (.*)$/m.exec(error.detail) ?? [];
  return { outcome: code === blockedCode ? "not-sent" : outcomeIn(error.summary), code };
}

/** The state must hold what the message says: an object only where something did or may have happened. */
function contradictionsOf(
  operation: OperationName,
  outcome: Outcome | undefined,
  stored: Record<string, unknown> | undefined,
): string[] {
  const isStored = stored !== undefined;
  if (operation === "callback-test")
    return isStored === (outcome === "done") ? [] : [`the state ${isStored ? "has" : "lacks"} the check`];
  const expected = outcome === "not-sent" || outcome === "rejected" ? undefined : outcome;
  const said = stored?.last_outcome;
  return said === expected ? [] : [`the state says ${said}`];
}
