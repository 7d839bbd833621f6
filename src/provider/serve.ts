import { prepareProcess } from "../own-process.ts";
import { serve } from "../plugin/index.ts";
import { createProvider } from "./provider.ts";

/** Serves the provider to the core that started this process, or to a debugger. */
export function serveProvider(): Promise<void> {
  prepareProcess();
  return serve(() => createProvider());
}
