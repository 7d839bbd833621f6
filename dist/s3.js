// Made by npm run build:action from src/action. Do not edit.
import { createRequire as certorderRequire } from "node:module";
const require = certorderRequire(import.meta.url);

// src/in-order.ts
async function* inOrder(items, atOnce, work) {
  const begun = [];
  try {
    for await (const item of items) {
      const result = work(item);
      result.catch(() => {
      });
      begun.push(result);
      if (begun.length === atOnce) yield await begun.shift();
    }
    while (begun.length > 0) yield await begun.shift();
  } finally {
    await Promise.allSettled(begun);
  }
}

// src/waiting.ts
import { setTimeout as sleep } from "node:timers/promises";
async function* pollAfter(waitsMs) {
  for (const ms of waitsMs) {
    if (ms > 0) await sleep(ms);
    yield;
  }
}
async function repeat(call, waitsMs, isFinal2) {
  for (const ms of waitsMs)
    try {
      return await call();
    } catch (error) {
      if (isFinal2(error, ms)) throw error;
      await sleep(ms);
    }
  return call();
}
var longestTimerMs = 2 ** 31 - 1;

// src/journal/event-format.ts
import { hash } from "node:crypto";

// src/contract/duration.ts
var dayMs = 864e5;

// src/contract/field.ts
function camelCase(name) {
  return name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
}
function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// src/contract/ids.ts
var notHappened = "not-happened";
var sameId = "same-id";
function pasteableId(certificateId, standIn = "CERTIFICATE_ID") {
  const isPlain = certificateId !== void 0 && isPlainId(certificateId) && !isPlaceholder(certificateId);
  return isPlain ? certificateId : standIn;
}
function isPlaceholder(text2) {
  return /^(?:certificate_)?id$|^not.?hap|^happened|^latest$|^undefined$|^null$/i.test(text2);
}
function isPlainId(text2) {
  return /^[A-Za-z0-9][A-Za-z0-9._:/+=-]{0,63}$/.test(text2);
}
function shellWord(text2) {
  return /^[\w./:@=+,-]+$/.test(text2) ? text2 : `'${text2.replaceAll("'", "'\\''")}'`;
}
function commandLine(command, operands, flags) {
  const words = operands.map(shellWord);
  const isLikeFlag = operands.some((operand) => operand.startsWith("-"));
  const line = isLikeFlag ? [command, ...flags, "--", ...words] : [command, ...words, ...flags];
  return line.filter(Boolean).join(" ");
}

// src/contract/dialects.ts
var terraformDialect = /* @__PURE__ */ Object.assign(inTerraform, {
  describePlace: describeMaps
});
function inTerraform(part) {
  switch (part.kind) {
    case "name":
      return part.value === void 0 ? part.name : `${part.name} = ${JSON.stringify(part.value)}`;
    case "resolve":
      return mapEntry(part, [...part.others ?? [], resolveEntry(part)].join(" "));
    case "supersede":
      return mapEntry(part, part.attemptId);
    case "service":
      return `service = ${hclString(part.service)} # in the provider block`;
    case "import": {
      if (part.bringsBack) return importCommand(part);
      const certificateId = pasteableId(part.certificateId?.includes("/") ? void 0 : part.certificateId);
      const date = part.issuedAt ? `,${dayOrTime(part.issuedAt)}` : "";
      const line = `terraform import RESOURCE_ADDRESS ${shellWord(`${part.orderId}/${certificateId}@latest${date}`)}`;
      return part.isStored ? `terraform state rm RESOURCE_ADDRESS && ${line}` : line;
    }
    case "repair":
      return commandLine("certorder journal repair", [part.orderId], [part.journalFlag]);
    case "csr":
      return ["certorder journal show", part.attemptId, "--csr", part.journalFlag, `> ${part.attemptId}.csr`].filter(Boolean).join(" ");
    case "init":
      return `certorder journal init --journal ${shellWord(part.place)}`;
  }
}
function resolveEntry({
  attemptId,
  certificateId,
  isSameId
}) {
  const result = certificateId === null ? notHappened : pasteableId(certificateId);
  return `${attemptId}:${result}${isSameId ? `:${sameId}` : ""}`;
}
function dayOrTime(time) {
  return time.replace("T00:00:00.000Z", "");
}
function saysLatest({ asLatest, bringsBack, request, isDated }) {
  return asLatest ?? !(bringsBack || request === "corrected" || isDated);
}
function importCommand(paste, ...moreFlags) {
  const { orderId, certificateId, bringsBack, isDated, issuedAt, request } = paste;
  const how = [
    bringsBack && "--bring-back",
    request === "corrected" && "--correct",
    saysLatest(paste) && "--latest",
    ...isDated || issuedAt ? [`--issued-at ${issuedAt ? dayOrTime(issuedAt) : "YYYY-MM-DD"}`] : []
  ];
  return commandLine(
    "certorder journal import",
    [orderId, pasteableId(certificateId)],
    [...how, ...moreFlags, paste.journalFlag]
  );
}
function mapEntry({ kind, orderId }, value) {
  return `${hclString(orderId)} = ${hclString(value)} # add this entry to ${kind}`;
}
var mapNames = ["resolve", "supersede"];
function describeMaps(pastes) {
  const used = mapNames.filter((name) => pastes.some(({ kind }) => kind === name));
  if (used.length === 0) return void 0;
  const maps = used.map((name) => `    ${name} = {
      # its entries
    }`);
  return `Entries of all orders belong together, in the provider block:

${maps.join("\n")}`;
}
function hclString(text2) {
  return JSON.stringify(text2).replace(/[$%](?=\{)/g, "$&$&");
}
var optionPaths = /* @__PURE__ */ new Map([
  ["ca_file", "ca"],
  ["max_age", "maxAgeMs"]
]);
var libraryDialect = (part) => {
  switch (part.kind) {
    case "name": {
      const name = optionPaths.get(part.name) ?? camelCase(part.name.replace(/_seconds$/, "_ms"));
      return part.value === void 0 ? name : `${name}: ${JSON.stringify(part.value)}`;
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
        part.isDated && 'issuedAt: "YYYY-MM-DD"'
      ].filter(Boolean).join(", ");
      const date = part.issuedAt ? `, issuedAt: ${JSON.stringify(dayOrTime(part.issuedAt))}` : "";
      const request = part.request === void 0 ? "" : "request, ";
      return `await client.importCertificate(${JSON.stringify(part.orderId)}, ${JSON.stringify(pasteableId(part.certificateId))}, { ${request}${how}${date} })`;
    }
    case "csr":
    // A program that creates its journal at every start would not notice that a volume is missing.
    case "init":
      return terraformDialect(part);
  }
};

