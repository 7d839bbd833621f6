/** A server to be flooded, in a process of its own, as its documentation says to start it: `serve.ts sandbox|receiver`. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { nodeReceiver } from "../../../../src/receiver/index.ts";
import { startSandbox } from "../../../../src/sandbox/index.ts";

if (process.argv[2] === "sandbox") {
  const { url, httpsUrl, caPem, credentials } = await startSandbox();
  process.send?.({ url, httpsUrl, caPem, ...credentials });
} else {
  const server = createServer(nodeReceiver({ accessKey: "right-key", onEvent() {} }));
  server.listen(0, "127.0.0.1", () => {
    process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  });
}
process.on("disconnect", () => process.exit());
