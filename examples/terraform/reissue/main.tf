terraform {
  required_providers {
    certorder = {
      source = "certorder/certorder"
    }
  }
}

# Address and API key come from CERTORDER_BASE_URL, CERTORDER_KEY_ID and CERTORDER_AUTH_KEY.
provider "certorder" {}

variable "order_id" {
  type = string
}

variable "csr_file" {
  type    = string
  default = "../../site.csr"
}

locals {
  request = file(var.csr_file)
  csr     = provider::certorder::parse_csr(local.request)
}

# The first apply reissues the order. A change of the file reissues it again.
resource "certorder_reissue" "site" {
  order_id    = var.order_id
  csr         = local.request
  common_name = local.csr.common_name
  dns_names   = local.csr.dns_names
  sign_hash   = "sha256"
}

output "certificate_id" {
  value = certorder_reissue.site.certificate_id
}
