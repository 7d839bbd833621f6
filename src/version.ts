/** The version in package.json; a test holds the two together. Written out so that no file is read at start. */
export const version = "0.1.0";

/** Written into executables when they are built; where Node runs our files, there is no such name. */
declare const CERTORDER_COMMIT: string | undefined;

/** The commit that an executable was built from. */
export const commit = typeof CERTORDER_COMMIT === "undefined" ? undefined : CERTORDER_COMMIT;

/** Whether this is a program that brings its own runtime. */
export const isExecutable = commit !== undefined;

/** What runs this, for those whose service it talks to. */
export const runtime =
  process.versions.bun === undefined ? `node/${process.versions.node}` : `bun/${process.versions.bun}`;
