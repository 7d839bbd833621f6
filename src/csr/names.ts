import { type Der, DerReader, inside, readOid, tags } from "./der.ts";
import { malformed } from "./error.ts";
import { decodeText } from "./strings.ts";

/** One part of the subject, such as `CN = example.com`. */
export interface SubjectPart {
  readonly oid: string;
  /** The usual short name of the oid, where it has one. */
  readonly name?: string;
  /** The text; for a value that is not text, `#` and the hex of its encoding, as RFC 4514 writes it. */
  readonly value: string;
}

const partNames: Readonly<Record<string, string>> = {
  "2.5.4.3": "CN",
  "2.5.4.4": "SN",
  "2.5.4.5": "serialNumber",
  "2.5.4.6": "C",
  "2.5.4.7": "L",
  "2.5.4.8": "ST",
  "2.5.4.9": "street",
  "2.5.4.10": "O",
  "2.5.4.11": "OU",
  "2.5.4.12": "title",
  "2.5.4.15": "businessCategory",
  "2.5.4.17": "postalCode",
  "2.5.4.42": "GN",
  "2.5.4.97": "organizationIdentifier",
  "0.9.2342.19200300.100.1.1": "UID",
  "0.9.2342.19200300.100.1.25": "DC",
  "1.2.840.113549.1.9.1": "emailAddress",
  "1.3.6.1.4.1.311.60.2.1.1": "jurisdictionL",
  "1.3.6.1.4.1.311.60.2.1.2": "jurisdictionST",
  "1.3.6.1.4.1.311.60.2.1.3": "jurisdictionC",
};

/** The parts of a Name, in their order. */
export function readSubject(name: Der): SubjectPart[] {
  const what = "the subject";
  return inside(name)
    .rest(tags.set, what)
    .flatMap((level) => {
      if (level.body.length === 0) throw malformed(`${what} has an empty part`);
      return inside(level).rest(tags.sequence, what);
    })
    .map((part) => {
      const reader = inside(part);
      const oid = readOid(reader.expect(tags.oid, what), what);
      const value = reader.any(what);
      reader.end(what);
      const name = partNames[oid];
      return {
        oid,
        ...(name === undefined ? {} : { name }),
        value: decodeText(value.tag, value.body, what) ?? `#${Buffer.from(value.whole).toString("hex")}`,
      };
    });
}

/** The names of a subject alternative name extension that a TLS or mail certificate can carry. */
export interface AlternativeNames {
  readonly dnsNames: readonly string[];
  readonly ipAddresses: readonly string[];
  readonly emailAddresses: readonly string[];
  readonly uris: readonly string[];
}

type NameKind = keyof AlternativeNames;

const nameKinds: ReadonlyMap<number, NameKind> = new Map([
  [0x81, "emailAddresses"],
  [0x82, "dnsNames"],
  [0x86, "uris"],
  [0x87, "ipAddresses"],
]);

/** In this order: otherName (such as a Windows user), x400Address, directoryName, ediPartyName and registeredID. */
const ignoredTags: ReadonlySet<number> = new Set([0xa0, 0xa3, 0xa4, 0xa5, 0x88]);

export function readAlternativeNames(extensionValue: Uint8Array): AlternativeNames {
  const what = "the list of alternative names";
  const reader = new DerReader(extensionValue);
  const list = inside(reader.expect(tags.sequence, what));
  reader.end(what);

  const names = { dnsNames: [], ipAddresses: [], emailAddresses: [], uris: [] } as Record<NameKind, string[]>;
  while (!list.atEnd) {
    const { tag, body } = list.any(what);
    const kind = nameKinds.get(tag);
    if (kind) names[kind].push(kind === "ipAddresses" ? ipAddress(body) : asciiName(body));
    else if (!ignoredTags.has(tag)) throw malformed(`${what} has a name of no known type`);
  }
  return names;
}

/** Alternative names are printable ASCII. A control character could make one name look like another. */
function asciiName(bytes: Uint8Array): string {
  if (bytes.some((byte) => byte < 0x20 || byte > 0x7e))
    throw malformed(
      "one of its alternative names has characters other than printable ASCII",
      "Make a new CSR; write an internationalised domain name in its xn-- form.",
    );
  return Buffer.from(bytes).toString("latin1");
}

function ipAddress(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join(".");
  if (bytes.length !== 16) throw malformed("one of its IP addresses has neither 4 nor 16 bytes");
  const groups = Array.from({ length: 8 }, (_, i) =>
    ((bytes[2 * i] ?? 0) * 256 + (bytes[2 * i + 1] ?? 0)).toString(16),
  );
  // The URL parser shortens IPv6 addresses by the usual rules.
  return new URL(`http://[${groups.join(":")}]`).hostname.slice(1, -1);
}
