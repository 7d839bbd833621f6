import { toJsonText } from "../values/json.ts";
import type { RpcMethod } from "./wire.ts";

/**
 * Not a part of the protocol, and not for cores: the test kit asks for the definitions, as JSON. They have the types that
 * authors see. For a core, an `int64` is a number.
 */
export const definitionsService: readonly [path: string, method: RpcMethod] = [
  "/certorder.plugin.Kit/GetDefinitions",
  { kind: "unary", handle: async (_message, { provider }) => Buffer.from(toJsonText(provider)) },
];
