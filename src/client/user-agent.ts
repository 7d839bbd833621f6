import { version } from "../version.ts";

export const userAgent = `certorder/${version} node/${process.versions.node}`;
