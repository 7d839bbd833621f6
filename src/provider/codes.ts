import type { DocumentedCodes } from "../contract/index.ts";

/** Codes that only the Terraform provider has. The texts are for `certorder help` and the documents: the provider needs only the type. */
export const providerCodes = {
  too_many_reissues: {
    what: "The plan reissues more orders than `max_reissues` allows. `max_reissues = 0` allows none.",
    remedy: "Read the plan. If it is right, raise `max_reissues` in the provider block.",
  },
  names_dropped: {
    what: "The new certificate would no longer have a name that the current one has. The service revokes certificates with a dropped name.",
    remedy:
      'Keep the name. Or accept its loss, after you have deployed without it: write `acknowledge_dropped_names = ["old.example.com"]` into the resource, with exactly the dropped names. Remove the line after the apply.',
  },
  not_known_yet: {
    what: "A value or a setting is only known after apply. So the plan cannot tell whether it reissues an order.",
    remedy: "Apply what the value comes from first: `terraform apply -target=ADDRESS`. Then plan again.",
  },
  order_described_twice: {
    what: "Two resources describe one order. The second one sends nothing.",
    remedy: "Describe each order in one resource.",
  },
  order_in_state: {
    what: "A new resource describes an order that the state has under another address, or whose object is tainted. The journal does not know its certificate, or another request made it.",
    remedy: "Move, untaint or remove the old object. The message shows the lines for each case.",
    steps: [
      "If two resources describe the order, keep one.",
      "If the resource was renamed, add a `moved` block.",
      "If the object is tainted, run `terraform untaint ADDRESS`. The error shows the address after `with`.",
      "If the orders of `count` have changed places, use `for_each` with the order's id as the key.",
    ],
  },
  replace_refused: {
    what: "`-replace` or `replace_triggered_by` replaces the resource. That does not reissue its order.",
    remedy: 'To reissue the order, write a new value into the resource: `triggers = { reissue = "2" }`.',
  },
  plan_outdated: {
    what: "The plan was made with an entry of `resolve` or `supersede` that this run does not have, or the order was reissued since.",
    remedy:
      "Plan again, with the same settings as the apply. If a plan adopts a certificate, and another one of the same request arrives before the apply, the core refuses the plan itself: `Provider produced inconsistent final plan`. Then nothing was sent. Plan again.",
  },
} as const satisfies DocumentedCodes;
