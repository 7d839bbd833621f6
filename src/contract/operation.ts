import { callbackTestFields } from "./callback.ts";
import { type Field, type Fields, isAbsent, isRecord, type Values } from "./field.ts";
import { reissueFields } from "./reissue.ts";

/** One call of the service's interface. */
export interface Operation {
  readonly name: "reissue" | "callback-test";
  readonly method: "POST" | "PUT";
  /** Path below the base URL. A field of the path replaces `{field}`. */
  readonly path: string;
  readonly fields: Fields;
}

export const reissueOperation = {
  name: "reissue",
  method: "POST",
  path: "/openapi/v3/orders/{order_id}/reissue",
  fields: reissueFields,
} as const satisfies Operation;

export const callbackTestOperation = {
  name: "callback-test",
  method: "PUT",
  path: "/openapi/v3/account/callback/test",
  fields: callbackTestFields,
} as const satisfies Operation;

/** The headers of every request. */
export const authHeaders = { authKey: "X-CC-Auth-Key", keyId: "X-CC-Key-ID" } as const;

/** The code of an answer that reports success. */
export const successCode = "success";

/** A request as it goes on the wire, without the credentials. */
interface WireRequest {
  readonly method: Operation["method"];
  readonly path: string;
  /** Absent if it would be empty: a callback test without a body tests the saved configuration. */
  readonly body?: object;
}

/** The request on the wire for checked values. */
export function encode(operation: Operation, values: Values): WireRequest {
  const top: Record<string, unknown> = {};
  const certificate: Record<string, unknown> = {};
  let path = operation.path;
  for (const [name, field] of Object.entries(operation.fields)) {
    const value = values[name];
    if (field.place === "path") path = path.replace(`{${name}}`, () => encodeURIComponent(String(value)));
    else if (!isAbsent(value) && !(field.acknowledgement && value === false))
      (field.place === "certificate" ? certificate : top)[name] = value;
  }
  const body = hasCertificate(operation) ? { certificate, ...top } : top;
  return { method: operation.method, path, ...(Object.keys(body).length > 0 && { body }) };
}

/** The values in a JSON body that has the service's form. */
interface DecodedBody {
  readonly values: Values;
  /** Members that are unknown, or in the wrong place, such as a `sign_hash` outside `certificate`. */
  readonly unknownNames: readonly string[];
}

export function decode(operation: Operation, body: object): DecodedBody {
  const values: Record<string, unknown> = {};
  const unknownNames: string[] = [];
  const take = (place: Field["place"], members: object) => {
    for (const [name, value] of Object.entries(members)) {
      const known = Object.hasOwn(operation.fields, name) && operation.fields[name]?.place === place;
      if (known) values[name] = value;
      else if (place === "body" && name === "certificate" && isAbsent(value)) continue;
      else if (place === "body" && name === "certificate" && isRecord(value)) take("certificate", value);
      else unknownNames.push(place === "certificate" ? `certificate.${name}` : name);
    }
  };
  take("body", body);
  return { values, unknownNames };
}

function hasCertificate(operation: Operation): boolean {
  return Object.values(operation.fields).some((field) => field.place === "certificate");
}
