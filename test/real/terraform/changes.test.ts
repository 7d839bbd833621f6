import { expect, test } from "vitest";
import type { declaredReissueFields } from "../../../src/contract/index.ts";
import { fixture } from "../../harness/csr/build.ts";
import type { Arguments } from "../../harness/terraform/terraform-with-sandbox.ts";
import {
  order,
  reissue,
  shownLine,
  TerraformWithSandbox,
} from "../../harness/terraform/terraform-with-sandbox.ts";

interface Change {
  readonly from?: Arguments;
  readonly to: unknown;
  readonly reissues: boolean;
}

type OwnArgument = "triggers" | "renew_before_days" | "acknowledge_dropped_names";

const cloud = { csr: undefined, csr_from: "sign-cloud-csc", sign_key_pin: "1234" };

/** A change of every argument. A field that the contract gains has to be added here. */
const changes: Record<
  Exclude<keyof ReturnType<typeof declaredReissueFields>, "order_id"> | OwnArgument,
  Change
> = {
  csr: { to: fixture("p256"), reissues: true },
  csr_from: { from: { csr_from: "" }, to: "elsewhere", reissues: true },
  common_name: { to: "example.com", reissues: true },
  dns_names: { to: ["www.example.com", "example.com", "new.example.com"], reissues: true },
  sign_hash: { to: "sha384", reissues: true },
  un_modify_key: { to: true, reissues: true },
  validity_days: { from: { validity_days: 90 }, to: undefined, reissues: true },
  custom_expiration_date: { to: "2026-12-24", reissues: true },
  i_know_will_revoke_last_cert: { to: true, reissues: false },
  dcv_method: { to: "dns-persist", reissues: true },
  persist_until: { from: { dcv_method: "dns-persist" }, to: 2_000_000_000, reissues: true },
  persist_policy: { from: { dcv_method: "dns-persist" }, to: "wildcard", reissues: true },
  dcv_scope: { from: { dcv_scope: "some" }, to: "all", reissues: true },
  sign_key_pin: { from: cloud, to: "4321", reissues: false },
  sign_key_pin_tip: { from: cloud, to: "one to four", reissues: false },
  triggers: { from: { triggers: { month: "may" } }, to: { month: "june" }, reissues: true },
  renew_before_days: { from: { validity_days: 90 }, to: 30, reissues: false },
  acknowledge_dropped_names: { to: ["gone.example.com"], reissues: false },
};

test.concurrent("Each argument that changes reissues, or does not, and then nothing is left to do", async () => {
  const orders = Object.keys(changes).map((id) => order(id, { product: "ssl-dual", signKeyPin: "1234" }));
  await using stage = await TerraformWithSandbox.open({ orders });
  const configuration = (args: (name: string, change: Change) => Arguments) =>
    `provider "certorder" {\n  max_reissues = ${orders.length}\n}\n${Object.entries(changes)
      .map(([name, change]) => reissue({ ...args(name, change), order_id: name }, { name }))
      .join("")}`;
  await stage.begin(configuration((_, { from }) => ({ ...from })));
  await stage.applies();
  expect(stage.reissues()).toBe(orders.length);

  const { text } = await stage.applies(configuration((name, { from, to }) => ({ ...from, [name]: to })));
  for (const [name, { reissues }] of Object.entries(changes)) {
    expect(stage.reissues(name), `reissues of the order whose ${name} changes`).toBe(reissues ? 2 : 1);
    const [first, last = first] = stage.sandbox.ledger.filter(({ orderId }) => orderId === name);
    expect(stage.workspace.attributes(`certorder_reissue.${name}`)).toMatchObject({
      certificate_id: last?.certificateId,
      certificate_history: reissues ? [first?.certificateId] : [],
      last_outcome: "done",
    });
    const warned = expect(text, name);
    if (reissues) {
      warned.toContain(`This plan reissues order ${name}`);
      warned.toContain(`The request goes to ${stage.sandbox.url}, because ${name} changes.`);
    } else warned.not.toContain(`This plan reissues order ${name}`);
  }
  // The value of a write-only argument is not compared, so that its change alone is none.
  expect(text).toContain(`0 added, ${orders.length - 1} changed, 0 destroyed`);
});

test.concurrent("A dropped name is refused at its argument, until the line that the plan shows acknowledges it", async () => {
  await using stage = await TerraformWithSandbox.applied(reissue());
  const fewer = { dns_names: ["www.example.com"] };
  const refused = await stage.refuses(reissue(fewer));
  expect(refused.text).toMatch(/main\.tf line \d+, in resource "certorder_reissue" "site": \d+: dns_names =/);
  expect(shownLine(refused, "acknowledge: ")).toBe('acknowledge: { droppedNames: ["example.com"] }');
  const line = shownLine(refused, "acknowledge_dropped_names");
  await stage.applies(reissue(fewer, { more: `  ${line}\n` }));
  expect(stage.reissues()).toBe(2);
  expect(stage.lastBody()).toMatchObject({ i_know_remove_domain_will_revoke_before_cert: true });
  // Left in place, it acknowledges nothing else, and is not sent again.
  await stage.applies(reissue({ ...fewer, sign_hash: "sha384" }, { more: `  ${line}\n` }));
  expect(stage.lastBody()).not.toHaveProperty("i_know_remove_domain_will_revoke_before_cert");
});
