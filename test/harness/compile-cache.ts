import { tmpdir } from "node:os";
import { join } from "node:path";

/** For processes of Node: stripping types and compiling again would take most of every short run. */
export const compileCache = {
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), "certorder-test-compile-cache"),
} as const;
