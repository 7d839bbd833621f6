import { camelCase } from "./field.ts";
import { idOf, inShell, notHappened } from "./ids.ts";
import type { Voice } from "./words.ts";

/** The contract's own names, which are Terraform's too. */
export const byContract: Voice = (mention) => {
  switch (mention.of) {
    case "name":
      return mention.value === undefined
        ? mention.name
        : `${mention.name} = ${JSON.stringify(mention.value)}`;
    case "resolve": {
      const result = mention.certificateId === null ? notHappened : idOf(mention.certificateId);
      const entries = [...(mention.others ?? []), `${mention.attemptId}:${result}`];
      return inProviderBlock("resolve", mention.orderId, entries.join(" "));
    }
    case "supersede":
      return inProviderBlock("supersede", mention.orderId, mention.attemptId);
    case "service":
      return `service = ${inHcl(mention.service)} # in the provider block`;
    case "import": {
      // An import cannot name a certificate with a slash in its id.
      const certificateId = idOf(mention.certificateId?.includes("/") ? undefined : mention.certificateId);
      return `terraform import RESOURCE_ADDRESS ${inShell(`${mention.orderId}/${certificateId}@latest`)}`;
    }
    case "repair":
      return ["certorder journal repair", inShell(mention.orderId), mention.journal]
        .filter(Boolean)
        .join(" ");
    case "init":
      return "certorder journal init";
  }
};

function inProviderBlock(argument: string, orderId: string, value: string): string {
  return `${argument} = { ${inHcl(orderId)} = ${inHcl(value)} } # in the provider block`;
}

/** A text as HCL reads it back: nothing in it is a template. */
function inHcl(text: string): string {
  return JSON.stringify(text).replace(/[$%](?=\{)/g, "$&$&");
}

const inOptions: Readonly<Record<string, string>> = {
  ca_file: "ca",
  journal_dir: "the journal's folder",
  journal_url: "the journal's url",
};

/** The names of the library's options. */
export const inLibrary: Voice = (mention) => {
  switch (mention.of) {
    case "name": {
      const name = inOptions[mention.name] ?? camelCase(mention.name.replace(/_seconds$/, "_ms"));
      return mention.value === undefined ? name : `${name}: ${JSON.stringify(mention.value)}`;
    }
    case "resolve": {
      const result = mention.certificateId === null ? "null" : JSON.stringify(idOf(mention.certificateId));
      return `await client.journal.resolve(${JSON.stringify(mention.orderId)}, "${mention.attemptId}", ${result})`;
    }
    case "supersede":
      return `supersede: "${mention.attemptId}"`;
    case "service":
      return `service: ${JSON.stringify(mention.service)}`;
    case "repair":
      return `await client.journal.repair(${JSON.stringify(mention.orderId)})`;
    case "import":
      return byContract(mention);
    case "init":
      return "await client.journal.check()";
  }
};
