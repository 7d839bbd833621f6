import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkStack, readElements } from "../../../src/stack/index.ts";
import { both, type Framework, newApp, problems, type Stack } from "../../harness/constructs/framework.ts";

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
  {
    props: { requireCallBack: true },
    rule: "error requireCallBack:unknown",
    says: "Did you mean requireCallback?",
    inJson: null,
    onlyOurs: true,
  },
  {
    props: { acknowledge: { dropedNames: ["b.example"] } },
    rule: "error acknowledge.dropedNames:unknown",
    says: "Did you mean acknowledge.droppedNames?",
    inJson: null,
    onlyOurs: true,
  },
  { props: { triggers: { at: "${timestamp()}" } }, rule: "warning triggers:changes", says: "in every run" },
  {
    props: { triggers: { at: '${formatdate("D", timestamp())}' } },
    rule: "warning triggers:changes",
    says: "has the day in it",
  },
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
  { props: { csr: "no CSR, clearly" }, rule: "error csr:not_a_csr", says: "CSR" },
  {
    props: { csrFrom: "sign-cloud-csc", signKeyPin: "1234" },
    rule: "error sign_key_pin:literal_secret",
    says: "signKeyPin would be in",
    inJson: "warning sign_key_pin:literal_secret",
  },
];

const callbackMistakes: readonly Mistake[] = [
  { props: { url: "http://a.example" }, rule: "error url:https", says: "url uses http" },
  {
    props: { acessKey: "canary" },
    rule: "error acessKey:unknown",
    says: "Did you mean accessKey?",
    inJson: null,
  },
  { props: { url: "nowhere" }, rule: "error url:url", says: "url is not a valid URL" },
  {
    props: { accessKey: "canary" },
    rule: "error access_key:literal_secret",
    says: "accessKey would be in",
    inJson: "warning access_key:literal_secret",
  },
  {
    props: { accessKey: '${upper("canary")}' },
    rule: "error access_key:literal_secret",
    says: "accessKey would be in",
    inJson: "warning access_key:literal_secret",
  },
  {
    props: { accessKey: "canary-${var.open}" },
    rule: "warning access_key:literal_secret",
    says: "A part of accessKey would be in",
  },
  {
    props: { mode: "check", triggers: {} },
    rule: "error triggers:unknown",
    says: "triggers is not a prop here",
    inJson: null,
  },
];

const providerMistakes: readonly Mistake[] = [
  {
    props: { maxReissue: 3 },
    rule: "error maxReissue:unknown",
    says: "Did you mean maxReissues?",
    inJson: null,
  },
  { props: { maxReissues: -1 }, rule: "error max_reissues:too_small", says: "maxReissues is -1" },
  { props: { baseUrl: "http://a.example" }, rule: "error base_url:https", says: "baseUrl uses http" },
  { props: { resolve: { x: "?" } }, rule: "error resolve:resolve", says: "resolve for order x" },
  {
    props: { journal: "here" },
    rule: "error journal:place",
    says: "journal is not an absolute",
  },
  {
    props: { credentials: "vault" },
    rule: "error credentials:one_of",
    says: 'credentials is "vault"',
    inJson: null,
  },
];

const ofTheStack: readonly (readonly [says: string, rule: string])[] = [
  ["already. Describe each order once", "error order_id:same_order"],
  ["Terraform would use a default provider", "error provider:provider"],
  ["This has the address", "error id:address"],
];

const table = [
  ...[...reissueMistakes, ...callbackMistakes, ...providerMistakes].map(
    ({ says, rule }) => [says, rule] as const,
  ),
  ...ofTheStack,
];

const anyMistake = (mistakes: readonly Mistake[]) =>
  fc.option(fc.constantFrom(...mistakes), { freq: 2, nil: undefined });
/** The default provider may be named, or not. */
const where = fc.constantFrom("default" as const, "named" as const, "eu" as const);
const item = fc.oneof(
  fc.record({
    kind: fc.constantFrom("reissue" as const, "low-level" as const),
    isOfCopy: fc.boolean(),
    provider: where,
    mistake: anyMistake(reissueMistakes),
    /** Of how many orders there are to choose from; a low number has some chosen twice. */
    order: fc.integer({ min: 0, max: 30 }),
    isOpen: fc.integer({ min: 0, max: 5 }).map((chance) => chance === 0),
    isLazy: fc.boolean(),
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
  /** Two constructs whose ids become one address. */
  twins: fc.constantFrom("none" as const, "providers" as const, "reissues" as const, "gates" as const),
  /** An override of the stack, for a block of another provider. With it, the whole stack is checked in another way. */
  hasOverride: fc.boolean(),
});
type Plan = typeof plan extends fc.Arbitrary<infer P> ? P : never;

/** Props that the frameworks, or the constructs themselves, read at once. */
const isOfFramework = new Set(["count", "csr", "provider", "acknowledge"]);

interface Planted {
  readonly stack: Stack;
  readonly asConstructs: string[];
  readonly asJson: string[];
}

function plant(
  { core, certorder, copy }: Framework,
  { items, hasDefault, twins, provider, hasOverride }: Plan,
): Planted {
  const stack = new core.TerraformStack(newApp(core), "site");
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
  const standard = hasDefault ? new certorder.CertOrderProvider(stack, "default") : undefined;
  const choose = (account: "default" | "named" | "eu") =>
    account === "eu" ? { provider: eu } : account === "named" && standard ? { provider: standard } : {};
  for (const id of twins === "none" ? [] : ["t", "t.", "*t"]) {
    if (twins === "providers") new certorder.CertOrderProvider(stack, id, { alias: "twin" });
    else if (twins === "gates") new certorder.CallbackCheck(stack, id, { provider: eu });
    else new copy.CertificateReissue(stack, id, { orderId: id, signHash: "sha256", provider: eu });
    // In JSON only one of them is left.
    if (id !== "t") expect(id, "error id:address", null);
  }
  const lazy = (props: object) =>
    Object.fromEntries(
      Object.entries(props).map(([name, value]) => [
        name,
        isOfFramework.has(name) ? value : core.Lazy.anyValue({ produce: () => value }),
      ]),
    );
  const seen = new Set<string>();
  for (const [index, one] of items.entries()) {
    const id = `c${String(index).padStart(2, "0")}`;
    const chosen = choose(one.provider);
    const { mistake } = one;
    const isString = "order" in one && mistake !== undefined && "provider" in mistake.props;
    const account = isString || one.provider !== "eu" ? "default" : "eu";
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
      const from = one.isOfCopy ? copy : certorder;
      const Reissue = isOurs ? from.CertificateReissue : from.bindings.Reissue;
      new Reissue(stack, id, props);
      if (wrong) {
        const isSecret = wrong.rule.endsWith("literal_secret");
        expect(id, isSecret && !isOurs ? doubted(wrong.rule) : wrong.rule, wrong.inJson);
      }
      const key = `${account} ${orderId}`;
      if (seen.has(key) && !isMany) expect(id, "error order_id:same_order");
      if (!isMany) seen.add(key);
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
  const errors = problems(stack).map((line) => /^\[site\/([^\]]+)\] (.*)$/.exec(line) ?? [line]);
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
  return checkStack(readElements(json), new Date())
    .map(({ element: { address }, problem: { severity, contractName: field, rule } }) => {
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
      { numRuns: 100 },
    );
  });
});
