/** Tests the callback and reissues a certificate, and prints the spans of both. */
import { readFileSync } from "node:fs";
import { ConsoleSpanExporter, NodeTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-node";
import { CertOrderClient } from "certorder";
import { traced } from "./traced.ts";

// Your own exporter goes here.
const provider = new NodeTracerProvider({
  spanProcessors: [new SimpleSpanProcessor(new ConsoleSpanExporter())],
});
provider.register();

const client = CertOrderClient.fromEnvironment();
try {
  await traced("test the callback", (onEvent) => client.testCallback({}, { onEvent }));
} catch {
  // The span has the reason.
}
const { certificateId } = await traced("reissue order-ssl-1", (onEvent) =>
  client.reissue(
    "order-ssl-1",
    {
      signHash: "sha256",
      commonName: "www.example.com",
      dnsNames: ["www.example.com", "example.com"],
      csr: readFileSync(process.argv[2] ?? "site.csr", "utf8"),
    },
    { idempotencyKey: "ticket-7", onEvent },
  ),
);
console.log(`The certificate is ${certificateId}.`);
await provider.shutdown();
