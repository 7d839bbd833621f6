import { inOrder } from "../../../in-order.ts";
import { pollAfter, repeat } from "../../../waiting.ts";
import { parseEvent } from "../../event-format.ts";
import { clockSkew } from "../../store.ts";
import type { EntryStore, LogEntry } from "../numbered.ts";
import { retryDelaysMs, storeNotFound, storeUnusable } from "../server.ts";
import { type CredentialProvider, credentialProvider } from "./credentials.ts";
import { isUnclearAnswer, neverBegan, notAList, s3Failure } from "./failures.ts";
import { proofKey, readPosition, toFolder, toKey, toOrderId } from "./keys.ts";
import { isSilence, type S3Response, type SendToS3, sender } from "./request.ts";
import { sha256, signHeaders } from "./sign.ts";
import type { S3Address } from "./url.ts";

/** How many objects are read at once. */
const readers = 16;
/** Servers send their time in whole seconds. */
const clockBlurMs = 2_000;
/** A whole list: a login page, or a list that was cut off, is not an empty one. */
const listPattern = /^\s*(?:<\?xml[^>]*\?>\s*)?<ListBucketResult[\s>][\s\S]*<\/ListBucketResult>\s*$/;

export async function openS3(address: S3Address, timeoutMs?: number): Promise<EntryStore> {
  return new S3Store(address, timeoutMs);
}

/** One object for each entry. It is created only if there is none, never overwritten or deleted. */
class S3Store implements EntryStore {
  readonly #address: S3Address;
  readonly #send: SendToS3;
  readonly #credentials: CredentialProvider;
  #proving: Promise<void> | undefined;
  clockSkewMs = 0;

  constructor(address: S3Address, timeoutMs?: number) {
    this.#address = address;
    this.#send = sender(address, timeoutMs);
    this.#credentials = credentialProvider(address);
  }

  async read(orderId: string, after: number): Promise<LogEntry[]> {
    const keys = await this.#list(`${toFolder(orderId)}/`, after > 0 ? toKey(orderId, after) : undefined);
    const entries: LogEntry[] = [];
    for await (const entry of inOrder(keys, readers, (key) => this.#entry(orderId, key))) entries.push(entry);
    return entries.filter(({ position }) => position > after);
  }

  /** One list of all keys: a list for each order would take a request each. */
  async *readAll(isWanted: (orderId: string) => boolean): ReturnType<EntryStore["readAll"]> {
    const keys = (await this.#list("")).flatMap((key) => {
      const orderId = toOrderId(key.slice(0, key.indexOf("/")));
      return orderId !== undefined && isWanted(orderId) ? [{ orderId, key }] : [];
    });
    yield* inOrder(keys, readers, async ({ orderId, key }) => ({
      orderId,
      ...(await this.#entry(orderId, key)),
    }));
  }

  async lengths(): Promise<Map<string, number>> {
    const lengths = new Map<string, number>();
    for (const key of await this.#list("")) {
      const orderId = toOrderId(key.slice(0, key.indexOf("/")));
      const position = orderId === undefined ? undefined : readPosition(orderId, key);
      // The keys are sorted, so the last position stays.
      if (orderId !== undefined && position !== undefined) lengths.set(orderId, position);
    }
    return lengths;
  }

  async #entry(orderId: string, key: string): Promise<LogEntry> {
    const position = readPosition(orderId, key);
    return position === undefined ? foreignEntry(key) : { position, text: await this.#get(key) };
  }

  async create(orderId: string, { position, text }: LogEntry): Promise<"created" | "taken" | "unclear"> {
    await this.#proven({ create: false });
    return this.#put(toKey(orderId, position), text);
  }

  async exists(): Promise<boolean> {
    // The proof object is created first.
    return (await this.#list(proofKey)).length > 0;
  }

  async check({ create }: { readonly create: boolean }): Promise<void> {
    // A user who may write but not read could not see earlier entries.
    const exists = await this.exists();
    if (!create && !exists) return;
    if (create) {
      this.#proving = undefined;
      await this.#proven({ create });
    }
    await this.#get(proofKey);
  }

  #proven(options: { readonly create: boolean }): Promise<void> {
    this.#proving ??= this.#prove(options).catch((error: unknown) => {
      this.#proving = undefined;
      throw error;
    });
    return this.#proving;
  }

  /**
   * Checks that the store refuses to create an existing object. A store that ignores the condition would accept two
   * entries for one position.
   */
  async #prove({ create }: { readonly create: boolean }): Promise<void> {
    // The first write below would create the journal.
    if (!create && !(await this.exists())) throw storeNotFound(this.#address);
    let created = 0;
    for await (const _ of pollAfter([0, 0, ...retryDelaysMs])) {
      const found = await this.#put(proofKey, "A second write of this object has to be refused.\n");
      if (found === "taken") return;
      if (found === "created" && ++created > 1)
        throw storeUnusable(
          this.#address,
          "its store ignores If-None-Match: * and overwrites existing objects, so one reissue could be sent twice",
          "Use a store that has conditional writes, or a newer version of this one.",
        );
    }
    throw storeUnusable(
      this.#address,
      "its store does not say whether it refuses to overwrite",
      "Check that it can be reached, and run this again.",
    );
  }

