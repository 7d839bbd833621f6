import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, createServer, type TLSSocket } from "node:tls";
import { describe, expect, test } from "vitest";
import { selfSignedCertificate } from "../../../src/plugin/process/certificate.ts";

describe("The certificate of a provider", () => {
  test("has the names, dates and uses that a core expects", () => {
    const now = new Date("2026-07-01T00:30:00Z");
    const certificate = new X509Certificate(selfSignedCertificate(now).certificateDer);
    expect(certificate.subject).toBe("CN=localhost");
    expect(certificate.subjectAltName).toBe("DNS:localhost");
    expect(certificate.ca).toBe(true);
    expect(certificate.publicKey.asymmetricKeyDetails?.namedCurve).toBe("prime256v1");
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(new Date(certificate.validFrom)).toEqual(new Date("2026-06-30T23:30:00Z"));
    expect(new Date(certificate.validTo)).toEqual(new Date("2027-07-01T00:30:00Z"));
  });

  test("is valid with every random serial number", () => {
    for (let i = 0; i < 100; i += 1) {
      expect(new X509Certificate(selfSignedCertificate().certificateDer).serialNumber).not.toBe("");
    }
  });

  test("lets both sides of a TLS connection trust each other, and no other side", async () => {
    const [server, client, stranger] = [
      selfSignedCertificate(),
      selfSignedCertificate(),
      selfSignedCertificate(),
    ];
    const listener = createServer({
      cert: server.certificatePem,
      key: server.privateKeyPem,
      ca: client.certificatePem,
      requestCert: true,
      rejectUnauthorized: true,
    });
    listener.on("secureConnection", (socket: TLSSocket) => socket.end("welcome"));
    listener.listen(0, "127.0.0.1");
    await once(listener, "listening");
    const { port } = listener.address() as AddressInfo;
    const visit = async (certificate: typeof client, ca: string) => {
      const socket = connect({
        host: "127.0.0.1",
        port,
        ca,
        servername: "localhost",
        cert: certificate.certificatePem,
        key: certificate.privateKeyPem,
      });
      const chunks: Buffer[] = [];
      socket.on("data", (chunk) => chunks.push(chunk));
      const failed = await new Promise<boolean>((resolve) => {
        socket.once("error", () => resolve(true));
        socket.once("end", () => resolve(false));
      });
      // With TLS 1.3 a client learns of its refusal only by not being served.
      return failed || chunks.length === 0 ? "refused" : Buffer.concat(chunks).toString();
    };
    expect(await visit(client, server.certificatePem)).toBe("welcome");
    expect(await visit(stranger, server.certificatePem)).toBe("refused");
    expect(await visit(client, stranger.certificatePem)).toBe("refused");
    listener.close();
  });
});
