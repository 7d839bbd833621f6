/** The Terraform and OpenTofu provider. `main.ts` serves it. */
export { createProvider, type ProviderOptions } from "./provider.ts";
export { serveProvider } from "./serve.ts";
