terraform {
  required_providers {
    certorder = {
      source = "certorder/certorder"
    }
  }
}

provider "certorder" {}

# A broken callback is a warning in every plan and apply, and stops neither.
check "callback" {
  data "certorder_callback_test" "saved" {}

  assert {
    condition     = data.certorder_callback_test.saved.verdict != "fail"
    error_message = data.certorder_callback_test.saved.hint
  }
}
