/** Certificates that are reissued only while their account's callback works, with CDKTF. */
import { join } from "node:path";
import { App, TerraformOutput, TerraformStack } from "cdktf";
import { CallbackCheck, CertificateReissue, CertOrderProvider } from "certorder/cdktf";
import type { Construct } from "constructs";

const sites = [
  { order: "order-ssl-1", names: ["www.example.com", "example.com"], csr: join("..", "site.csr") },
  { order: "order-ssl-2", names: ["shop.example.com"], csr: "shop.csr" },
];

class Sites extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    // Declares certorder_base_url, certorder_key_id and the sensitive certorder_auth_key.
    new CertOrderProvider(this, "certorder", { credentials: "variables", maxReissues: sites.length });

    const callback = new CallbackCheck(this, "callback");

    for (const { order, names, csr } of sites) {
      const certificate = new CertificateReissue(this, order, {
        orderId: order,
        signHash: "sha256",
        commonName: names[0],
        dnsNames: names,
        csr: { file: join(import.meta.dirname, csr) },
      });
      // Nothing is reissued while nobody would hear of it, now or later.
      callback.runsBefore(certificate);
      new TerraformOutput(this, `${order}-certificate`, { value: certificate.certificateId });
    }
  }
}

const app = new App();
new Sites(app, "sites");
app.synth();
