import { expect } from "vitest";
import { newFolder } from "../../../harness/new-folder.ts";
import { changed, expectErrors, passTime, resolving, site } from "../../../harness/provider/provider.ts";
import { test } from "../provider-fixture.ts";

// The state records what the journal may not know.

test.concurrent.for(["cert-1001", "cert-1002"])(
  "Two certificates that state and journal do not know of each other are put in order by importing %s@latest",
  async (id, { provider }) => {
    await provider.reissuedElsewhere();
    await provider.run({ journal: newFolder("other-") });
    await provider.stored();
    await provider.run();
    const reissue = provider.resource();
    await reissue.import(`order-ssl-1/${id}@latest`);
    await reissue.apply(site);
    expect(reissue.state).toMatchObject({ certificate_id: id });
    await reissue.apply(changed);
    expect(reissue.state).toMatchObject({ certificate_id: "cert-1003", previous_certificate_id: id });
    expect(provider.sandbox.ledger).toHaveLength(3);
  },
);

test.concurrent.for([
  { result: "cert-1001", refresh: true, certificate: "cert-1001", sent: 1 },
  { result: "cert-1001", refresh: false, certificate: "cert-1001", sent: 1 },
  { result: "not-happened", refresh: true, certificate: "cert-1002", sent: 2 },
  { result: "not-happened", refresh: false, certificate: "cert-1002", sent: 2 },
])(
  "An open attempt that only the state knows is resolved as $result once it is untainted (refresh: $refresh)",
  async (row, { provider }) => {
    const reissue = provider.resource();
    provider.loseAnswer();
    await expectErrors(reissue.apply(site));
    provider.forget();
    const attempt = String(reissue.state?.open_attempt_id);
    await provider.run(resolving(attempt, row.result));
    reissue.tainted = false;
    if (row.result === "not-happened") {
      const { diagnostics } = await reissue.plan(site, row);
      expect(diagnostics[0]?.detail).toContain("may still be in flight");
      passTime(reissue);
    }
    await reissue.apply(site, row);
    expect(reissue.state).toMatchObject({ certificate_id: row.certificate });
    expect(provider.sandbox.ledger).toHaveLength(row.sent);
    expect((await provider.journal.attempts())[0]).toMatchObject({ attemptId: attempt });
  },
);
