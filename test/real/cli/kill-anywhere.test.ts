import { setTimeout as wait } from "node:timers/promises";
import { test } from "vitest";
import { inTurn, startCertorder } from "../../harness/cli/cli.ts";
import type { Victim } from "../../harness/cli/killed.ts";
import { recover, victim } from "../../harness/cli/killed.ts";
import { goodRequest, keylessRequest, service } from "../../harness/cli/service.ts";
import { randomFrom } from "../../harness/random.ts";
import { seed } from "../../harness/seed.ts";

const reissue = ({ args, env }: Victim) => startCertorder(args, { env });

test("A reissue that is killed at any moment is not repeated until a person resolves it", async () => {
  const random = randomFrom(seed);
  const orders = Array.from({ length: 12 }, (_, index) => `order-${index}`);
  const sandbox = await service(["whole", ...orders]);
  // Half of the answers take their time, so that some are killed while they wait.
  sandbox.fault({ kind: "slow-bytes", everyMs: 3, times: orders.length / 2 });

  const started = performance.now();
  const whole = victim("whole", sandbox.env);
  await reissue(whole).ended;
  const usualMs = performance.now() - started;

  const victims = orders.map((orderId, index) =>
    victim(orderId, sandbox.env, index % 2 === 0 ? goodRequest() : keylessRequest),
  );
  await Promise.all(
    victims.map((one) =>
      inTurn(async () => {
        const { child, ended } = reissue(one);
        // Most of the time goes into starting; what matters comes after it.
        await Promise.race([wait(usualMs * (0.6 + random.next())), ended]);
        child.kill("SIGKILL");
        await ended;
      }),
    ),
  );
  sandbox.clearFaults();
  await recover(victims, sandbox);
}, 300_000);
