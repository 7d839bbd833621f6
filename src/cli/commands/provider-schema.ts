import { schemaJson } from "../../plugin/schema-json.ts";
import { createProvider } from "../../provider/index.ts";
import { defineCommand } from "../command.ts";
import { exitCodes } from "../exit-code.ts";
import { providerSource } from "../provider-names.ts";
import { checkedHost } from "../registry-hosts.ts";
import { writeStdout } from "../stdout.ts";

export const command = defineCommand({
  details: "The form is that of terraform providers schema -json. Neither program is needed.",
  flags: {
    host: { kind: "value", value: "NAME", doc: "Registry to name in the provider's address. Default: none." },
  },
  examples: ["certorder provider schema > schema.json"],

  async run({ flags: { host } }) {
    const address = host === undefined ? providerSource : `${checkedHost(host)}/${providerSource}`;
    await writeStdout(`${JSON.stringify(schemaJson(createProvider(), address))}\n`);
    return exitCodes.ok;
  },
});
