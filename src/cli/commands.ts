import type { CommandTable, LoadCommand } from "./command.ts";
import { type CommandName, commandNames, summaries } from "./summaries.ts";

const loaders: Readonly<Record<CommandName, LoadCommand>> = {
  "callback-test": () => import("./commands/callback-test.ts"),
  doctor: () => import("./commands/doctor.ts"),
  reissue: () => import("./commands/reissue.ts"),
  status: () => import("./commands/status.ts"),
  wait: () => import("./commands/wait.ts"),
  receive: () => import("./commands/receive.ts"),
  "journal show": () => import("./commands/journal-show.ts"),
  "journal resolve": () => import("./commands/journal-resolve.ts"),
  "journal import": () => import("./commands/journal-import.ts"),
  "journal repair": () => import("./commands/journal-repair.ts"),
  "journal init": () => import("./commands/journal-init.ts"),
  "journal check": () => import("./commands/journal-check.ts"),
  "journal copy": () => import("./commands/journal-copy.ts"),
  "csr inspect": () => import("./commands/csr-inspect.ts"),
  "synth check": () => import("./commands/synth-check.ts"),
  "provider install": () => import("./commands/provider-install.ts"),
  "provider schema": () => import("./commands/provider-schema.ts"),
  version: () => import("./commands/version.ts"),
  sandbox: () => import("./commands/sandbox.ts"),
  "sandbox trigger": () => import("./commands/sandbox-trigger.ts"),
  "sandbox clock": () => import("./commands/sandbox-clock.ts"),
  help: () => import("./commands/help.ts"),
  completion: () => import("./commands/completion.ts"),
  man: () => import("./commands/man.ts"),
};

export const commands: CommandTable = Object.fromEntries(
  commandNames.map((name) => [name, [summaries[name], loaders[name]]]),
);
