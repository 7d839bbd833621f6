import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CertOrderClient } from "../../../src/client/index.ts";
import { Journal } from "../../../src/journal/index.ts";
import { createJournal } from "../../harness/journal/new-journal.ts";
import { cores } from "../../harness/terraform/terraform.ts";
import {
  order,
  provider,
  reissue,
  shownLine,
  TerraformWithSandbox,
  usual,
} from "../../harness/terraform/terraform-with-sandbox.ts";

const knowsMore = "The state knows more than the journal";
const vanishes = "The journal vanishes with this machine";

describe.each(cores)("%s", (_, program) => {
  test.concurrent("warns of another journal until the journal of the other machine is used", async () => {
    const orders = [order("o-1"), order("o-2")];
    await using stage = await TerraformWithSandbox.applied(reissue(), { program, orders });
    // A second person has the same state, and a journal that knows another order.
    const second = join(stage.workspace.folder, "second");
    createJournal(second);
    const { url: baseUrl, credentials } = stage.sandbox;
    const client = new CertOrderClient({ baseUrl, ...credentials, journal: new Journal(second) });
    await client.sendReissue({ ...usual, order_id: "o-2" }, { idempotencyKey: "k" });
    stage.workspace.write(provider(`journal = "${second}"`) + reissue());
    for (const flag of ["-refresh=true", "-refresh=false"]) {
      const warned = await stage.workspace.plan(flag);
      expect(warned.exit, warned.text).toBe(0);
      expect(warned.text.split(knowsMore)).toHaveLength(2);
    }
    // The message says to use the journal of the other machine, and how to bring the entries of this one there.
    const warned = await stage.workspace.plan();
    const shared = stage.workspace.journal;
    const place = "postgres://user@host/database";
    const line = shownLine(warned, "journal = ").replace(place, shared);
    const copied = await stage.pastes(
      shownLine(warned, "certorder journal copy").replace("FOLDER", second).replace(place, shared),
    );
    expect(copied.exit, copied.text).toBe(0);
    stage.workspace.write(provider(line) + reissue());
    const after = await stage.workspace.plan();
    expect(after.exit, after.text).toBe(0);
    expect(after.text).not.toContain(knowsMore);
    expect((await stage.journal.attempts("o-2")).map(({ status }) => status)).toEqual(["succeeded"]);
  });

  test.concurrent("warns once of a folder that vanishes, until a journal is named that lasts", async () => {
    const env = { RUNNER_ENVIRONMENT: "github-hosted" };
    const orders = [order("o-1"), order("o-2")];
    const both = reissue() + reissue({ order_id: "o-2" }, { name: "two" });
    await using stage = await TerraformWithSandbox.begun(both, { program, orders, env });
    const planned = await stage.workspace.plan();
    expect(planned.text.split(vanishes)).toHaveLength(2);
    expect(planned.text).toContain('journal = "postgres://user@host/database"');
    await stage.applies();
    // Nothing is reissued, so nothing can be lost.
    expect((await stage.workspace.plan()).text).not.toContain(vanishes);
  });
});
