import { actionMethods } from "./action.ts";
import { dataSourceMethods } from "./data-source.ts";
import { functionMethods } from "./function.ts";
import { providerMethods } from "./provider.ts";
import { resourceMethods } from "./resource.ts";
import { schemaMethods } from "./schema.ts";
import type { RpcMethod } from "./wire.ts";

const further: Record<string, RpcMethod> = {};

/** Adds methods that few providers need. A bundle contains only the methods that its provider uses. */
export function serveAlso(methods: Readonly<Record<string, RpcMethod>>): void {
  Object.assign(further, methods);
}

/** The paths of the provider service begin with this. */
export const providerServicePrefix = "/tfplugin6.Provider/";

/** Every method of the provider service, by its gRPC path. */
export function providerService(): [path: string, method: RpcMethod][] {
  const methods = {
    ...schemaMethods,
    ...providerMethods,
    ...resourceMethods,
    ...dataSourceMethods,
    ...functionMethods,
    ...actionMethods,
    ...further,
  };
  return Object.entries(methods).map(([name, method]) => [`${providerServicePrefix}${name}`, method]);
}
