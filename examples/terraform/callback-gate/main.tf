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

variable "callback_url" {
  type = string
}

variable "callback_access_key" {
  type      = string
  sensitive = true
}

variable "release" {
  type    = string
  default = "1"
}

# Fails the apply when the callback does not answer. Tested again with each release.
resource "certorder_callback_check" "gate" {
  url        = var.callback_url
  access_key = var.callback_access_key

  triggers = {
    release = var.release
  }
}

# Not reissued while nobody would hear of the result.
resource "certorder_reissue" "site" {
  order_id    = var.order_id
  csr         = file(var.csr_file)
  common_name = "www.example.com"
  dns_names   = ["www.example.com", "example.com"]
  sign_hash   = "sha256"

  depends_on = [certorder_callback_check.gate]
}
