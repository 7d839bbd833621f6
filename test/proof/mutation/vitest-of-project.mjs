/** Preloaded into Stryker, which is installed elsewhere: it has to drive the vitest of this project. */
import { registerHooks } from "node:module";

registerHooks({
  resolve: (specifier, context, next) =>
    /^vitest(?:\/|$)/.test(specifier)
      ? next(specifier, { ...context, parentURL: import.meta.url })
      : next(specifier, context),
});
