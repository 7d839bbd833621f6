import { camelCase } from "./field.ts";
import { commandLine, notHappened, pasteableId, sameId, shellWord } from "./ids.ts";
import type { Dialect, FieldRef, Paste } from "./text.ts";

/** The contract's own names, which are Terraform's too. */
export const terraformDialect: Dialect = /* @__PURE__ */ Object.assign(inTerraform, {
  describePlace: describeMaps,
});

function inTerraform(part: FieldRef | Paste): string {
  switch (part.kind) {
    case "name":
      return part.value === undefined ? part.name : `${part.name} = ${JSON.stringify(part.value)}`;
    case "resolve":
      return mapEntry(part, [...(part.others ?? []), resolveEntry(part)].join(" "));
    case "supersede":
      return mapEntry(part, part.attemptId);
    case "service":
      return `service = ${hclString(part.service)} # in the provider block`;
    case "import": {
      // A configuration may keep an import for long, so only a command brings an old certificate back.
      if (part.bringsBack) return importCommand(part);
      // An import cannot name a certificate with a slash in its id.
      const certificateId = pasteableId(part.certificateId?.includes("/") ? undefined : part.certificateId);
      const date = part.issuedAt ? `,${dayOrTime(part.issuedAt)}` : "";
      const line = `terraform import RESOURCE_ADDRESS ${shellWord(`${part.orderId}/${certificateId}@latest${date}`)}`;
      return part.isStored ? `terraform state rm RESOURCE_ADDRESS && ${line}` : line;
    }
    case "repair":
      return commandLine("certorder journal repair", [part.orderId], [part.journalFlag]);
    case "csr":
      return ["certorder journal show", part.attemptId, "--csr", part.journalFlag, `> ${part.attemptId}.csr`]
        .filter(Boolean)
        .join(" ");
    case "init":
      return `certorder journal init --journal ${shellWord(part.place)}`;
  }
}

/** `ATTEMPT:not-happened`, `ATTEMPT:CERTIFICATE_ID` or `ATTEMPT:CERTIFICATE_ID:same-id`. */
export function resolveEntry({
  attemptId,
  certificateId,
  isSameId,
}: Extract<Paste, { kind: "resolve" }>): string {
  const result = certificateId === null ? notHappened : pasteableId(certificateId);
  return `${attemptId}:${result}${isSameId ? `:${sameId}` : ""}`;
}

/** A time of issue as a person writes it: midnight stands for the day. */
export function dayOrTime(time: string): string {
  return time.replace("T00:00:00.000Z", "");
}

/** Whether an import says that the certificate is the latest of its order. */
function saysLatest({ asLatest, bringsBack, request, isDated }: Extract<Paste, { kind: "import" }>): boolean {
  return asLatest ?? !(bringsBack || request === "corrected" || isDated);
}

/** An import as a command line. */
export function importCommand(
  paste: Extract<Paste, { kind: "import" }>,
  ...moreFlags: readonly (string | false)[]
): string {
  const { orderId, certificateId, bringsBack, isDated, issuedAt, request } = paste;
  const how = [
    bringsBack && "--bring-back",
    request === "corrected" && "--correct",
    saysLatest(paste) && "--latest",
    ...(isDated || issuedAt ? [`--issued-at ${issuedAt ? dayOrTime(issuedAt) : "YYYY-MM-DD"}`] : []),
  ];
  return commandLine(
    "certorder journal import",
    [orderId, pasteableId(certificateId)],
    [...how, ...moreFlags, paste.journalFlag],
  );
}

/** An entry, not the whole map: a run may show one for each of several orders, and they belong into one map. */
function mapEntry(
  { kind, orderId }: { readonly kind: MapName; readonly orderId: string },
  value: string,
): string {
  return `${hclString(orderId)} = ${hclString(value)} # add this entry to ${kind}`;
}

const mapNames = ["resolve", "supersede"] as const;
type MapName = (typeof mapNames)[number];

/** The maps of the provider block that the entries belong to. */
function describeMaps(pastes: readonly Paste[]): string | undefined {
  const used = mapNames.filter((name) => pastes.some(({ kind }) => kind === name));
  if (used.length === 0) return undefined;
  const maps = used.map((name) => `    ${name} = {\n      # its entries\n    }`);
  return `Entries of all orders belong together, in the provider block:\n\n${maps.join("\n")}`;
}

/** A string literal of HCL without templates in it. */
function hclString(text: string): string {
  return JSON.stringify(text).replace(/[$%](?=\{)/g, "$&$&");
}

/** Options whose name is not that of the setting. */
const optionPaths: ReadonlyMap<string, string> = new Map([
  ["ca_file", "ca"],
  ["max_age", "maxAgeMs"],
]);

export const libraryDialect: Dialect = (part) => {
  switch (part.kind) {
    case "name": {
      const name = optionPaths.get(part.name) ?? camelCase(part.name.replace(/_seconds$/, "_ms"));
      return part.value === undefined ? name : `${name}: ${JSON.stringify(part.value)}`;
    }
    case "resolve": {
      const result = part.certificateId === null ? "null" : JSON.stringify(pasteableId(part.certificateId));
      const confirmed = part.isSameId ? ", isSameId: true" : "";
      return `await client.journal.resolve({ orderId: ${JSON.stringify(part.orderId)}, attemptId: "${part.attemptId}", certificateId: ${result}${confirmed} })`;
    }
    case "supersede":
      return `supersede: "${part.attemptId}"`;
    case "service":
      return `service: ${JSON.stringify(part.service)}`;
    case "repair":
      return `await client.journal.repair(${JSON.stringify(part.orderId)})`;
    case "import": {
      const how = [
        part.bringsBack && "bringsBack: true",
        part.request === "corrected" && "corrects: true",
        saysLatest(part) && "asLatest: true",
        part.isDated && 'issuedAt: "YYYY-MM-DD"',
      ]
        .filter(Boolean)
        .join(", ");
      const date = part.issuedAt ? `, issuedAt: ${JSON.stringify(dayOrTime(part.issuedAt))}` : "";
      const request = part.request === undefined ? "" : "request, ";
      return `await client.importCertificate(${JSON.stringify(part.orderId)}, ${JSON.stringify(pasteableId(part.certificateId))}, { ${request}${how}${date} })`;
    }
    case "csr":
    // A program that creates its journal at every start would not notice that a volume is missing.
    case "init":
      return terraformDialect(part);
  }
};
