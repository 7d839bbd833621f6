import type { Account } from "./accounts.ts";
import type { Order } from "./orders.ts";

/** One account of each kind. The keys are not secret: they only open a sandbox on this machine. */
export const seedAccounts: readonly Account[] = [
  { keyId: "demo", authKey: "sandbox-demo-auth-key", kind: "standard" },
  {
    keyId: "configured",
    authKey: "sandbox-configured-auth-key",
    kind: "standard",
    callback: {
      url: "https://callback.example.test/orders",
      accessKey: "sandbox-callback-key",
      disabled: true,
      enabledActions: [],
    },
  },
  { keyId: "managed-pki", authKey: "sandbox-managed-pki-auth-key", kind: "managed-pki" },
  {
    keyId: "certificate-manager",
    authKey: "sandbox-certificate-manager-auth-key",
    kind: "certificate-manager-token",
  },
  { keyId: "lightweight", authKey: "sandbox-lightweight-auth-key", kind: "lightweight-oauth" },
  { keyId: "integration", authKey: "sandbox-integration-auth-key", kind: "integration-key" },
];

/**
 * One order of each product: `order-fixed-1`, `order-revoking-1`, `order-dual-1` and `order-code-1`, and `order-ssl-1` to
 * `order-ssl-4` of the most common product.
 */
export const seedOrders: readonly Order[] = [
  {
    id: "order-ssl-1",
    product: "ssl",
    certificateId: "cert-1",
    commonName: "www.example.com",
    dnsNames: ["www.example.com", "example.com"],
  },
  {
    id: "order-ssl-2",
    product: "ssl",
    certificateId: "cert-2",
    commonName: "shop.example.com",
    dnsNames: ["shop.example.com"],
    persistUntil: 1_900_000_000,
    persistPolicy: "fqdn",
  },
  ...["order-ssl-3", "order-ssl-4"].map((id, index) => ({
    id,
    product: "ssl" as const,
    certificateId: `cert-${7 + index}`,
    commonName: "www.example.com",
    dnsNames: ["www.example.com", "example.com"],
  })),
  {
    id: "order-fixed-1",
    product: "ssl-fixed-names",
    certificateId: "cert-3",
    commonName: "fixed.example.com",
    dnsNames: ["fixed.example.com", "also.example.com"],
  },
  {
    id: "order-revoking-1",
    product: "ssl-revoking",
    certificateId: "cert-4",
    commonName: "once.example.com",
    dnsNames: ["once.example.com"],
  },
  {
    id: "order-dual-1",
    product: "ssl-dual",
    certificateId: "cert-5",
    commonName: "dual.example.com",
    dnsNames: ["dual.example.com"],
    encryptionKeyVersion: 1,
  },
  {
    id: "order-code-1",
    product: "code-signing",
    certificateId: "cert-6",
    commonName: "Example Software",
    signKeyPin: "sandbox-pin-2468",
    signKeyPinTip: "the first even digits",
  },
];
