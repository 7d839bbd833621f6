/** A server to be flooded, in a process of its own, as its documentation says to start it: `serve.ts sandbox|receiver`. */
import { createServer } from "node:http";
import { nodeReceiver } from "../../../../src/receiver/index.ts";
import { startSandbox } from "../../../../src/sandbox/index.ts";
import { onLoopback } from "../../../harness/on-loopback.ts";

if (process.argv[2] === "sandbox") {
  const { url, httpsUrl, caPem } = await startSandbox();
  process.send?.({ url, httpsUrl, caPem });
} else {
  const server = createServer(nodeReceiver({ accessKey: "right-key", onEvent() {} }));
  process.send?.({ url: `http://127.0.0.1:${await onLoopback(server)}` });
}
process.on("disconnect", () => process.exit());
