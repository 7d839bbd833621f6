// The parts of undici that src/client/transport.ts uses. Bundles take them one by one, because undici as a whole
// takes twice as long to load. The paths are undici's own; its version is pinned, and the bundles' tests send requests.
module.exports = {
  Client: require("undici/lib/dispatcher/client.js"),
  ProxyAgent: require("undici/lib/dispatcher/proxy-agent.js"),
  buildConnector: require("undici/lib/core/connect.js"),
};
