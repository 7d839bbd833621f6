terraform {
  required_providers {
    certorder = {
      source = "certorder/certorder"
    }
  }

  # State and journal are on a server, so a machine can be lost with its disk. The address: PG_CONN_STR.
  backend "pg" {}
}

variable "order_id" {
  type = string
}

variable "csr_file" {
  type    = string
  default = "../../site.csr"
}

# The journal of all machines. Without a password: put that into PGPASSWORD or ~/.pgpass.
variable "journal" {
  type = string
}

provider "certorder" {
  journal = var.journal
}

resource "certorder_reissue" "site" {
  order_id    = var.order_id
  csr         = file(var.csr_file)
  common_name = "www.example.com"
  dns_names   = ["www.example.com", "example.com"]
  sign_hash   = "sha256"
}

output "certificate_id" {
  value = certorder_reissue.site.certificate_id
}
