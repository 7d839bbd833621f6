import { expect, onTestFinished, test } from "vitest";
import { dayMs } from "../../../../src/contract/index.ts";
import { createSandboxJournal } from "../../../../src/journal/index.ts";
import { newFolder } from "../../../harness/new-folder.ts";
import { ProviderWithSandbox, site, title } from "../../../harness/provider/provider.ts";

const renewed = { ...site, validity_days: 90, renew_before_days: 30 };

/** A provider, and what names the sandbox with its own journal instead of an ordinary one. */
async function begin() {
  const stage = await ProviderWithSandbox.begin();
  onTestFinished(() => stage[Symbol.asyncDispose]());
  const { url, service } = stage.sandbox;
  const folder = newFolder("sandbox-journal-");
  const { setClock } = await createSandboxJournal(folder, service);
  return {
    stage,
    setClock,
    ownJournal: { journal: folder },
    own: { journal: folder, base_url: `${url}/${service}` },
  };
}

test("A renewal is planned, and made once, when the sandbox's clock has passed its day", async () => {
  const { stage, setClock, own } = await begin();
  await stage.run(own);
  const reissue = await stage.stored(renewed);
  setClock(59 * dayMs);
  expect((await stage.plan(reissue, renewed)).action).toBe("none");
  setClock(61 * dayMs);
  const { diagnostics } = await reissue.apply(renewed);
  expect(diagnostics[0]).toMatchObject({ summary: title.reissued });
  expect(stage.sandbox.ledger).toHaveLength(2);
  const ageMs = Date.now() + 61 * dayMs - Date.parse(String(reissue.state?.issued_at));
  expect(ageMs).toBeLessThan(dayMs);
});

test("A refresh with a sandbox's journal does not make the renewal of a real order due", async () => {
  const { stage, setClock, ownJournal } = await begin();
  const reissue = await stage.stored(renewed);
  setClock(61 * dayMs);
  await stage.run(ownJournal);
  await reissue.refresh();
  expect(reissue.state).toMatchObject({ renewal_due: false });
  await expect(reissue.apply({ ...renewed, sign_hash: "sha384" })).rejects.toThrow("is another service");
  await stage.run();
  expect((await stage.plan(reissue, renewed, { refresh: false })).action).toBe("none");
  expect(stage.sandbox.ledger).toHaveLength(1);
});

test("A state that was written while the clock was ahead renews no real order", async () => {
  const { stage, setClock, own } = await begin();
  setClock(61 * dayMs);
  await stage.run(own);
  const reissue = await stage.stored(renewed);
  await stage.run();
  const refreshed = await reissue.refresh();
  expect(reissue.state).toMatchObject({ renewal_due: false });
  expect(refreshed).toEqual([]);
  expect(stage.sandbox.ledger).toHaveLength(1);
});
