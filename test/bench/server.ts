/** A server in a process of its own that answers everything with success, at as many ports as are asked for. Prints them. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const answer = JSON.stringify({ code: "success", data: { certificate: { id: "cert-1" } } });
const ports = Array.from({ length: Number(process.argv[2]) }, async () => {
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      response
        .writeHead(200, { "content-type": "application/json", "content-length": answer.length })
        .end(answer);
    });
  });
  await once(server.listen(0, "127.0.0.1", 4096), "listening");
  return (server.address() as AddressInfo).port;
});
console.log(JSON.stringify(await Promise.all(ports)));
// Ends with the process that asked for it.
process.stdin.resume().on("end", () => process.exit());