  async #put(key: string, body: string): Promise<"created" | "taken" | "unclear"> {
    const headers = {
      "content-type": "application/json",
      "if-none-match": "*",
      // Buckets with object lock require a checksum.
      "x-amz-checksum-sha256": sha256(body).toString("base64"),
    };
    let answer: S3Response;
    try {
      answer = await this.#ask("PUT", this.#objectUrl(key), headers, body);
    } catch (error) {
      if (neverBegan(error)) throw s3Failure(error, this.#address);
      return "unclear";
    }
    if (answer.status === 200 || answer.status === 201)
      // A store confirms a write without a body. A page of a proxy has one, and then the next try tells.
      return answer.body.trim() === "" ? "created" : "unclear";
    if (answer.status === 412) return "taken";
    if (isUnclearAnswer(answer)) return "unclear";
    throw s3Failure(answer, this.#address);
  }

  async #get(key: string): Promise<string> {
    const read = async () => (await this.#patiently(this.#objectUrl(key))).body.trimEnd();
    const text = await read();
    // A second read corrects an entry that was damaged on the way.
    return key !== proofKey && parseEvent(text, 0).event === "unreadable" ? read() : text;
  }

  /** The keys below the prefix. */
  async #list(below: string, after?: string): Promise<string[]> {
    const { prefix, base } = this.#address;
    const found: string[] = [];
    for (let token: string | undefined, isOver = false; !isOver; ) {
      const url = new URL(base);
      // A list request has no slash at the end.
      url.pathname = base.pathname.replace(/(.)\/$/, "$1");
      url.searchParams.set("list-type", "2");
      url.searchParams.set("prefix", prefix + below);
      if (after !== undefined) url.searchParams.set("start-after", prefix + after);
      if (token !== undefined) url.searchParams.set("continuation-token", token);
      const { body } = await this.#patiently(url);
      if (!listPattern.test(body)) throw notAList(this.#address);
      for (const [, key = ""] of body.matchAll(/<Key>([^<]*)<\/Key>/g))
        found.push(decodeXml(key).slice(prefix.length));
      token = /<NextContinuationToken>([^<]*)</.exec(body)?.[1];
      token = token && decodeXml(token);
      isOver = !/<IsTruncated>true</.test(body);
      if (!isOver && token === undefined) throw notAList(this.#address);
    }
    return found.sort();
  }

  /** Reads may be repeated, unless the store is silent: then each repetition would wait as long again. */
  async #patiently(url: URL): Promise<S3Response> {
    const read = async () => {
      const answer = await this.#ask("GET", url, {}, "");
      if (answer.status !== 200) throw answer;
      return answer;
    };
    const isFinal = (failure: unknown) =>
      isAnswer(failure) ? !isUnclearAnswer(failure) : neverBegan(failure) || isSilence(failure);
    return repeat(read, retryDelaysMs, isFinal).catch((failure: unknown) => {
      throw s3Failure(failure, this.#address);
    });
  }

  async #ask(
    method: "GET" | "PUT",
    url: URL,
    headers: Record<string, string>,
    body: string,
  ): Promise<S3Response> {
    const credentials = await this.#credentials();
    const ask = async () => {
      const now = new Date(Date.now() + this.clockSkewMs);
      const answer = await this.#send(url, {
        method,
        body,
        headers: {
          ...signHeaders({ method, url, headers, body }, credentials, this.#address.region, now),
          ...(method === "PUT" && { "content-length": String(Buffer.byteLength(body)) }),
        },
      });
      this.clockSkewMs = clockSkew(answer.headers.date, clockBlurMs);
      return answer;
    };
    const answer = await ask();
    // The first answer told the server's time, so the second signature is right.
    return answer.status === 403 && answer.body.includes("RequestTimeTooSkewed") ? ask() : answer;
  }

  #objectUrl(key: string): URL {
    const url = new URL(this.#address.base);
    url.pathname += this.#address.prefix + key;
    return url;
  }
}

function isAnswer(failure: unknown): failure is S3Response {
  return !(failure instanceof Error);
}

/** Counts as one damaged entry of its order, behind all others. */
function foreignEntry(key: string): LogEntry {
  return { position: Number.MAX_SAFE_INTEGER, text: `foreign object ${key}`, object: key };
}

function decodeXml(xml: string): string {
  const names: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
  return xml.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name) return names[name] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