// src/contract/text.ts
function text(literals, ...inserted) {
  return join(literals.flatMap((literal, index) => [literal, inserted[index] ?? ""]));
}
function fieldRef(name, value) {
  return { kind: "name", name, value };
}
function join(pieces, between = "") {
  return pieces.flatMap((piece, index) => [
    ...index > 0 && between ? [between] : [],
    ...Array.isArray(piece) ? piece : [typeof piece === "number" ? String(piece) : piece]
  ]);
}
function render(message, dialect) {
  if (typeof message === "string") return message;
  return message.map((piece) => typeof piece === "string" ? piece : dialect(piece)).join("");
}
function renderWaysOut(waysOut, dialect) {
  const oneLine = (line) => line.replace(/[\r\n]+/g, " ");
  const place = dialect.describePlace?.(waysOut.flatMap(({ paste }) => paste ?? []));
  const ways = waysOut.map(({ when, paste }) => {
    const sentence = oneLine(render(when, dialect));
    return paste === void 0 ? `${sentence}.` : `${sentence}:

    ${oneLine(dialect(paste))}`;
  });
  return [...ways, ...place === void 0 ? [] : [place]].join("\n\n");
}

// src/contract/authorities.ts
function authoritiesProblem(file) {
  if ("failed" in file)
    return {
      problem: `cannot be read (${file.failed})`,
      remedy: "Give the path of a PEM file that can be read."
    };
  return file.text.includes("-----BEGIN CERTIFICATE-----") ? void 0 : { problem: "holds no certificate", remedy: "Give a file with certificates in PEM form." };
}
function isUntrusted(code) {
  return /^(?:CERT_|DEPTH_|SELF_|UNABLE_|ERR_TLS_CERT_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)/.test(
    code
  );
}

// src/contract/callback.ts
var issuedEvent = {
  action_type: "order",
  action_id: "order:issued",
  order_status: "issued"
};
var simulatedEvent = {
  ...issuedEvent,
  order_id: "order-simulated",
  cert_id: "cert-simulated",
  message: "This is a simulated callback."
};
var receiverIntervalMs = 6 * 60 * 6e4;

