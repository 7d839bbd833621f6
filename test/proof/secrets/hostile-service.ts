import type { Encoding } from "../../harness/faults/canaries.ts";
import { encodings } from "../../harness/faults/canaries.ts";
import { certificate } from "../../harness/faults/faulty-service.ts";
import type { RawServer } from "../../harness/faults/raw-server.ts";
import { startRawServer } from "../../harness/faults/raw-server.ts";
import { echoPlaces, extractSecrets } from "./echoes.ts";

const spellings = Object.keys(encodings) as Encoding[];
const named = new Map(
  Object.entries(echoPlaces).map(([name, answer]) => [name.replaceAll(" ", "-"), answer]),
);

/**
 * A way in which the hostile service answers: where it puts the secrets, and how it spells them. It is part of an order's
 * id, or of the address to be called back.
 */
export type EchoRoute = `echo.${string}.${Encoding}`;

/** Every place with every encoding; in a quick run every place once, the encodings in turn. */
export function cells(quick: boolean): EchoRoute[] {
  return [...named.keys()].flatMap((place, index) =>
    spellings
      .filter((_, turn) => !quick || turn === index % spellings.length)
      .map((spelling): EchoRoute => `echo.${place}.${spelling}`),
  );
}

/** Where it does what it is asked for all the same. */
export const acceptingRoutes: readonly EchoRoute[] = spellings.map(
  (spelling): EchoRoute => `echo.the-rest-of-a-success.${spelling}`,
);

export const callbackUrl = (cell: string) => `https://callback.example.test/${cell}`;

/** A service that answers each request with the secrets that it was sent. */
export function startHostileService(tls = false): Promise<RawServer> {
  return startRawServer(
    async (visit) => {
      const request = Buffer.from(await visit.request(), "latin1").toString();
      const [, place = "a-message", spelling = "plain"] = /echo\.([\w-]+)\.(\w+)/.exec(request) ?? [];
      visit.end(named.get(place)?.(encodings[spelling as Encoding](extractSecrets(request))));
    },
    tls ? certificate : undefined,
  );
}
