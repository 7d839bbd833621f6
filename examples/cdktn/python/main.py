"""A certificate and the callback of its account, in Python, with the bindings that `cdktn get` makes."""

from pathlib import Path

from cdktn import App, TerraformOutput, TerraformStack
from constructs import Construct
from imports.certorder.data_certorder_callback_test import DataCertorderCallbackTest
from imports.certorder.provider import CertorderProvider
from imports.certorder.reissue import Reissue


class Certificates(TerraformStack):
    def __init__(self, scope: Construct, id: str) -> None:
        super().__init__(scope, id)
        # Address and API key come from CERTORDER_BASE_URL, CERTORDER_KEY_ID and CERTORDER_AUTH_KEY.
        CertorderProvider(self, "certorder")

        www = Reissue(
            self,
            "www",
            order_id="order-ssl-1",
            sign_hash="sha256",
            common_name="www.example.com",
            dns_names=["www.example.com", "example.com"],
            csr=(Path(__file__).parents[2] / "site.csr").read_text(),
            triggers={"generation": "1"},
        )
        callback = DataCertorderCallbackTest(self, "callback")

        TerraformOutput(self, "certificate_id", value=www.certificate_id)
        TerraformOutput(self, "callback_verdict", value=callback.verdict)


app = App()
Certificates(app, "certificates")
app.synth()
