import { schemaJson } from "../../plugin/index.ts";
import { createProvider } from "../../provider/index.ts";
import type { Command } from "../command.ts";
import { exitCodes } from "../exit-code.ts";
import { checkedHost, providerSource } from "../provider-files.ts";
import { writeStdout } from "../stdout.ts";

export const command: Command = {
  name: "provider schema",
  summary: "Print the provider's schema as terraform providers schema -json does, without either program.",
  flags: {
    host: { kind: "value", value: "NAME", doc: "Registry to name in the provider's address. Default: none." },
  },
  examples: ["certorder provider schema > schema.json"],

  async run({ given }) {
    const host = given.host === undefined ? undefined : checkedHost(String(given.host));
    const address = [host, providerSource].filter(Boolean).join("/");
    await writeStdout(`${JSON.stringify(schemaJson(createProvider(), address))}\n`);
    return exitCodes.ok;
  },
};
