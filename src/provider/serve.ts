import { serve } from "../plugin/index.ts";
import { createProvider } from "./provider.ts";

/** Serves the provider to the core that started this process, or to a debugger. */
export function serveProvider(): Promise<void> {
  // A crash report of Node would otherwise list the environment, and the auth key with it.
  (process.report as { excludeEnv?: boolean }).excludeEnv = true;
  return serve(createProvider());
}
