import { describe, expect, test } from "vitest";
import { callbackCodes } from "../../../src/contract/index.ts";
import { type Reply, sendRequest } from "../../harness/sandbox/raw-client.ts";
import { type Vector, vectors } from "../../harness/vectors/vectors.ts";
import { startVectorServers, type VectorServers } from "./servers.ts";

describe("The sandbox agrees with the golden vectors", () => {
  for (const vector of vectors)
    test.concurrent(`${vector.operation}, ${vector.service}: ${vector.name}`, async ({ expect }) => {
      await using world = await startVectorServers(vector);
      let answer = await ask(world);
      for (let times = 1; times < (vector.times ?? 1); times++) answer = await ask(world);
      expect(answer.json.code).toBe(vector.service);
      expect(answer.status === 200).toBe(vector.service === "success");

      const { sandbox } = world;
      const happened = vector.operation === "reissue" && vector.service === "success";
      expect(sandbox.ledger).toHaveLength(happened ? 1 : 0);
      if (happened) {
        expect(answer.json.data.certificate.id).toBe(sandbox.ledger[0]?.certificateId);
        expect(sandbox.ledger[0]).toMatchObject({ orderId: vector.order_id, ...vector.ledger });
      }
      if (vector.delivered !== undefined) expect(world.delivered).toEqual([vector.delivered]);
      else if (vector.times === undefined) expect(world.delivered).toEqual([]);
      if (vector.order_after) {
        const order = await shownState(world, vector.order_id);
        for (const [name, value] of Object.entries(vector.order_after))
          expect(order[name] ?? null, name).toEqual(value);
      }
      if (vector.operation === "reissue" && vector.service === "success")
        expect(sandbox.requests[0]?.body).toEqual(asSeen(world.vector));
    });
});

test("The vectors cover every code of the callback test", () => {
  const answered = new Set(vectors.map(({ service }) => service));
  expect(Object.keys(callbackCodes).filter((code) => !answered.has(code))).toEqual([]);
});

function ask({ sandbox, vector }: VectorServers): Promise<Reply> {
  const { keyId, authKey } = sandbox.credentials;
  return sendRequest(sandbox, {
    ...(vector.operation === "reissue"
      ? { path: `/openapi/v3/orders/${encodeURIComponent(vector.order_id ?? "")}/reissue` }
      : { method: "PUT", path: "/openapi/v3/account/callback/test" }),
    body: vector.raw ?? (vector.body === undefined ? "" : JSON.stringify(vector.body)),
    headers: { "x-cc-key-id": keyId, "x-cc-auth-key": authKey },
  });
}

async function shownState({ sandbox }: VectorServers, id: string | undefined) {
  const { json } = await sendRequest(sandbox, { method: "GET", path: "/_sandbox/state", body: "" });
  const orders: readonly Record<string, unknown>[] = json.orders;
  return orders.find((order) => order.id === id) ?? {};
}

/** What the sandbox shows of a body: the PIN is replaced, unknown members are gone. */
function asSeen({ body }: Vector): unknown {
  const { priority, ...known } = body as Record<string, Record<string, unknown>>;
  const { colour, ...certificate } = known.certificate ?? {};
  return { ...known, certificate, ...(known.sign_key_pin && { sign_key_pin: "(secret)" }) };
}
