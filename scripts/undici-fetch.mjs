// The parts of undici that GitHub's own packages use, for the action's bundle; see undici-lite.mjs.

export { ProxyAgent } from "undici";
export { fetch } from "undici/lib/web/fetch/index.js";