// src/contract/reissue.ts
var cloudHeldKey = "sign-cloud-csc";
var persistentDns = "dns-persist";
var onlyWithCloudHeldKey = { field: "csr_from", value: cloudHeldKey };
var onlyWithPersistentDns = { field: "dcv_method", value: persistentDns };
var reissueFields = {
  order_id: {
    kind: "string",
    place: "path",
    required: true,
    doc: "The order whose certificate is reissued."
  },
  csr: {
    kind: "string",
    place: "certificate",
    recorded: "public-key",
    hasLines: true,
    requiredWhen: text`the product and ${fieldRef("csr_from")} ask for one`,
    doc: "Certificate signing request (PKCS#10), as PEM or as base64 of its DER form."
  },
  csr_from: {
    kind: "string",
    place: "certificate",
    recorded: "value",
    mayBeEmpty: true,
    doc: `Where the private key of the CSR comes from. \`${cloudHeldKey}\`: a signing key held in the cloud.`
  },
  common_name: {
    kind: "string",
    place: "certificate",
    recorded: "value",
    requiredWhen: "the order is for an SSL certificate",
    doc: "Common name of the certificate."
  },
  dns_names: {
    kind: "strings",
    place: "certificate",
    recorded: "value",
    doc: "Alternative names. Only some products let a reissue change them."
  },
  sign_hash: {
    kind: "string",
    place: "certificate",
    recorded: "value",
    required: true,
    usualValues: ["sha256", "sha384", "sha512"],
    doc: "Digest algorithm of the signature, such as `sha256`."
  },
  un_modify_key: {
    kind: "boolean",
    place: "certificate",
    recorded: "value",
    whenOmitted: "the encryption key is replaced",
    doc: "Keep the key of the encryption certificate. Matters only for dual (signing and encryption) certificates of national cryptography."
  },
  validity_days: {
    kind: "integer",
    place: "certificate",
    recorded: "value",
    minimum: 1,
    whenOmitted: "the service decides",
    doc: "Validity of the new certificate in days."
  },
  custom_expiration_date: {
    kind: "string",
    place: "certificate",
    recorded: "value",
    whenOmitted: "the service decides",
    doc: "Expiry date of the new certificate, in the form that the service expects."
  },
  i_know_remove_domain_will_revoke_before_cert: {
    kind: "boolean",
    place: "body",
    acknowledgement: true,
    excludedFromDigest: true,
    requiredWhen: "the reissue drops a domain",
    doc: "Says that dropping a domain revokes the certificate that has it. Sent only when true."
  },
  i_know_will_revoke_last_cert: {
    kind: "boolean",
    place: "body",
    acknowledgement: true,
    excludedFromDigest: true,
    requiredWhen: "the product revokes the previous certificate on reissue",
    doc: "Says that the previous certificate may be revoked by this reissue. Sent only when true."
  },
  dcv_method: {
    kind: "string",
    place: "body",
    recorded: "value",
    doc: `How control of the domains is validated. \`${persistentDns}\`: a lasting validation by DNS.`
  },
  persist_until: {
    kind: "integer",
    place: "body",
    recorded: "value",
    minimum: 0,
    onlyWith: onlyWithPersistentDns,
    whenOmitted: "the order's own value is kept",
    doc: "When the lasting DNS validation ends. `0` removes the end. The number is sent as it is. The specification names no unit: that it is Unix seconds is assumed, for a warning about a past time."
  },
  persist_policy: {
    kind: "string",
    place: "body",
    recorded: "value",
    values: ["fqdn", "wildcard"],
    onlyWith: onlyWithPersistentDns,
    default: "fqdn",
    doc: "Scope of the lasting DNS validation: `fqdn` or `wildcard`."
  },
  dcv_scope: {
    kind: "string",
    place: "body",
    recorded: "value",
    doc: "Scope of the domain validation, where the product supports one."
  },
  sign_key_pin: {
    kind: "string",
    place: "body",
    sensitive: true,
    excludedFromDigest: true,
    onlyWith: onlyWithCloudHeldKey,
    requiredWhen: "the signing key is held in the cloud and protected by a code",
    doc: "Access code of the signing key held in the cloud."
  },
  sign_key_pin_tip: {
    kind: "string",
    place: "body",
    excludedFromDigest: true,
    onlyWith: onlyWithCloudHeldKey,
    doc: "A hint that reminds people of that access code."
  }
};

// src/contract/loopback.ts
function isLoopback(hostname) {
  return /^(?:localhost|::1|\[::1\]|127(?:\.\d{1,3}){3})$/.test(hostname);
}

// src/contract/declared.ts
var countArgument = { count: { kind: "integer", minimum: 0 } };
var reissueArguments = {
  triggers: { kind: "map" },
  renew_before_days: { kind: "integer", minimum: 1 },
  require_callback: { kind: "boolean" },
  wait_until_issued: { kind: "string" },
  acknowledge_dropped_names: { kind: "strings" },
  ...countArgument
};
var callbackArguments = {
  triggers: { kind: "map" },
  min_interval_seconds: { kind: "integer", minimum: 0 },
  ...countArgument
};

