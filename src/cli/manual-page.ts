import { version } from "../version.ts";
import { type CommandTable, describeCommand, type Flags, loadCommands } from "./command.ts";
import { exits } from "./exit-code.ts";
import { settingFlags } from "./flags.ts";
import { flagLabel, flagText } from "./help.ts";
import { commonFlags, helpFlags } from "./parse.ts";

/** The manual page in roff, from the same data as the help. */
export async function manualPage(commands: CommandTable): Promise<string> {
  const loaded = await loadCommands(commands);
  return [
    `.TH CERTORDER 1 "" "certorder ${version}"`,
    ".SH NAME",
    "certorder \\- reissue certificates and test the callback of a certificate order service",
    ".SH SYNOPSIS",
    ".B certorder",
    "COMMAND [flags]",
    ".SH COMMANDS",
    ...loaded.flatMap((command) => [
      `.SS ${roff(["certorder", command.name, command.operands].filter(Boolean).join(" "))}`,
      roff(describeCommand(command)),
      ...flagEntries({ ...command.flags, ...command.moreFlags }),
      ".PP",
      ".nf",
      ...command.examples.map((example) => roff(example)),
      ".fi",
    ]),
    ".SH SETTINGS",
    "Many commands take these. A flag wins over its variable.",
    ...flagEntries({ ...settingFlags("all"), ...commonFlags, ...helpFlags }),
    ".SH EXIT STATUS",
    ...exits.flatMap(({ name, exitCode, meaning }) => [
      ".TP",
      `.B ${exitCode}`,
      roff(`${name}: ${meaning.replaceAll("`", "")}`),
    ]),
    "",
  ].join("\n");
}

function flagEntries(flags: Flags): string[] {
  return Object.entries(flags).flatMap(([name, flag]) => [
    ".TP",
    `.B ${roff(flagLabel(name, flag))}`,
    roff(flagText(flag)),
  ]);
}

/** Escapes what roff would take for a command, a hyphen or an unknown character. */
function roff(text: string): string {
  const plain = text.replaceAll("\\", "\\e").replaceAll("-", "\\-").replaceAll("…", "\\[u2026]");
  return /^[.']/.test(plain) ? `\\&${plain}` : plain;
}
