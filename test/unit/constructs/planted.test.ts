import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkStack, stackFromJson } from "../../../src/stack/index.ts";
import { both, type Framework, problems, type Stack } from "../../harness/constructs/framework.ts";

// Random stacks with mistakes in them: all of those are found, and nothing else, as constructs and as synthesized JSON.

/** A mistake in some props: what it is found as. */
interface Mistake {
  readonly props: object;
  readonly rule: string;
  /** A part of its message that no other message has. */
  readonly says: string;
  /** What JSON shows of it, if that is something else; null, if it shows nothing. */
  readonly inJson?: string | null;
  /** A low-level construct does not look at it, or looks at it as JSON does. */
  readonly onlyOurs?: true;
}

const doubted = (rule: string) => rule.replace("error ", "warning ");

const reissueMistakes: readonly Mistake[] = [
  { props: { signHash: "" }, rule: "error sign_hash:empty", says: "signHash is empty" },
  { props: { validityDays: 0 }, rule: "error validity_days:too_small", says: "validityDays is 0" },
  { props: { validityDays: 4000 }, rule: "warning validity_days:public_tls_limit", says: "is 4000" },
  { props: { persistPolicy: "fqdn" }, rule: "error persist_policy:only_with", says: "persistPolicy is used" },
  { props: { dnsNames: ["a,b.example"] }, rule: "error dns_names:name", says: "no name has a blank" },
  { props: { dnsNames: ["*.*.example"] }, rule: "warning dns_names:dns_name", says: "a name with a *" },
  { props: { dnsNames: ["a", null] }, rule: "error dns_names:kind", says: "dnsNames must be a list" },
  { props: { requireCallback: "yes" }, rule: "error require_callback:kind", says: "requireCallback must" },
  { props: { triggers: { a: { b: "c" } } }, rule: "error triggers:kind", says: "triggers must be a map" },
  {
    props: { validityDays: 90, renewBeforeDays: 0 },
    rule: "error renew_before_days:too_small",
    says: "renewBeforeDays is 0",
  },
  { props: { count: -1 }, rule: "error count:too_small", says: "count is -1" },
  {
    props: { provider: "certorder.eu" },
    rule: "error provider:kind",
    says: "provider must be a provider itself",
    inJson: null,
  },
  { props: { dnsNames: ["me@a.example"] }, rule: "warning dns_names:dns_name", says: "an e-mail address" },
  { props: { commonName: "https://a" }, rule: "warning common_name:name", says: "is a URL, not a name" },
  { props: { renewBeforeDays: 3 }, rule: "error renew_before_days:needs", says: "renewBeforeDays needs" },
  { props: { csr: "no CSR, clearly" }, rule: "error csr:not_a_csr", says: "The text is not a CSR" },
  { props: { count: 3 }, rule: "error order_id:same_order", says: "for all that count makes" },
  {
    props: { csr: "www.csr" },
    rule: "error csr:path",
    says: "looks like the path",
    inJson: "error csr:not_a_csr",
    onlyOurs: true,
  },
  {
    props: { csrFrom: "sign-cloud-csc", signKeyPin: "1234" },
    rule: "error sign_key_pin:literal_secret",
    says: "signKeyPin would be in",
    inJson: "warning sign_key_pin:literal_secret",
  },
];

const callbackMistakes: readonly Mistake[] = [
  { props: { url: "http://a.example" }, rule: "error url:https", says: "url uses http" },
  { props: { url: "nowhere" }, rule: "error url:url", says: "url is not a valid URL" },
  {
    props: { accessKey: "canary" },
    rule: "error access_key:literal_secret",
    says: "accessKey would be in",
    inJson: "warning access_key:literal_secret",
  },
  {
    props: { mode: "check", triggers: {} },
    rule: "error triggers:mode",
    says: "triggers has no effect",
    inJson: null,
  },
];

const providerMistakes: readonly Mistake[] = [
  { props: { maxReissues: -1 }, rule: "error max_reissues:too_small", says: "maxReissues is -1" },
  { props: { allowReissue: "no" }, rule: "error allow_reissue:kind", says: "allowReissue must be" },
  { props: { baseUrl: "http://a.example" }, rule: "error base_url:https", says: "baseUrl uses http" },
  { props: { resolve: { x: "?" } }, rule: "error resolve:resolve", says: "resolve for order x" },
  {
    props: { journalDir: "here" },
    rule: "error journal_dir:absolute",
    says: "journalDir is not an absolute",
  },
  { props: { caFile: "ca.pem" }, rule: "warning ca_file:file", says: "caFile ca.pem is relative" },
  {
    props: { credentials: "vault" },
    rule: "error credentials:one_of",
    says: 'credentials is "vault"',
    inJson: null,
  },
];