// src/contract/error.ts
var brand = /* @__PURE__ */ Symbol.for("certorder.error");
var CertOrderError = class _CertOrderError extends Error {
  name = "CertOrderError";
  /** The code of the service, or one of ours. */
  code;
  /** What happened to the request. */
  outcome;
  /** What to do about it. */
  remedy;
  /** The status of the answer, if there was one. */
  httpStatus;
  /** How often the request was tried. */
  tries;
  #texts;
  #waysOut;
  #failure;
  constructor(message, details) {
    super(
      render(message, libraryDialect),
      details.cause === void 0 ? void 0 : { cause: details.cause }
    );
    this.code = details.code;
    this.outcome = details.outcome;
    this.#texts = { message, remedy: details.remedy };
    this.#waysOut = details.waysOut ?? [];
    this.#failure = details.failure;
    this.remedy = this.renderIn(libraryDialect).remedy;
    this.httpStatus = details.httpStatus;
    this.tries = details.tries ?? 0;
    Object.defineProperty(this, brand, { value: true });
  }
  /**
   * Whether this is an error of certorder, also if bundles or mixed module systems load the package twice. A subclass is
   * recognised within one copy: `BlockedError.is(error)`.
   */
  static is(value) {
    if (typeof value !== "object" || value === null || !(brand in value)) return false;
    return Object.is(this, _CertOrderError) || value instanceof this;
  }
  /** Why no answer came, or none that could be used. The code is coarser. @internal */
  get failure() {
    return this.#failure;
  }
  /** The texts before they are rendered, to build other messages from. @internal */
  get texts() {
    return this.#texts;
  }
  /** Message and remedy in the names of an interface. @internal */
  renderIn(dialect) {
    const { message, remedy } = this.#texts;
    const parts = [render(remedy, dialect), renderWaysOut(this.#waysOut, dialect)].filter(
      (part) => part !== ""
    );
    return { message: render(message, dialect), remedy: parts.join("\n\n") };
  }
  /** The error as JSON, without its cause. */
  toJSON() {
    const { name, code, outcome: outcome2, message, remedy, httpStatus, tries } = this;
    return { name, code, outcome: outcome2, message, remedy, httpStatus, tries };
  }
};
var NotSentError = class extends CertOrderError {
  name = "NotSentError";
  constructor(message, details) {
    super(message, { ...details, outcome: "not-sent" });
  }
};

// src/contract/resolutions.ts
var serviceMayTake = { ms: 15 * 6e4, inWords: "15 minutes" };
var whenNotHappened = `${serviceMayTake.inWords} after the sender stopped waiting`;
function isAttemptId(text2) {
  return /^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/.test(text2);
}
var resolveForm = `ATTEMPT_ID:${notHappened} or ATTEMPT_ID:CERTIFICATE_ID`;

// src/contract/outcome.ts
var outcomes = {
  done: {
    meaning: "It happened, and the result was received.",
    next: "Nothing to do.",
    exitCode: 0
  },
  rejected: {
    meaning: "The service refused it. Nothing happened.",
    next: "Change what the message names and run it again.",
    exitCode: 3
  },
  "not-sent": {
    meaning: "Nothing was sent.",
    next: "Run it again when the reason is gone.",
    exitCode: 4
  },
  unknown: {
    meaning: "It was sent, and it is not known whether it happened.",
    next: "Look the order up in the service's portal first. Do not repeat it until then.",
    exitCode: 5
  },
  "done-unread": {
    meaning: "It happened, but the result was lost on the way back.",
    next: "Look the certificate id up in the service's portal. Do not repeat it.",
    exitCode: 6
  }
};

// src/contract/proxy.ts
function namedProxy(url, env) {
  return proxySetting(url, env)?.proxy;
}
function proxySetting(url, env) {
  if (isLoopback(url.hostname) || isExempt(url, findVariable(env, "no_proxy")?.value)) return void 0;
  const own = url.protocol === "https:" ? "https_proxy" : "http_proxy";
  const found = findVariable(env, own) ?? findVariable(env, "all_proxy");
  if (found === void 0) return void 0;
  const { variable, value } = found;
  const parsed = URL.parse(value.includes("://") ? value : `http://${value}`);
  const isUsable = parsed && ["http:", "https:"].includes(parsed.protocol);
  return { variable, proxy: isUsable ? parsed : "invalid" };
}
function findVariable(env, name) {
  const variable = [name, name.toUpperCase()].find((one) => env[one]);
  return variable === void 0 ? void 0 : { variable, value: env[variable] ?? "" };
}
function isExempt(url, noProxy) {
  const host = url.hostname.toLowerCase();
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return (noProxy ?? "").toLowerCase().split(/[\s,]+/).filter((entry) => entry !== "").some((entry) => {
    if (entry === "*") return true;
    const [, name = entry, entryPort] = entry.match(/^(\[.*\]|[^:]*):(\d+)$/) ?? [];
    if (entryPort !== void 0 && entryPort !== port) return false;
    const bare = name.replace(/^\*?\./, "");
    return host === bare || host === `[${bare}]` || host.endsWith(`.${bare}`);
  });
}

// src/contract/sandbox.ts
var longestAheadMs = 36500 * dayMs;

// src/contract/settings.ts
var daySeconds = dayMs / 1e3;

// src/journal/event-format.ts
var eventVersion = 4;
function sum(text2) {
  return hash("sha256", text2).slice(0, 12);
}
function parseEvent(text2, position, orderId) {
  const event = readEvent(text2);
  if (event === void 0 || event === "newer-version") return unreadable(text2, position, event);
  const isOwn = orderId === void 0 || !("order" in event) || event.order === orderId;
  return isOwn ? event : unreadable(text2, position, "other-order");
}
function unreadable(text2, position, problem) {
  const entry = `unreadable-${position}-${sum(text2).slice(0, 6)}`;
  return { event: "unreadable", entry, position, ...problem && { problem } };
}
var orNone = (type) => (value) => value === void 0 || typeof value === type;
var kinds = {
  attempt: (value) => typeof value === "string" && isAttemptId(value),
  text: (value) => typeof value === "string",
  "text?": orNone("string"),
  flag: (value) => typeof value === "boolean",
  "flag?": orNone("boolean"),
  "number?": orNone("number"),
  "text|null": (value) => value === null || typeof value === "string",
  "text|null?": (value) => value === void 0 || value === null || typeof value === "string",
  "texts?": (value) => value === void 0 || isRecord(value) && Object.values(value).every((one) => typeof one === "string"),
  attempts: (value) => Array.isArray(value) && value.every((one) => typeof one === "string" && isAttemptId(one)),
  word: (value) => value === "sent" || Object.hasOwn(outcomes, String(value))
};
var recorded = {
  attempt: "attempt",
  order: "text",
  service: "text",
  address: "text",
  digest: "text",
  key: "text?",
  previous: "text?",
  validityDays: "number?",
  values: "texts?"
};
var deployment = { order: "text", attempt: "attempt", certificate: "text", receiver: "text" };
var outcome = { attempt: "attempt", certificate: "text?" };
var eventMembers = {
  sent: { ...recorded, process: "text", deadline: "text" },
  "from-state": {
    ...recorded,
    word: "word",
    certificate: "text?",
    statement: "text|null?",
    issuedAt: "text?",
    follows: "text|null"
  },
  imported: { ...recorded, certificate: "text", issuedAt: "text?", keepsDate: "flag?", seen: "text" },
  done: { attempt: "attempt", certificate: "text" },
  resolved: { attempt: "attempt", certificate: "text|null" },
  "key-answered": { attempt: "attempt", key: "text" },
  "set-aside": { entry: "text" },
  issued: { order: "text", certificate: "text", receiver: "text", attempts: "attempts" },
  deploying: deployment,
  deployed: deployment,
  skipped: deployment,
  receiving: { receiver: "text", process: "text", deploys: "flag" },
  rejected: outcome,
  "not-sent": outcome,
  unknown: outcome,
  "done-unread": outcome
};
var checks = new Map(
  Object.entries(eventMembers).map(([event, own]) => [
    event,
    Object.entries({ at: "text", ...own }).map(([name, kind]) => [name, kinds[kind]])
  ])
);
function readEvent(text2) {
  try {
    const { v, sum: _, ...event } = JSON.parse(text2);
    const summed = text2.slice(0, text2.lastIndexOf(","));
    if (text2 !== `${summed},"sum":"${sum(summed)}"}`) return void 0;
    if (typeof v === "number" && v > eventVersion) return "newer-version";
    if (v !== eventVersion || typeof event.event !== "string") return void 0;
    const needed = checks.get(event.event);
    if (!needed) return "newer-version";
    const isWhole = needed.every(([name, isRight]) => isRight(event[name]));
    return isWhole ? event : void 0;
  } catch {
    return void 0;
  }
}

// src/journal/store.ts
function clockSkew(date, blurMs) {
  const skewMs = Date.parse(date ?? "") - Date.now();
  return Math.abs(skewMs) > blurMs ? skewMs : 0;
}

// src/file-text.ts
import { readFileSync } from "node:fs";
function readFileText(file) {
  try {
    return { text: readFileSync(file, "utf8") };
  } catch (error) {
    return { failed: String(error.code), cause: error };
  }
}

// src/journal/unavailable.ts
var unavailable = "journal_unavailable";
function journalNotFound(title, place) {
  return new NotSentError(`${title} does not exist.`, {
    code: "journal_not_found",
    remedy: text`If it was there before, mount or restore it: a new one does not know earlier reissues. Or name another one with ${fieldRef("journal")}.`,
    waysOut: [{ when: "If it is new, create it once", paste: { kind: "init", place } }]
  });
}
function unusable(title, why, remedy, cause, waysOut) {
  return unavailableError(`${title} cannot be used: ${why}.`, remedy, cause, waysOut);
}
function unavailableError(message, remedy, cause, waysOut) {
  return new NotSentError(message, { code: unavailable, remedy, cause, waysOut });
}

// src/journal/stores/server.ts
var retryDelaysMs = [50, 200, 1e3, 3e3];
function journalTitle({ title }) {
  return `The journal at ${title}`;
}
function storeUnusable(address, why, remedy, cause, toInit) {
  const place = address.place.replace(/\/\/[^@/]*@/, "//USER@");
  const waysOut = toInit === void 0 ? [] : [{ when: toInit, paste: { kind: "init", place } }];
  return unusable(journalTitle(address), why, remedy, cause, waysOut);
}
function storeNotFound(address) {
  return journalNotFound(journalTitle(address), address.place);
}
function neverConnected(error) {
  const { code = "", syscall } = error;
  return syscall === "connect" || syscall === "getaddrinfo" || isUntrusted(code) || code.startsWith("ERR_TLS_");
}
function readAuthorities(file, named, address) {
  const read = readFileText(file);
  const wrong = authoritiesProblem(read);
  if ("text" in read && !wrong) return read.text;
  const cause = "cause" in read ? read.cause : void 0;
  throw storeUnusable(address, `the file that ${named} names ${wrong?.problem}`, wrong?.remedy ?? "", cause);
}

// src/journal/stores/s3/credentials.ts
function credentialProvider(address) {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = address.env;
  const sessionToken = address.env.AWS_SESSION_TOKEN || void 0;
  if (accessKeyId && secretAccessKey) return async () => ({ accessKeyId, secretAccessKey, sessionToken });
  let provide;
  return async () => {
    provide ??= chain(address);
    const found = await provide;
    return found().catch((error) => {
      throw noCredentials(address, "no credentials were found", error);
    });
  };
}
async function chain(address) {
  try {
    const { defaultProvider } = await import("./aws-credentials.js");
    return defaultProvider({ clientConfig: { region: address.region } });
  } catch (error) {
    throw noCredentials(
      address,
      "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set, and the package that reads other sources is not installed",
      error
    );
  }
}
function noCredentials(address, why, cause) {
  return storeUnusable(
    address,
    why,
    "Set both variables, name a profile with AWS_PROFILE, or run where a role is given. For all but variables: npm install @aws-sdk/credential-provider-node",
    cause
  );
}

// src/journal/stores/s3/failures.ts
function isUnclearAnswer({ status }) {
  return status === 409 || status === 408 || status === 429 || status >= 500 && status !== 501;
}
function neverBegan(error) {
  return CertOrderError.is(error) || neverConnected(error);
}
var rights = "Allow s3:PutObject, s3:GetObject and s3:ListBucket on the prefix; no others are needed.";
var byCode = {
  NoSuchBucket: ["there is no such bucket", "Correct its name in the URL, or create the bucket."],
  AccessDenied: ["a right is missing", rights],
  InvalidAccessKeyId: ["its store does not know the access key", "Correct AWS_ACCESS_KEY_ID."],
  XAdminUserNotFound: ["its store does not know the access key", "Correct AWS_ACCESS_KEY_ID."],
  SignatureDoesNotMatch: [
    "the secret of the access key is wrong",
    "Correct AWS_SECRET_ACCESS_KEY; where it is right, region and endpoint."
  ],
  ExpiredToken: ["the credentials have expired", "Get new credentials, and run this again."],
  InvalidToken: [
    "the session's token does not fit the access key",
    "Set AWS_SESSION_TOKEN together with it."
  ],
  KeyTooLongError: ["the order's id is too long for the name of an object", "Keep a journal elsewhere."],
  NotImplemented: [
    "its store has no conditional writes",
    "Use a store that has them, or a newer version of this one."
  ]
};
function notAList(address) {
  return storeUnusable(
    address,
    "its store does not answer with a list of objects",
    "Check that the endpoint is an S3 store. A login page or a proxy may answer in its place."
  );
}
function s3Failure(failure, address) {
  if (CertOrderError.is(failure)) return failure;
  const unusable2 = (why, remedy) => storeUnusable(address, why, remedy, failure instanceof Error ? failure : void 0);
  if (failure instanceof Error) {
    const { code: code2 = failure.message } = failure;
    return isUntrusted(code2) ? unusable2(
      `its store's certificate is not trusted (${code2})`,
      "Name the authority's file with AWS_CA_BUNDLE, or the host as the certificate names it."
    ) : unusable2(
      `its store did not answer (${code2})`,
      "Check that it can be reached from this machine; check endpoint and region."
    );
  }
  const { status, headers, body } = failure;
  const code = /<Code>(\w+)<\/Code>/.exec(body)?.[1] ?? "";
  const region = headers["x-amz-bucket-region"];
  if (status >= 300 && status < 400)
    return unusable2(
      "its bucket is elsewhere",
      `Correct region in the URL${typeof region === "string" && /^[a-z0-9-]+$/.test(region) ? `: ${region}` : ""}.`
    );
  const known = byCode[code] ?? (status === 403 ? byCode.AccessDenied : void 0);
  if (known) return unusable2(...known);
  if (status === 429 || status >= 500)
    return unusable2(
      `its store is overloaded or unavailable (HTTP ${status}${code && ` ${code}`})`,
      "Run this again later."
    );
  return unusable2(
    `its store answers with HTTP ${status}${code && ` ${code}`}`,
    "Check endpoint, region and rights."
  );
}

// src/journal/stores/s3/keys.ts
function toFolder(orderId) {
  return [...Buffer.from(orderId)].map((byte) => {
    const character = String.fromCharCode(byte);
    return /[A-Za-z0-9-]/.test(character) ? character : `=${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }).join("");
}
function toOrderId(folder) {
  try {
    const orderId = decodeURIComponent(folder.replaceAll("=", "%"));
    return folder !== "" && toFolder(orderId) === folder ? orderId : void 0;
  } catch {
    return void 0;
  }
}
function toKey(orderId, position) {
  return `${toFolder(orderId)}/${String(position).padStart(8, "0")}`;
}
function readPosition(orderId, key) {
  const position = Number(key.slice(-8));
  return position > 0 && key === toKey(orderId, position) ? position : void 0;
}
var proofKey = "=proof";

// src/journal/stores/s3/request.ts
import http2 from "node:http";
import https2 from "node:https";
import { connect, getCACertificates } from "node:tls";

// src/journal/stores/s3/tunnel.ts
import http from "node:http";
import https from "node:https";

// src/plain-address.ts
function bareHost({ hostname }) {
  return hostname.replace(/^\[|\]$/g, "");
}

// src/journal/stores/s3/tunnel.ts
function openTunnel(proxy, target, { timeoutMs, ca }) {
  const path = `${target.hostname}:${target.port || 443}`;
  const library = proxy.protocol === "https:" ? https : http;
  return new Promise((resolve, reject) => {
    const fail = (error) => {
      clearTimeout(timer);
      reject(Object.assign(error, { syscall: "connect" }));
      request.destroy();
    };
    const late = () => fail(Object.assign(new Error("the proxy does not answer"), { code: "ETIMEDOUT" }));
    const timer = setTimeout(late, timeoutMs);
    const request = library.request({
      method: "CONNECT",
      path,
      host: bareHost(proxy),
      port: proxy.port || (library === https ? 443 : 80),
      agent: false,
      rejectUnauthorized: true,
      ...ca && { ca }
    });
    request.setHeader("host", path);
    if (proxy.username) request.setHeader("proxy-authorization", basic(proxy));
    request.on("error", fail);
    request.on("connect", ({ statusCode }, socket) => {
      if (statusCode !== 200) {
        socket.destroy();
        return fail(new Error(`the proxy answers with HTTP ${statusCode}`));
      }
      clearTimeout(timer);
      resolve(socket);
    });
    request.end();
  });
}
function basic({ username, password }) {
  const credentials = [username, password].map(decodeURIComponent).join(":");
  return `Basic ${Buffer.from(credentials).toString("base64")}`;
}

// src/journal/stores/s3/request.ts
var tooLarge = "too large";
var defaultTimeoutMs = 1e4;
var silence = "ETIMEDOUT";
var largestBody = 4 * 1024 * 1024;
function sender(address, timeoutMs = defaultTimeoutMs) {
  const isTls = address.base.protocol === "https:";
  const library = isTls ? https2 : http2;
  const agent = createAgent(address, timeoutMs);
  const ready = /* @__PURE__ */ new WeakSet();
  return (url, { method, headers, body }) => new Promise((resolve, reject) => {
    const request = library.request(url, { method, agent });
    for (const [name, value] of Object.entries(headers)) request.setHeader(name, value);
    let timer;
    request.on("socket", (socket) => {
      if (!ready.has(socket)) socket.once(isTls ? "secureConnect" : "connect", () => ready.add(socket));
      timer = setTimeout(() => {
        const failure = { code: silence, ...!ready.has(socket) && { syscall: "connect" } };
        reject(Object.assign(new Error("no answer"), failure));
        request.destroy();
      }, timeoutMs);
    });
    request.on("error", reject);
    request.on("close", () => clearTimeout(timer));
    request.on("response", (response) => {
      const chunks = [];
      let size = 0;
      const finish = (body2) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: body2 });
      response.on("data", (chunk) => {
        size += chunk.length;
        chunks.push(chunk);
        if (size <= largestBody) return;
        finish(tooLarge);
        request.destroy();
      });
      response.on("error", reject);
      response.on("end", () => finish(Buffer.concat(chunks).toString()));
    });
    request.end(body);
  });
}
function isSilence(failure) {
  return failure.code === silence;
}
function createAgent(address, timeoutMs) {
  const { base, authorities, env } = address;
  const connections = { keepAlive: true, maxSockets: 32 };
  if (base.protocol !== "https:") return new http2.Agent(connections);
  const ca = authorities === void 0 ? void 0 : [...getCACertificates("default"), readAuthorities(authorities, "AWS_CA_BUNDLE", address)];
  const trust = { rejectUnauthorized: true, ...ca && { ca } };
  const agent = new https2.Agent({ ...connections, ...trust });
  const proxy = namedProxy(base, env);
  if (proxy === "invalid")
    throw storeUnusable(
      address,
      "the proxy variable does not hold an http or https address",
      "Correct HTTPS_PROXY (or ALL_PROXY), or exempt the store's host with NO_PROXY."
    );
  if (proxy)
    agent.createConnection = ({ host, servername }, callback) => {
      const options = { ...trust, ...host && { host }, ...servername && { servername } };
      openTunnel(proxy, base, { timeoutMs, ca }).then(
        (socket) => callback?.(null, connect({ ...options, socket })),
        (error) => callback?.(error, void 0)
      );
      return void 0;
    };
  return agent;
}

// src/journal/stores/s3/sign.ts
import { createHash, createHmac } from "node:crypto";
function signHeaders({ method, url, headers, body }, { accessKeyId, secretAccessKey, sessionToken }, region, now) {
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, "");
  const all = {
    ...headers,
    host: url.host,
    "x-amz-content-sha256": sha256(body).toString("hex"),
    "x-amz-date": time,
    ...sessionToken !== void 0 && { "x-amz-security-token": sessionToken }
  };
  const names = Object.keys(all).sort();
  const canonical = [
    method,
    url.pathname.split("/").map(encoded).join("/"),
    [...url.searchParams].map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`).sort().join("&"),
    ...names.map((name) => `${name}:${all[name]?.trim()}`),
    "",
    names.join(";"),
    all["x-amz-content-sha256"]
  ].join("\n");
  const scope = [time.slice(0, 8), region, "s3", "aws4_request"];
  const toSign = ["AWS4-HMAC-SHA256", time, scope.join("/"), sha256(canonical).toString("hex")].join("\n");
  const key = scope.reduce((secret, part) => hmac(secret, part), `AWS4${secretAccessKey}`);
  const signature = hmac(key, toSign).toString("hex");
  return {
    ...all,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope.join("/")},SignedHeaders=${names.join(";")},Signature=${signature}`
  };
}
function sha256(text2) {
  return createHash("sha256").update(text2).digest();
}
function hmac(key, text2) {
  return createHmac("sha256", key).update(text2).digest();
}
function encoded(part) {
  return percentEncode(decodeURIComponent(part));
}
function percentEncode(text2) {
  return encodeURIComponent(text2).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  );
}

// src/journal/stores/s3/store.ts
var readers = 16;
var clockBlurMs = 2e3;
var listPattern = /^\s*(?:<\?xml[^>]*\?>\s*)?<ListBucketResult[\s>][\s\S]*<\/ListBucketResult>\s*$/;
async function openS3(address, timeoutMs) {
  return new S3Store(address, timeoutMs);
}
var S3Store = class {
  #address;
  #send;
  #credentials;
  #proving;
  clockSkewMs = 0;
  constructor(address, timeoutMs) {
    this.#address = address;
    this.#send = sender(address, timeoutMs);
    this.#credentials = credentialProvider(address);
  }
  async read(orderId, after) {
    const keys = await this.#list(`${toFolder(orderId)}/`, after > 0 ? toKey(orderId, after) : void 0);
    const entries = [];
    for await (const entry of inOrder(keys, readers, (key) => this.#entry(orderId, key))) entries.push(entry);
    return entries.filter(({ position }) => position > after);
  }
  /** One list of all keys: a list for each order would take a request each. */
  async *readAll(isWanted) {
    const keys = (await this.#list("")).flatMap((key) => {
      const orderId = toOrderId(key.slice(0, key.indexOf("/")));
      return orderId !== void 0 && isWanted(orderId) ? [{ orderId, key }] : [];
    });
    yield* inOrder(keys, readers, async ({ orderId, key }) => ({
      orderId,
      ...await this.#entry(orderId, key)
    }));
  }
  async lengths() {
    const lengths = /* @__PURE__ */ new Map();
    for (const key of await this.#list("")) {
      const orderId = toOrderId(key.slice(0, key.indexOf("/")));
      const position = orderId === void 0 ? void 0 : readPosition(orderId, key);
      if (orderId !== void 0 && position !== void 0) lengths.set(orderId, position);
    }
    return lengths;
  }
  async #entry(orderId, key) {
    const position = readPosition(orderId, key);
    return position === void 0 ? foreignEntry(key) : { position, text: await this.#get(key) };
  }
  async create(orderId, { position, text: text2 }) {
    await this.#proven({ create: false });
    return this.#put(toKey(orderId, position), text2);
  }
  async exists() {
    return (await this.#list(proofKey)).length > 0;
  }
  async check({ create }) {
    const exists = await this.exists();
    if (!create && !exists) return;
    if (create) {
      this.#proving = void 0;
      await this.#proven({ create });
    }
    await this.#get(proofKey);
  }
  #proven(options) {
    this.#proving ??= this.#prove(options).catch((error) => {
      this.#proving = void 0;
      throw error;
    });
    return this.#proving;
  }
  /**
   * Checks that the store refuses to create an existing object. A store that ignores the condition would accept two
   * entries for one position.
   */
  async #prove({ create }) {
    if (!create && !await this.exists()) throw storeNotFound(this.#address);
    let created = 0;
    for await (const _ of pollAfter([0, 0, ...retryDelaysMs])) {
      const found = await this.#put(proofKey, "A second write of this object has to be refused.\n");
      if (found === "taken") return;
      if (found === "created" && ++created > 1)
        throw storeUnusable(
          this.#address,
          "its store ignores If-None-Match: * and overwrites existing objects, so one reissue could be sent twice",
          "Use a store that has conditional writes, or a newer version of this one."
        );
    }
    throw storeUnusable(
      this.#address,
      "its store does not say whether it refuses to overwrite",
      "Check that it can be reached, and run this again."
    );
  }
  async #put(key, body) {
    const headers = {
      "content-type": "application/json",
      "if-none-match": "*",
      // Buckets with object lock require a checksum.
      "x-amz-checksum-sha256": sha256(body).toString("base64")
    };
    let answer;
    try {
      answer = await this.#ask("PUT", this.#objectUrl(key), headers, body);
    } catch (error) {
      if (neverBegan(error)) throw s3Failure(error, this.#address);
      return "unclear";
    }
    if (answer.status === 200 || answer.status === 201)
      return answer.body.trim() === "" ? "created" : "unclear";
    if (answer.status === 412) return "taken";
    if (isUnclearAnswer(answer)) return "unclear";
    throw s3Failure(answer, this.#address);
  }
  async #get(key) {
    const read = async () => (await this.#patiently(this.#objectUrl(key))).body.trimEnd();
    const text2 = await read();
    return key !== proofKey && parseEvent(text2, 0).event === "unreadable" ? read() : text2;
  }
  /** The keys below the prefix. */
  async #list(below, after) {
    const { prefix, base } = this.#address;
    const found = [];
    for (let token, isOver = false; !isOver; ) {
      const url = new URL(base);
      url.pathname = base.pathname.replace(/(.)\/$/, "$1");
      url.searchParams.set("list-type", "2");
      url.searchParams.set("prefix", prefix + below);
      if (after !== void 0) url.searchParams.set("start-after", prefix + after);
      if (token !== void 0) url.searchParams.set("continuation-token", token);
      const { body } = await this.#patiently(url);
      if (!listPattern.test(body)) throw notAList(this.#address);
      for (const [, key = ""] of body.matchAll(/<Key>([^<]*)<\/Key>/g))
        found.push(decodeXml(key).slice(prefix.length));
      token = /<NextContinuationToken>([^<]*)</.exec(body)?.[1];
      token = token && decodeXml(token);
      isOver = !/<IsTruncated>true</.test(body);
      if (!isOver && token === void 0) throw notAList(this.#address);
    }
    return found.sort();
  }
  /** Reads may be repeated, unless the store is silent: then each repetition would wait as long again. */
  async #patiently(url) {
    const read = async () => {
      const answer = await this.#ask("GET", url, {}, "");
      if (answer.status !== 200) throw answer;
      return answer;
    };
    const isFinal2 = (failure) => isAnswer(failure) ? !isUnclearAnswer(failure) : neverBegan(failure) || isSilence(failure);
    return repeat(read, retryDelaysMs, isFinal2).catch((failure) => {
      throw s3Failure(failure, this.#address);
    });
  }
  async #ask(method, url, headers, body) {
    const credentials = await this.#credentials();
    const ask = async () => {
      const now = new Date(Date.now() + this.clockSkewMs);
      const answer2 = await this.#send(url, {
        method,
        body,
        headers: {
          ...signHeaders({ method, url, headers, body }, credentials, this.#address.region, now),
          ...method === "PUT" && { "content-length": String(Buffer.byteLength(body)) }
        }
      });
      this.clockSkewMs = clockSkew(answer2.headers.date, clockBlurMs);
      return answer2;
    };
    const answer = await ask();
    return answer.status === 403 && answer.body.includes("RequestTimeTooSkewed") ? ask() : answer;
  }
  #objectUrl(key) {
    const url = new URL(this.#address.base);
    url.pathname += this.#address.prefix + key;
    return url;
  }
};
function isAnswer(failure) {
  return !(failure instanceof Error);
}
function foreignEntry(key) {
  return { position: Number.MAX_SAFE_INTEGER, text: `foreign object ${key}`, object: key };
}
function decodeXml(xml) {
  const names = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
  return xml.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name) return names[name] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 1114111 ? String.fromCodePoint(code) : whole;
  });
}
export {
  openS3
};
