// The parts of undici that src/client/transport.ts uses. Bundles take them one by one, because undici as a whole
// takes twice as long to load. The paths are undici's own; its version is pinned, and the bundles' tests send requests.
export { default as buildConnector } from "undici/lib/core/connect.js";
export { default as Client } from "undici/lib/dispatcher/client.js";
export { default as ProxyAgent } from "undici/lib/dispatcher/proxy-agent.js";
