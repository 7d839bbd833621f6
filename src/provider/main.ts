import { serveProvider } from "./serve.ts";

// Not awaited: the bundle is a CommonJS script, which has no await of its own.
void serveProvider();
