/** A test compares it with package.json. It is here so that no file is read at start. */
export const version = "0.1.0";

/** Defined in executables at build time. With Node the name does not exist. */
declare const CERTORDER_COMMIT: string | undefined;

/** The commit that an executable was built from. */
export const commit = typeof CERTORDER_COMMIT === "undefined" ? undefined : CERTORDER_COMMIT;

/** Whether this is a program that brings its own runtime. */
export const isExecutable = commit !== undefined;

/** The runtime, for the User-Agent header. */
export const runtime =
  process.versions.bun === undefined ? `node/${process.versions.node}` : `bun/${process.versions.bun}`;
