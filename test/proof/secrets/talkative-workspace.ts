import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { canaries } from "../../harness/faults/canaries.ts";
import { keyId } from "../../harness/faults/faulty-service.ts";
import { Workspace } from "../../harness/terraform/tofu.ts";
import { filesIn, type Place } from "./search.ts";
import { withoutStored } from "./stored.ts";

/** Files that a person put there with secrets in them. `literal.tf` is a configuration that spells secrets out. */
const inputs = {
  pin: canaries.signKeyPin,
  "access-key": canaries.accessKey,
  key: canaries.privateKey,
  "literal.tf": "",
} as const;

/** A workspace in which OpenTofu logs all that it can, and nothing of what it says is lost. */
export class TalkativeWorkspace {
  readonly #workspace: Workspace;
  readonly #said: Place[] = [];

  constructor(mirror: string, url: string, proxy: Readonly<Record<string, string>>) {
    this.#workspace = new Workspace({
      mirror,
      sandbox: { url, credentials: { keyId, authKey: canaries.authKey } },
      env: {
        ...proxy,
        TF_LOG: "TRACE",
        TF_VAR_auth_key: canaries.authKey,
        TF_VAR_once: canaries.writeOnlyPin,
        CERTORDER_MAX_TRIES: "2",
      },
    });
    for (const [name, secret] of Object.entries(inputs)) writeFileSync(join(this.folder, name), secret);
  }

  get folder(): string {
    return this.#workspace.folder;
  }

  write(configuration: string, file?: keyof typeof inputs): void {
    this.#workspace.write(configuration, file);
  }

  async does(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
    const log = join(this.folder, `${args[0]}-${this.#said.length}.log`);
    const { stdout, stderr } = await this.#workspace.start(args, { TF_LOG_PATH: log, ...env }).ended;
    const name = args.join(" ");
    this.#said.push(
      { name: `stdout of ${name}`, content: stdout },
      { name: `stderr of ${name}`, content: stderr },
    );
  }

  /** Everything that was said and is left, but for the secrets that stand where they may be stored. */
  left(): Place[] {
    const files = filesIn(this.folder).filter(
      ({ name }) => !name.startsWith(".terraform/") && !(name in inputs),
    );
    return [...this.#said, ...files].flatMap(withoutStored);
  }
}
