export type WayOut =
  /** `others`: what the same line says about other attempts. */
  | {
      readonly kind: "resolve";
      readonly attempt: string;
      readonly mayDeny: boolean;
      readonly others: string;
    }
  | { readonly kind: "supersede"; readonly attempt: string }
  | { readonly kind: "service"; readonly name: string }
  | { readonly kind: "import"; readonly id: string }
  | {
      readonly kind:
        | "wait"
        | "plan"
        | "repair"
        | "moved"
        | "untaint"
        | "one"
        | "trigger"
        | "target"
        | "request"
        | "key"
        | "bringBack";
    };

/** Each line to paste, in the words of Terraform, the command line and the library. */
const resolving = [
  /"[^"]+" = "(?<others>(?:[^"\s]+ )*)(?<attempt>[^":\s]+):(?<result>[^"\s]+)" # add this entry to resolve/g,
  /journal resolve \S+ (?<attempt>\S+) --(?<result>not-happened|certificate-id)/g,
  /journal\.resolve\(\{ orderId: "[^"]+", attemptId: "(?<attempt>[^"]+)", certificateId: (?<result>null|"[^"]+") \}\)/g,
];
const superseding =
  /"[^"]+" = "([^"]+)" # add this entry to supersede|--supersede (\S+)|supersede: "([^"]+)"/;
const naming = /service = "([^"]+)" #|--service (\S+)|service: "([^"]+)"/;
/** By Terraform. The command line has forms of its own, which people follow at the terminal. */
const importing = /terraform import RESOURCE_ADDRESS '?[^\s/]+\/([^\s']+)/g;

const others = {
  wait: /Wait until it ends|Look the order up again after/,
  plan: /Plan again|plan again|Saved plan is stale/,
  repair: /certorder journal repair|journal\.repair\(/,
  moved: /moved \{ from = OLD_ADDRESS/,
  untaint: /terraform untaint ADDRESS/,
  one: /[Dd]escribe (?:the|each) order in one resource|If two resources describe it, keep one/,
  trigger: /\breissue = "\d+"/,
  target: /\(-target\)/,
  request: /configure (?:the|that) request/,
  key: /use another key|use (?:--idempotency-key|idempotencyKey) instead/,
  bringBack: /certorder journal import \S+ \S+ --(?:bring-back|latest)/,
} as const;

/** Reads the ways out in a message, as a person does who has never seen one. */
export function readWaysOut(message: string): WayOut[] {
  const text = message.replace(/\s+/g, " ");
  const results = new Map<string, { said: string[]; others: string }>();
  for (const { groups = {} } of resolving.flatMap((form) => [...text.matchAll(form)])) {
    const { attempt = "", result = "", others = "" } = groups;
    results.set(attempt, { said: [...(results.get(attempt)?.said ?? []), result], others });
  }
  // What was said about an attempt contradicts the service.
  const [, contradicted] = /Attempt (\S+) did happen: .*Resolve it with the id/.exec(text) ?? [];
  if (contradicted !== undefined) results.set(contradicted, { said: ["certificate-id"], others: "" });
  const isDenial = (result: string) => result === "not-happened" || result === "null";
  const first = (form: RegExp) => form.exec(text)?.slice(1).find(Boolean);
  const [attempt, name] = [first(superseding), first(naming)];
  return [
    ...[...results].map(([attempt, { said, others }]) => ({
      kind: "resolve" as const,
      attempt,
      mayDeny: said.some(isDenial),
      others,
    })),
    ...(attempt === undefined ? [] : [{ kind: "supersede" as const, attempt }]),
    ...(name === undefined ? [] : [{ kind: "service" as const, name }]),
    ...[...text.matchAll(importing)].map(([, id = ""]) => ({ kind: "import" as const, id })),
    ...(Object.keys(others) as (keyof typeof others)[]).flatMap((kind) =>
      others[kind].test(text) ? [{ kind }] : [],
    ),
  ];
}
