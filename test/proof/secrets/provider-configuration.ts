import { canaries } from "../../harness/faults/canaries.ts";
import { acceptingRoutes, callbackUrl, type EchoRoute } from "./hostile-service.ts";

/**
 * Everything of the provider that takes a secret, once for each way in which the service echoes. Secrets come from files
 * and from ephemeral variables, because a plan holds the values of other variables.
 */
export function configuration(
  cells: readonly EchoRoute[],
  deadEnds: readonly string[],
  hash: string,
): string {
  const addresses = Object.fromEntries(cells.map((cell) => [cell, callbackUrl(cell)]));
  return `
    variable "auth_key" {
      ephemeral = true
    }
    variable "once" {
      ephemeral = true
    }
    locals {
      cells      = ${JSON.stringify(addresses)}
      pin        = sensitive(file("\${path.module}/pin"))
      access_key = sensitive(file("\${path.module}/access-key"))
    }
    provider "certorder" {
      max_reissues = 1000
    }
    ${deadEnds.map(deadEnd).join("\n")}
    resource "certorder_reissue" "file" {
      for_each     = local.cells
      order_id     = "file-\${each.key}"
      sign_hash    = "${hash}"
      csr_from     = "sign-cloud-csc"
      sign_key_pin = local.pin
    }
    resource "certorder_reissue" "once" {
      for_each     = local.cells
      order_id     = "once-\${each.key}"
      sign_hash    = "${hash}"
      csr_from     = "sign-cloud-csc"
      sign_key_pin = var.once
    }
    resource "certorder_callback_check" "gate" {
      for_each   = local.cells
      url        = each.value
      access_key = local.access_key
      triggers   = { hash = "${hash}" }
    }
    data "certorder_callback_test" "now" {
      for_each             = local.cells
      url                  = each.value
      access_key           = local.access_key
    }
    output "hints" {
      value = { for cell, test in data.certorder_callback_test.now : cell => "\${test.code} \${test.hint}" }
    }
    output "certificates" {
      value = { for cell, reissue in certorder_reissue.file : cell => reissue.certificate_id }
    }
  `;
}

function deadEnd(baseUrl: string, index: number): string {
  return `
    provider "certorder" {
      alias        = "dead${index}"
      base_url     = "${baseUrl}"
      auth_key     = var.auth_key
      max_tries = 2
    }
    resource "certorder_reissue" "dead${index}" {
      provider     = certorder.dead${index}
      order_id     = "dead-${index}"
      sign_hash    = "sha256"
      csr_from     = "sign-cloud-csc"
      sign_key_pin = var.once
    }
    data "certorder_callback_test" "dead${index}" {
      provider   = certorder.dead${index}
      access_key = local.access_key
    }
  `;
}

export const pastedKey = `
  resource "certorder_reissue" "pasted" {
    order_id  = "pasted"
    sign_hash = "sha256"
    csr       = file("\${path.module}/key")
  }
`;

/** Secrets that stand in the configuration itself. Each block is refused, and the core must not quote it. */
export const literals = `
  resource "certorder_reissue" "literal_key" {
    order_id  = "literal"
    sign_hash = "sha256"
    csr       = ${JSON.stringify(canaries.privateKey)}
  }
  resource "certorder_reissue" "literal_unused" {
    order_id     = "literal"
    sign_hash    = "sha256"
    sign_key_pin = ${JSON.stringify(canaries.writeOnlyPin)}
  }
  resource "certorder_callback_check" "literal_long" {
    url        = "https://example.com/"
    access_key = ${JSON.stringify(canaries.accessKey.repeat(12))}
  }
`;

export const oneReissue = (turn: string) => `
  variable "once" {
    ephemeral = true
  }
  resource "certorder_reissue" "one" {
    order_id     = "one-${acceptingRoutes[0]}"
    sign_hash    = "sha256"
    csr_from     = "sign-cloud-csc"
    sign_key_pin = var.once
    triggers     = { turn = "${turn}" }
  }
`;
