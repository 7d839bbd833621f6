/** The Terraform and OpenTofu provider. `main.ts` serves it. */
export { createProvider } from "./provider.ts";
export { serveProvider } from "./serve.ts";
