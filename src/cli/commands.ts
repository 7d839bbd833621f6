import type { CommandTable } from "./command.ts";

export const commands: CommandTable = {
  "callback-test": {
    summary: "test the account's callback",
    load: () => import("./commands/callback-test.ts"),
  },
  reissue: {
    summary: "reissue the certificate of an order, at most once",
    load: () => import("./commands/reissue.ts"),
  },
  wait: {
    summary: "wait until a reissued certificate is issued",
    load: () => import("./commands/wait.ts"),
  },
  receive: {
    summary: "receive callbacks, and record issued certificates in the journal",
    load: () => import("./commands/receive.ts"),
  },
  "journal list": {
    summary: "list reissues with an unknown outcome; they block their orders",
    load: () => import("./commands/journal-list.ts"),
  },
  "journal show": {
    summary: "show one attempt, or the history of an order",
    load: () => import("./commands/journal-show.ts"),
  },
  "journal resolve": {
    summary: "record the outcome of a reissue, after looking it up",
    load: () => import("./commands/journal-resolve.ts"),
  },
  "journal repair": {
    summary: "set unreadable entries of an order's log aside",
    load: () => import("./commands/journal-repair.ts"),
  },
  "journal init": {
    summary: "create the store of a journal",
    load: () => import("./commands/journal-init.ts"),
  },
  "journal check": {
    summary: "test that the journal store handles concurrent writes",
    load: () => import("./commands/journal-check.ts"),
  },
  "journal copy": {
    summary: "copy a journal to another store",
    load: () => import("./commands/journal-copy.ts"),
  },
  "csr inspect": {
    summary: "show what a certificate signing request asks for",
    load: () => import("./commands/csr-inspect.ts"),
  },
  "synth check": {
    summary: "check synthesized stacks of CDKTF or CDK Terrain",
    load: () => import("./commands/synth-check.ts"),
  },
  "provider install": {
    summary: "put the Terraform and OpenTofu provider into a local mirror",
    load: () => import("./commands/provider-install.ts"),
  },
  "provider schema": {
    summary: "print the provider's schema as JSON",
    load: () => import("./commands/provider-schema.ts"),
  },
  version: {
    summary: "show the version, and the commit that it was built from",
    load: () => import("./commands/version.ts"),
  },
  sandbox: {
    summary: "run the service, simulated, on this machine",
    load: () => import("./commands/sandbox.ts"),
  },
  help: {
    summary: "show the help of a command, or explain the code of an error",
    load: () => import("./commands/help.ts"),
  },
  completion: {
    summary: "print the completion script for a shell",
    load: () => import("./commands/completion.ts"),
  },
  man: {
    summary: "print the manual page",
    load: () => import("./commands/man.ts"),
  },
};
