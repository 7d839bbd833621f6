import { actionMethods } from "./action.ts";
import { dataSourceMethods } from "./data-source.ts";
import { functionMethods } from "./function.ts";
import { providerMethods } from "./provider.ts";
import { resourceMethods } from "./resource.ts";
import { schemaMethods } from "./schema.ts";
import type { RpcMethod } from "./wire.ts";

/** Every method of the provider service, by the path that gRPC calls it with. */
export function providerService(): [path: string, method: RpcMethod][] {
  const methods = {
    ...schemaMethods,
    ...providerMethods,
    ...resourceMethods,
    ...dataSourceMethods,
    ...functionMethods,
    ...actionMethods,
  };
  return Object.entries(methods).map(([name, method]) => [`/tfplugin6.Provider/${name}`, method]);
}