interface ImportMistake {
  readonly id: (orderId: string) => string;
  /** Undefined for an import that is right. */
  readonly rule?: string;
  readonly says?: string;
  /** It is one only where the order is known. */
  readonly ofOrder?: true;
}

const imports: readonly ImportMistake[] = [
  { id: (order) => `${order}/c` },
  { id: (order) => `${order}/c@2026-11-01T23:59:59Z` },
  { id: (order) => `${order}/`, rule: "error certificate_id:import", says: "certificateId is empty" },
  { id: (order) => `${order}/c@2026-02-30`, rule: "error issued_at:import", says: "issuedAt is not a date" },
  {
    id: (order) => `${order}/c@2999-01-01`,
    rule: "error issued_at:import",
    says: "issuedAt is in the future",
  },
  { id: () => "other/c", rule: "error order_id:import", says: "has to name order", ofOrder: true },
];

const ofTheStack: readonly (readonly [says: string, rule: string])[] = [
  ["already. Describe each order once", "error order_id:same_order"],
  ["Terraform would use a default provider", "error provider:provider"],
  ["This waits for itself", "error depends_on:cycle"],
  ["Give each provider of a stack another alias", "error alias:alias"],
  ["cannot be adopted together with count", "error count:import"],
];

const table = [
  ...[...reissueMistakes, ...callbackMistakes, ...providerMistakes].map(
    ({ says, rule }) => [says, rule] as const,
  ),
  ...imports.flatMap(({ says, rule }) => (says && rule ? [[says, rule] as const] : [])),
  ...ofTheStack,
];

const anyMistake = (mistakes: readonly Mistake[]) =>
  fc.option(fc.constantFrom(...mistakes), { freq: 2, nil: undefined });
const where = fc.constantFrom("default" as const, "eu" as const);
const item = fc.oneof(
  fc.record({
    kind: fc.constantFrom("reissue" as const, "low-level" as const),
    provider: where,
    mistake: anyMistake(reissueMistakes),
    /** Of how many orders there are to choose from; a low number has some chosen twice. */
    order: fc.integer({ min: 0, max: 30 }),
    isOpen: fc.integer({ min: 0, max: 5 }).map((chance) => chance === 0),
    isLazy: fc.boolean(),
    inCircle: fc.integer({ min: 0, max: 5 }).map((chance) => chance === 0),
    imported: fc.option(fc.constantFrom(...imports), { freq: 2, nil: undefined }),
  }),
  fc.record({
    kind: fc.constantFrom("gate" as const, "check" as const, "postcondition" as const),
    provider: where,
    mistake: anyMistake(callbackMistakes),
  }),
);
const plan = fc.record({
  items: fc.array(item, { minLength: 1, maxLength: 20 }),
  hasDefault: fc.boolean(),
  provider: anyMistake(providerMistakes),
  hasTwin: fc.boolean(),
  gateBeforeAll: fc.boolean(),
  /** An override of the stack, for a block of another provider. With it, the whole stack is checked in another way. */
  hasOverride: fc.boolean(),
});
type Plan = typeof plan extends fc.Arbitrary<infer P> ? P : never;

/** Props that the frameworks, or the constructs themselves, read at once. */
const isOfFramework = new Set(["count", "csr", "provider"]);

interface Planted {
  readonly stack: Stack;
  readonly asConstructs: string[];
  readonly asJson: string[];
}

