import type { CommandTable } from "./command.ts";

export const commands: CommandTable = {
  "callback-test": {
    summary: "Test the account's callback, or another address",
    load: () => import("./commands/callback-test.ts"),
  },
  reissue: {
    summary: "Reissue the certificate of an order, at most once",
    load: () => import("./commands/reissue.ts"),
  },
  wait: {
    summary: "Wait until the callback says that a certificate is issued",
    load: () => import("./commands/wait.ts"),
  },
  receive: {
    summary: "Receive callbacks, and record issued certificates in the journal",
    load: () => import("./commands/receive.ts"),
  },
  "journal list": {
    summary: "List reissues with an unknown outcome",
    load: () => import("./commands/journal-list.ts"),
  },
  "journal show": {
    summary: "Show one attempt, or the history of an order",
    load: () => import("./commands/journal-show.ts"),
  },
  "journal resolve": {
    summary: "Record the outcome of a reissue, after looking it up",
    load: () => import("./commands/journal-resolve.ts"),
  },
  "journal repair": {
    summary: "Set aside what cannot be right in an order's log",
    load: () => import("./commands/journal-repair.ts"),
  },
  "journal init": {
    summary: "Create the store of a journal",
    load: () => import("./commands/journal-init.ts"),
  },
  "journal check": {
    summary: "Test that the journal store handles concurrent writes",
    load: () => import("./commands/journal-check.ts"),
  },
  "journal copy": {
    summary: "Copy a journal to another store",
    load: () => import("./commands/journal-copy.ts"),
  },
  "csr inspect": {
    summary: "Show what a certificate signing request asks for",
    load: () => import("./commands/csr-inspect.ts"),
  },
  "synth check": {
    summary: "Check synthesized stacks of CDKTF or CDK Terrain",
    load: () => import("./commands/synth-check.ts"),
  },
  "provider install": {
    summary: "Put the Terraform and OpenTofu provider into a local mirror",
    load: () => import("./commands/provider-install.ts"),
  },
  "provider schema": {
    summary: "Print the provider's schema as JSON",
    load: () => import("./commands/provider-schema.ts"),
  },
  version: {
    summary: "Show the version, the commit that it was built from, and the runtime",
    load: () => import("./commands/version.ts"),
  },
  sandbox: {
    summary: "Run the service, simulated, on this machine",
    load: () => import("./commands/sandbox.ts"),
  },
  help: {
    summary: "Show the help of a command, or explain the code of an error",
    load: () => import("./commands/help.ts"),
  },
  completion: {
    summary: "Print the completion script for a shell",
    load: () => import("./commands/completion.ts"),
  },
  man: {
    summary: "Print the manual page",
    load: () => import("./commands/man.ts"),
  },
};
