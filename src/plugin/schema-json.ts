import "./process/starting.ts";
import { describedJson } from "./described-json.ts";
import type { Provider } from "./provider.ts";
import { describeIdentities, describeProvider } from "./rpc/schema.ts";

/** The schemas of a provider in the format of `terraform providers schema -json`, without starting Terraform. */
export function schemaJson(provider: Provider, address = provider.address): object {
  return describedJson(describeProvider(provider), describeIdentities(provider), address);
}
