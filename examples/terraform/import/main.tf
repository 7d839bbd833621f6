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

variable "certificate_id" {
  type = string
}

variable "csr_file" {
  type    = string
  default = "../../site.csr"
}

# Adopted without a reissue. With "@2026-01-31" at the end, renewals are counted from that day.
import {
  to = certorder_reissue.site
  id = "${var.order_id}/${var.certificate_id}"
}

resource "certorder_reissue" "site" {
  order_id    = var.order_id
  csr         = file(var.csr_file)
  common_name = "www.example.com"
  dns_names   = ["www.example.com", "example.com"]
  sign_hash   = "sha256"
}
