/** A server in a process of its own that answers everything with success. Prints its port. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const answer = JSON.stringify({ code: "success", data: { certificate: { id: "cert-1" } } });
const server = createServer((request, response) => {
  request.resume().on("end", () => {
    response
      .writeHead(200, { "content-type": "application/json", "content-length": answer.length })
      .end(answer);
  });
});
server.listen(0, "127.0.0.1", 4096, () => console.log((server.address() as AddressInfo).port));
// Ends with the process that asked for it.
process.stdin.resume().on("end", () => process.exit());
