// The parts of undici that src/client/transport.ts uses. Bundles take them one by one, because undici as a whole
// takes twice as long to load. The paths are undici's own; its version is pinned, and the bundles' tests send requests.
import connect from "undici/lib/api/api-connect.js";
import Dispatcher from "undici/lib/dispatcher/dispatcher.js";

// A ProxyAgent asks its dispatcher for the tunnel by this method, which undici's own index adds.
Object.assign(Dispatcher.prototype, { connect });

export { default as buildConnector } from "undici/lib/core/connect.js";
export { default as Client } from "undici/lib/dispatcher/client.js";
export { default as ProxyAgent } from "undici/lib/dispatcher/proxy-agent.js";
