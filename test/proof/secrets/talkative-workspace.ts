import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { canaries } from "../../harness/faults/canaries.ts";
import { keyId } from "../../harness/faults/faulty-service.ts";
import { Workspace } from "../../harness/terraform/tofu.ts";
import { filesIn } from "./folder.ts";
import type { Place } from "./search.ts";
import { toBytes } from "./search.ts";
import type { ClearedDocument } from "./stored.ts";
import { clearJson, clearMessagePack, readStorable } from "./stored.ts";
import { unzip } from "./unzip.ts";

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

  /** Runs a command, whatever comes of it. */
  async does(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
    const name = args.join(" ");
    const { stdout, stderr } = await this.#workspace.start(args, {
      TF_LOG_PATH: join(this.folder, `${args[0]}-${this.#said.length}.log`),
      ...env,
    }).ended;
    this.#said.push(
      { name: `stdout of ${name}`, content: stdout },
      { name: `stderr of ${name}`, content: stderr },
    );
    return stdout;
  }

  /**
   * Everything that was said and is left. Secrets that stand where a schema lets them are taken out of it, and counted by
   * where that is.
   */
  async left(): Promise<{ places: Place[]; stored: ReadonlyMap<string, number> }> {
    const storable = readStorable(await this.does(["providers", "schema", "-json"]));
    const stored = new Map<string, number>();
    const clearing = ({ name, content }: Place, clear: (text: Buffer) => ClearedDocument): Place => {
      const cleared = clear(toBytes(content));
      for (const where of cleared.stored) stored.set(where, (stored.get(where) ?? 0) + 1);
      return { name, content: cleared.content };
    };
    const json = (place: Place) => clearing(place, (text) => clearJson(text.toString(), storable));
    const files = filesIn(this.folder, (path) => !path.includes(".terraform/")).filter(
      ({ name }) => !(name in inputs),
    );
    const said = this.#said.map((place) =>
      /^stdout of (?:show -json|state pull)/.test(place.name) ? json(place) : place,
    );
    const left = files.flatMap((file): Place[] => {
      if (/\.tfstate(?:\.backup)?$/.test(file.name)) return [json(file)];
      if (!file.name.endsWith(".plan")) return [file];
      return unzip(toBytes(file.content)).map((entry) => {
        const inside = { name: `${entry.name} in ${file.name}`, content: entry.content };
        if (entry.name.startsWith("tfstate")) return json(inside);
        return entry.name === "tfplan"
          ? clearing(inside, (text) => clearMessagePack(text, storable))
          : inside;
      });
    });
    return { places: [...said, ...left], stored };
  }
}
