/** Certificates that are reissued only while their account's callback works, with CDKTF. */
import { join } from "node:path";
import { App, TerraformOutput, TerraformStack } from "cdktf";
import { CallbackCheck, CertificateReissue, CertOrderProvider, Csr } from "certorder/cdktf";
import type { Construct } from "constructs";

const sites = [
  { order: "order-ssl-1", csr: join("..", "site.csr") },
  { order: "order-ssl-2", csr: "shop.csr" },
];

class Sites extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    // Declares certorder_base_url, certorder_key_id and the sensitive certorder_auth_key.
    new CertOrderProvider(this, "certorder", { credentials: "variables", maxReissues: sites.length });

    const callback = new CallbackCheck(this, "callback");

    for (const { order, csr } of sites) {
      // The names come from the CSR.
      const request = Csr.fromFile(join(import.meta.dirname, csr));
      const certificate = CertificateReissue.fromCsr(this, order, request, {
        orderId: order,
        signHash: "sha256",
      });
      // The service reports a new certificate to the callback. So nothing is reissued while the callback is broken.
      callback.runsBefore(certificate);
      new TerraformOutput(this, `${order}-certificate`, { value: certificate.certificateId });
    }
  }
}

const app = new App();
new Sites(app, "sites");
app.synth();
