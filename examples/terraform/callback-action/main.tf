terraform {
  # Actions came with Terraform 1.14. OpenTofu has none; see callback-gate instead.
  required_version = ">= 1.14"

  required_providers {
    certorder = {
      source = "certorder/certorder"
    }
  }
}

provider "certorder" {}

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

# On demand: terraform apply -invoke=action.certorder_callback_test.receiver
action "certorder_callback_test" "receiver" {
  config {
    url        = var.callback_url
    access_key = var.callback_access_key
  }
}

# And with each release. This stands for the resource that deploys the receiver.
resource "terraform_data" "release" {
  input = var.release

  lifecycle {
    action_trigger {
      events  = [after_create, after_update]
      actions = [action.certorder_callback_test.receiver]
    }
  }
}
