terraform {
  required_providers {
    certorder = {
      source = "certorder/certorder"
    }
  }
}

provider "certorder" {
  # A pipeline that renews certificates should never find more than a few that are due.
  max_reissues = 3
}

variable "order_id" {
  type = string
}

variable "csr_file" {
  type    = string
  default = "../../site.csr"
}

# A plan in the last 30 of the 90 days reissues; a plan before that is empty.
resource "certorder_reissue" "site" {
  order_id          = var.order_id
  csr               = file(var.csr_file)
  common_name       = "www.example.com"
  dns_names         = ["www.example.com", "example.com"]
  sign_hash         = "sha256"
  validity_days     = 90
  renew_before_days = 30

  # To reissue the order now, change a value. -replace does not reissue.
  triggers = {
    rotation = "1"
  }
}

output "expires_at_estimate" {
  # An imported certificate has neither value until the next apply.
  value = try(timeadd(certorder_reissue.site.issued_at, "${certorder_reissue.site.validity_days * 24}h"), null)
}