function plant(
  { core, certorder }: Framework,
  { items, hasDefault, hasTwin, provider, gateBeforeAll, hasOverride }: Plan,
): Planted {
  const stack = new core.TerraformStack(core.Testing.app(), "site");
  if (hasOverride) stack.addOverride("resource.null_resource.other", { triggers: { a: "b" } });
  const open = new core.TerraformVariable(stack, "open", { type: "string" }).stringValue;
  const asConstructs: string[] = [];
  const asJson: string[] = [];
  const expect = (id: string, rule: string, inJson: string | null = rule) => {
    asConstructs.push(`${id} ${rule}`);
    if (inJson !== null) asJson.push(`${id} ${inJson}`);
  };
  const eu = new certorder.CertOrderProvider(stack, "eu", { alias: "eu", ...provider?.props });
  if (provider) expect("eu", provider.rule, provider.inJson);
  if (hasDefault) new certorder.CertOrderProvider(stack, "default");
  if (hasTwin) {
    new certorder.CertOrderProvider(stack, "twin", { alias: "eu" });
    // In JSON it is called like the other one.
    asConstructs.push("twin error alias:alias");
    asJson.push("eu error alias:alias");
  }
  const lazy = (props: object) =>
    Object.fromEntries(
      Object.entries(props).map(([name, value]) => [
        name,
        isOfFramework.has(name) ? value : core.Lazy.anyValue({ produce: () => value }),
      ]),
    );
  if (gateBeforeAll) {
    new certorder.CallbackCheck(stack, "x1", { provider: eu }).runsBefore(stack);
    new certorder.CallbackCheck(stack, "x2", { provider: eu }).runsBefore(stack);
  }
  const seen = new Set<string>();
  for (const [index, one] of items.entries()) {
    const id = `c${String(index).padStart(2, "0")}`;
    const chosen = one.provider === "eu" ? { provider: eu } : {};
    const { mistake } = one;
    const isString = "order" in one && mistake !== undefined && "provider" in mistake.props;
    const account = isString ? "default" : one.provider;
    if (account === "default" && !hasDefault) {
      if (!isString) asConstructs.push(`${id} error provider:provider`);
      asJson.push(`${id} error provider:provider`);
    }
    if ("order" in one) {
      const isOurs = one.kind === "reissue";
      const wrong = mistake?.onlyOurs && !isOurs ? undefined : mistake;
      const isMany = wrong !== undefined && "count" in wrong.props;
      // A mistake about the order itself is one only where the order is known.
      const isOpen = one.isOpen && !isMany;
      const orderId = isOpen ? open : `order-${one.order}`;
      const base = { orderId, signHash: "sha256", commonName: "a.example", ...chosen };
      const props = { ...base, ...(one.isLazy ? lazy(wrong?.props ?? {}) : wrong?.props) };
      const Reissue = isOurs ? certorder.CertificateReissue : certorder.bindings.Reissue;
      const made = new Reissue(stack, id, props);
      if (wrong) {
        const isSecret = wrong.rule.endsWith("literal_secret");
        expect(id, isSecret && !isOurs ? doubted(wrong.rule) : wrong.rule, wrong.inJson);
      }
      if (one.imported) {
        const { id: idOf, rule, ofOrder } = one.imported;
        ("resource" in made ? made.resource : made).importFrom(idOf(orderId));
        if (rule && !(ofOrder && isOpen)) expect(id, rule);
        if (isMany) expect(id, "error count:import");
      }
      const key = `${account} ${orderId}`;
      if (seen.has(key)) expect(id, "error order_id:same_order");
      seen.add(key);
      if (one.inCircle) {
        const waits = one.isLazy ? { dependsOn: [made] } : { triggers: { id: made.certificateId } };
        const gate = new certorder.CallbackCheck(stack, `g${id}`, { provider: eu, ...waits });
        gate.runsBefore(made);
        expect(`g${id}`, "error depends_on:cycle");
      }
    } else {
      new certorder.CallbackCheck(stack, id, { mode: one.kind, ...chosen, ...mistake?.props });
      if (mistake) expect(id, mistake.rule, mistake.inJson);
    }
  }
  return { stack, asConstructs: asConstructs.sort(), asJson: asJson.sort() };
}

/** Which of the mistakes a message tells of; one that was not planted stays as it is. */
function findRule(text: string): string {
  return table.find(([says]) => text.includes(says))?.[1] ?? text;
}

function foundIn({ core }: Framework, stack: Stack): string[] {
  core.Testing.synth(stack);
  const errors = problems(stack).map((line) => /^\[site\/(\w+)\] (.*)$/.exec(line) ?? [line]);
  const warnings = stack.node
    .findAll()
    .flatMap(({ node }) =>
      node.metadata.filter(({ type }) => type === "@cdktf/warn").map(({ data }) => [node.id, String(data)]),
    );
  return [
    ...errors.map(([, id, text = ""]) => `${id} ${findRule(text)}`),
    ...warnings.map(([id, text = ""]) => `${id} ${doubted(findRule(text))}`),
  ].sort();
}

function foundInJson(stack: Stack): string[] {
  const json = JSON.parse(JSON.stringify(stack.toTerraform()));
  return checkStack(stackFromJson(json), new Date())
    .map(({ element: { address }, issue: { severity, field, rule } }) => {
      return `${address.split(".").at(-1)} ${severity} ${field}:${rule}`;
    })
    .sort();
}

describe.each(both)("Random stacks of $name", (framework) => {
  test("have exactly the mistakes that were planted in them, as constructs and as JSON", () => {
    fc.assert(
      fc.property(plan, (planned) => {
        const { stack, asConstructs, asJson } = plant(framework, planned);
        expect(foundIn(framework, stack)).toEqual(asConstructs);
        expect(foundInJson(stack)).toEqual(asJson);
      }),
      { numRuns: 50 },
    );
  });
});
