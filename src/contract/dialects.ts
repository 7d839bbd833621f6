import { camelCase } from "./field.ts";
import { notHappened, pasteableId, shellWord } from "./ids.ts";
import type { Dialect, FieldRef, Paste } from "./text.ts";

/** The contract's own names, which are Terraform's too. */
export const terraformDialect: Dialect = providerDialect({ resolve: {}, supersede: {} });

/** By order: the entries that the provider block has. A pasted line takes their place, so it repeats them. */
type ProviderEntries = Readonly<Record<"resolve" | "supersede", Readonly<Record<string, string>>>>;

export function providerDialect(given: ProviderEntries): Dialect {
  return (part) => inTerraform(part, given);
}

function inTerraform(part: FieldRef | Paste, given: ProviderEntries): string {
  switch (part.kind) {
    case "name":
      return part.value === undefined ? part.name : `${part.name} = ${JSON.stringify(part.value)}`;
    case "resolve": {
      const result = part.certificateId === null ? notHappened : pasteableId(part.certificateId);
      const entries = [...(part.others ?? []), `${part.attemptId}:${result}`];
      return inProviderBlock("resolve", { ...given.resolve, [part.orderId]: entries.join(" ") });
    }
    case "supersede":
      return inProviderBlock("supersede", { ...given.supersede, [part.orderId]: part.attemptId });
    case "service":
      return `service = ${hclString(part.service)} # in the provider block`;
    case "import": {
      // An import cannot name a certificate with a slash in its id.
      const certificateId = pasteableId(part.certificateId?.includes("/") ? undefined : part.certificateId);
      return `terraform import RESOURCE_ADDRESS ${shellWord(`${part.orderId}/${certificateId}@latest`)}`;
    }
    case "repair":
      return ["certorder journal repair", shellWord(part.orderId), part.journalFlag]
        .filter(Boolean)
        .join(" ");
    case "init":
      return `certorder journal init --journal ${shellWord(part.place)}`;
  }
}

function inProviderBlock(argument: string, entries: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(entries).map(([order, value]) => `${hclString(order)} = ${hclString(value)}`);
  return `${argument} = { ${pairs.join(", ")} } # in the provider block`;
}

/** A string literal of HCL without templates in it. */
function hclString(text: string): string {
  return JSON.stringify(text).replace(/[$%](?=\{)/g, "$&$&");
}

/** Options whose name is not that of the setting. */
const optionPaths: ReadonlyMap<string, string> = new Map([["ca_file", "ca"]]);

export const libraryDialect: Dialect = (part) => {
  switch (part.kind) {
    case "name": {
      const name = optionPaths.get(part.name) ?? camelCase(part.name.replace(/_seconds$/, "_ms"));
      return part.value === undefined ? name : `${name}: ${JSON.stringify(part.value)}`;
    }
    case "resolve": {
      const result = part.certificateId === null ? "null" : JSON.stringify(pasteableId(part.certificateId));
      return `await client.journal.resolve({ orderId: ${JSON.stringify(part.orderId)}, attemptId: "${part.attemptId}", certificateId: ${result} })`;
    }
    case "supersede":
      return `supersede: "${part.attemptId}"`;
    case "service":
      return `service: ${JSON.stringify(part.service)}`;
    case "repair":
      return `await client.journal.repair(${JSON.stringify(part.orderId)})`;
    // A program that creates its journal at every start would not notice that a volume is missing.
    case "init":
    case "import":
      return terraformDialect(part);
  }
};
