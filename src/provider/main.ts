import { serve } from "../plugin/index.ts";
import { createProvider } from "./provider.ts";

// A crash report of Node would otherwise list the environment, and the auth key with it.
(process.report as { excludeEnv?: boolean }).excludeEnv = true;

// Not awaited: the bundle is a CommonJS script, which has no await of its own.
void serve(createProvider());
