/** A certificate and the callback of its account, with CDK Terrain. */
import { join } from "node:path";
import { App, TerraformOutput, TerraformStack } from "cdktn";
import { CallbackCheck, CertificateReissue, CertOrderProvider } from "certorder/cdktn";
import type { Construct } from "constructs";

class Certificates extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    // Address and API key come from CERTORDER_BASE_URL, CERTORDER_KEY_ID and CERTORDER_AUTH_KEY when Terraform runs.
    new CertOrderProvider(this, "certorder");

    const www = new CertificateReissue(this, "www", {
      orderId: "order-ssl-1",
      signHash: "sha256",
      commonName: "www.example.com",
      dnsNames: ["www.example.com", "example.com"],
      csr: { file: join(import.meta.dirname, "..", "site.csr") },
      validityDays: 90,
      renewBeforeDays: 30,
      // Change a value to reissue the order once more, for example after a key was lost.
      triggers: { generation: "1" },
    });

    // A warning in every plan and apply while the callback does not answer.
    new CallbackCheck(this, "callback", { mode: "check" });

    new TerraformOutput(this, "certificate_id", { value: www.certificateId });
  }
}

const app = new App();
new Certificates(app, "certificates");
app.synth();
