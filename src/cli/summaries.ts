/** One line about each command, without a full stop. */
export const summaries = {
  "callback-test": "Test the account's callback, or another address",
  doctor: "Find out what is wrong with the set-up or the callback",
  reissue: "Reissue the certificate of an order, at most once",
  status: "Show all orders: certificates, ages, and what is blocked",
  wait: "Wait until the callback says that a certificate is issued",
  receive: "Receive callbacks, and record issued certificates in the journal",
  "journal show": "Show one attempt, or the history of an order",
  "journal resolve": "Record the outcome of a reissue, after looking it up",
  "journal import": "Record a certificate that the journal did not see made",
  "journal repair": "Set aside unreadable entries of an order's log",
  "journal init": "Create the store of a journal",
  "journal check": "Test that the journal store handles concurrent writes",
  "journal copy": "Copy a journal to another store",
  "csr inspect": "Show what a certificate signing request asks for",
  "synth check": "Check synthesized stacks of CDKTF or CDK Terrain",
  "provider install": "Put the Terraform and OpenTofu provider into a local mirror",
  "provider schema": "Print the provider's schema as JSON",
  version: "Show the version, the commit that it was built from, and the runtime",
  sandbox: "Run the service, simulated, on this machine",
  "sandbox trigger": "Let a running sandbox send a callback now",
  "sandbox clock": "Show the clock of the sandbox, or move it forward",
  help: "Show the help of a command, or explain the code of an error",
  completion: "Print the completion script for a shell",
  man: "Print the manual page",
} as const satisfies Readonly<Record<string, string>>;

export type CommandName = keyof typeof summaries;

export const commandNames = Object.keys(summaries) as readonly CommandName[];
