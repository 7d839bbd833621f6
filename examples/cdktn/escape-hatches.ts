/** What to do if a construct does not offer what you need, with CDK Terrain. */
import { App, TerraformStack, TerraformVariable } from "cdktn";
import { bindings, CallbackCheck, CertificateReissue, CertOrderProvider } from "certorder/cdktn";

// Write-only arguments, such as signKeyPin, need 1.11. In a project, cdktf.json says so.
const app = new App({ context: { targetVersions: { terraform: ">=1.11.0", opentofu: ">=1.11.0" } } });
const stack = new TerraformStack(app, "escapes");

// 1. The provider from a registry or mirror of your own.
const provider = new CertOrderProvider(stack, "certorder", { credentials: "variables" });
stack.addOverride("terraform.required_providers.certorder.source", "registry.internal/platform/certorder");

// 2. The low-level construct behind a construct: set its attributes, or write into its block.
const pin = new TerraformVariable(stack, "pin", { type: "string", sensitive: true });
const code = new CertificateReissue(stack, "code", {
  orderId: "order-code-1",
  signHash: "sha256",
  csrFrom: "sign-cloud-csc",
  signKeyPin: pin.stringValue,
});
code.resource.signKeyPinTip = "the first even digits";
code.resource.addOverride("lifecycle.prevent_destroy", true);

// 3. A resource that was renamed.
code.resource.moveFromId("certorder_reissue.signing");

// 4. The low-level constructs of everything that the provider has.
const now = new bindings.DataCertorderCallbackTest(stack, "now", { provider, minIntervalSeconds: 300 });

// 5. A check block with an assertion of your own.
const check = new CallbackCheck(stack, "callback", { mode: "check", provider });
check.block.addOverride("assert", [
  {
    condition: `\${data.certorder_callback_test.callback.verdict == "pass"}`,
    error_message: `Not even an unknown verdict will do. Before: ${now.verdict}`,
  },
]);

app.synth();
