import { runtime, version } from "../version.ts";

export const userAgent = `certorder/${version} ${runtime}`;
