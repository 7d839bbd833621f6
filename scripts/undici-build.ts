/**
 * undici bundles itself for Node with this definition. It leaves out Milo, an experimental parser that is off unless a program
 * asks for it, and that is a fourth of its code.
 */
export const asNodeBundlesIt = { esbuildDetection: "1" } as const;
