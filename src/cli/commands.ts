import type { CommandTable } from "./command.ts";

export const commands: CommandTable = {
  "callback-test": [
    "Test the account's callback, or another address",
    () => import("./commands/callback-test.ts"),
  ],
  reissue: ["Reissue the certificate of an order, at most once", () => import("./commands/reissue.ts")],
  wait: ["Wait until the callback says that a certificate is issued", () => import("./commands/wait.ts")],
  receive: [
    "Receive callbacks, and record issued certificates in the journal",
    () => import("./commands/receive.ts"),
  ],
  "journal list": ["List reissues with an unknown outcome", () => import("./commands/journal-list.ts")],
  "journal show": [
    "Show one attempt, or the history of an order",
    () => import("./commands/journal-show.ts"),
  ],
  "journal resolve": [
    "Record the outcome of a reissue, after looking it up",
    () => import("./commands/journal-resolve.ts"),
  ],
  "journal import": [
    "Record a certificate that the journal did not see made",
    () => import("./commands/journal-import.ts"),
  ],
  "journal repair": [
    "Set aside unreadable entries of an order's log",
    () => import("./commands/journal-repair.ts"),
    "rare",
  ],
  "journal init": ["Create the store of a journal", () => import("./commands/journal-init.ts")],
  "journal check": [
    "Test that the journal store handles concurrent writes",
    () => import("./commands/journal-check.ts"),
    "rare",
  ],
  "journal copy": ["Copy a journal to another store", () => import("./commands/journal-copy.ts")],
  "csr inspect": [
    "Show what a certificate signing request asks for",
    () => import("./commands/csr-inspect.ts"),
  ],
  "synth check": [
    "Check synthesized stacks of CDKTF or CDK Terrain",
    () => import("./commands/synth-check.ts"),
    "rare",
  ],
  "provider install": [
    "Put the Terraform and OpenTofu provider into a local mirror",
    () => import("./commands/provider-install.ts"),
  ],
  "provider schema": [
    "Print the provider's schema as JSON",
    () => import("./commands/provider-schema.ts"),
    "rare",
  ],
  version: [
    "Show the version, the commit that it was built from, and the runtime",
    () => import("./commands/version.ts"),
  ],
  sandbox: ["Run the service, simulated, on this machine", () => import("./commands/sandbox.ts")],
  help: ["Show the help of a command, or explain the code of an error", () => import("./commands/help.ts")],
  completion: ["Print the completion script for a shell", () => import("./commands/completion.ts"), "rare"],
  man: ["Print the manual page", () => import("./commands/man.ts"), "rare"],
};
