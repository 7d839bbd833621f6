import * as read from "./untrusted.ts";

/** The rules of a product for a reissue. Each needs a `csr`, unless `csrFrom` names a key that the cloud holds. */
export interface Product {
  /** The request needs a `commonName`. */
  readonly isSsl: boolean;
  /** A pair of signing and encryption certificates of national cryptography, for which `un_modify_key` matters. */
  readonly isDual: boolean;
  /** The previous certificate is revoked, and the caller has to acknowledge that. */
  readonly revokesPrevious: boolean;
  /** `dns_names` may differ from those of the current certificate. */
  readonly namesMayChange: boolean;
  /** `dcv_scope` may be given. */
  readonly mayHaveDcvScope: boolean;
}

const ssl: Product = {
  isSsl: true,
  isDual: false,
  revokesPrevious: false,
  namesMayChange: true,
  mayHaveDcvScope: true,
};

/** The products, and what may happen with a certificate of each. */
export const products = {
  ssl,
  "ssl-fixed-names": { ...ssl, namesMayChange: false, mayHaveDcvScope: false },
  "ssl-revoking": { ...ssl, revokesPrevious: true },
  "ssl-dual": { ...ssl, isDual: true },
  "code-signing": {
    isSsl: false,
    isDual: false,
    revokesPrevious: false,
    namesMayChange: false,
    mayHaveDcvScope: false,
  },
} as const satisfies Record<string, Product>;

/** The name of a product. @useDeclaredType */
export type ProductName = keyof typeof products;

/** An order, and what its current certificate says. Orders belong to no account: every account sees all of them. */
export interface Order {
  /** The order's id, as in the path of a reissue. */
  readonly id: string;
  /** Decides which reissues are accepted: see `Product`. */
  readonly product: ProductName;
  /** The current certificate. Default: the next free id. */
  readonly certificateId?: string | undefined;
  /** The common name of the current certificate. */
  readonly commonName?: string | undefined;
  /** The alternative names of the current certificate. */
  readonly dnsNames?: readonly string[] | undefined;
  /** Access code of the signing key that the cloud holds for this order. Without one there is no such key. */
  readonly signKeyPin?: string | undefined;
  /** A hint to the access code. */
  readonly signKeyPinTip?: string | undefined;
  /** End of the lasting DNS validation in Unix seconds; 0 is no end. */
  readonly persistUntil?: number | undefined;
  /** The scope of the lasting DNS validation, such as `fqdn`. */
  readonly persistPolicy?: string | undefined;
  /** Counts up each time a dual certificate gets a new encryption key. */
  readonly encryptionKeyVersion?: number | undefined;
}

export type IssuedOrder = Order & { readonly certificateId: string };

const readers = {
  id: read.string,
  product: read.choice(Object.keys(products) as ProductName[]),
  certificateId: read.optional(read.string),
  commonName: read.optional(read.string),
  dnsNames: read.optional(read.strings),
  signKeyPin: read.optional(read.string),
  signKeyPinTip: read.optional(read.string),
  persistUntil: read.optional(read.count),
  persistPolicy: read.optional(read.string),
  encryptionKeyVersion: read.optional(read.count),
};

export const readOrder = read.object<Order>(readers);
export const readIssuedOrder = read.object<IssuedOrder>({ ...readers, certificateId: read.string });
