import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { shellBlocks } from "../../test/harness/clone.ts";
import { npmEnvironment } from "../../test/harness/registry.ts";
import { savedBlocks } from "../../test/harness/saved-blocks.ts";
import { projects } from "./projects.ts";
import { type ProviderRegistry, startProviderRegistry } from "./provider-registry.ts";
import { Person } from "./run.ts";
import type { Stage, World } from "./stage.ts";
import { startVerdaccio } from "./verdaccio.ts";
import { runStep } from "./workflow-step.ts";

/** The packages in a registry, and in projects of each kind. */
export const npm: Stage = {
  name: "npm",
  tries: `published to Verdaccio; ${projects.map(({ name }) => name).join(", ")}`,
  tools: ["verdaccio", "tofu"],
  async run(world) {
    const registry = await startVerdaccio();
    publish(world, registry);
    const providers = await startProviderRegistry(world, "registry.opentofu.org");
    for (const project of projects)
      try {
        await use(world, project, registry, providers);
      } catch (error) {
        throw new Error(`The project of ${project.name} fails.`, { cause: error });
      }
  },
};

async function use(
  { repository }: World,
  { page, files = {}, script, instead: [written, wanted] = ["", ""], shows }: (typeof projects)[number],
  registry: string,
  providers: ProviderRegistry,
): Promise<void> {
  const person = new Person({ SSL_CERT_FILE: providers.server.authority });
  person.env.TF_CLI_CONFIG_FILE = join(person.home, "cli.tfrc");
  Object.assign(person.env, npmEnvironment(registry, person.home));
  writeFileSync(person.env.TF_CLI_CONFIG_FILE, providers.registry);
  cpSync(join(repository, "examples", "site.csr"), join(person.folder, "site.csr"));
  const text = page === undefined ? "" : readFileSync(join(repository, "docs", page), "utf8");
  const markdown = text.replaceAll(written, wanted);
  const saved = savedBlocks(markdown).filter(({ adds }) => !adds);
  for (const { name, text } of saved) writeFileSync(join(person.folder, name), text);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(person.folder, name), text);
  await person.shell(script(...shellBlocks(markdown)), ...shows);
}

function publish(world: World, registry: string): void {
  const { home } = new Person();
  const env = npmEnvironment(registry, home);
  // npm publishes only with a token, which this registry does not look at.
  const token = "rehearsal";
  writeFileSync(join(home, ".npmrc"), `${registry.replace("http:", "")}/:_authToken=${token}\n`);
  runStep(world, "Publish to npm", {
    cwd: world.publishing,
    env,
    // Provenance needs GitHub.
    edit: (script) => script.replace(" --provenance", ""),
  });
}
