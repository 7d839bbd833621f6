terraform {
  required_providers {
    certorder = {
      source = "certorder/certorder"
    }
  }
}

provider "certorder" {}

variable "order_id" {
  type = string
}

variable "csr_file" {
  type    = string
  default = "../../site.csr"
}

variable "release" {
  type    = string
  default = "1"
}

# Fails the apply when the account's callback does not answer. Tested again with each release.
resource "certorder_callback_check" "gate" {
  triggers = {
    release = var.release
  }
}

# Not reissued while the callback is broken. The gate is tested with each release; require_callback tests right before each
# reissue.
resource "certorder_reissue" "site" {
  order_id    = var.order_id
  csr         = file(var.csr_file)
  common_name = "www.example.com"
  dns_names   = ["www.example.com", "example.com"]
  sign_hash   = "sha256"

  require_callback = true

  depends_on = [certorder_callback_check.gate]
}
