import type { Command, CommandTable } from "./command.ts";
import { loadCommands } from "./command.ts";
import { flagText } from "./help.ts";
import { allFlags } from "./parse.ts";

interface CompletedFlag {
  readonly name: string;
  /** The first sentence of what it does. */
  readonly text: string;
  readonly takesValue: boolean;
  readonly choices: readonly string[];
  readonly takesFile: boolean;
}

interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly CompletedFlag[];
  readonly choices: readonly string[];
  readonly takesFile: boolean;
}

const filePlaceholder = /PATH|FOLDER|FILE|PROGRAM/;

/** What shells have to know about the commands. */
async function describeForShells(commands: CommandTable): Promise<CompletedCommand[]> {
  return (await loadCommands(commands)).map((command) => ({
    name: command.name,
    summary: command.summary,
    flags: completedFlags(command),
    choices: command.choices?.(commands) ?? [],
    takesFile: filePlaceholder.test(command.operands ?? ""),
  }));
}

function completedFlags(command: Command): CompletedFlag[] {
  return Object.entries(allFlags(command)).map(([name, flag]) => ({
    name,
    text: firstSentence(flagText(flag)),
    takesValue: flag.kind !== "switch",
    choices: flag.choices ?? [],
    takesFile: filePlaceholder.test(flag.value ?? ""),
  }));
}

function firstSentence(text: string): string {
  return text.replace(/\.(?:\s.*)?$/s, "");
}

/** The words that may come first, and the second words of each group. */
function firstWords(commands: readonly CompletedCommand[]) {
  const groups = new Map<string, { word: string; summary: string }[]>();
  for (const { name, summary } of commands) {
    const [first = "", second] = name.split(" ");
    const group = groups.get(first) ?? [];
    groups.set(first, second === undefined ? group : [...group, { word: second, summary }]);
  }
  const first = [...groups].map(([word, inner]) => ({
    word,
    inner,
    summary:
      inner.length > 0
        ? `commands: ${inner.map(({ word }) => word).join(", ")}`
        : (commands.find(({ name }) => name === word)?.summary ?? ""),
  }));
  return { first, groups: first.filter(({ inner }) => inner.length > 0) };
}

const writers = { bash, zsh, fish, powershell };
export type Shell = keyof typeof writers;
export const shells = Object.keys(writers) as Shell[];

/** The completion script of a shell. */
export async function completionScript(shell: Shell, commands: CommandTable): Promise<string> {
  return writers[shell](await describeForShells(commands));
}

const words = (list: readonly string[]) => list.join(" ");
/** A text in single quotes: as sh, zsh and fish read it. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** What bash and zsh have in common: the command that the words name, and what may follow it. */
function cases(
  commands: readonly CompletedCommand[],
  give: { flags: (command: CompletedCommand) => string; value: (flag: CompletedFlag) => string },
): { readonly flags: string; readonly values: string } {
  const valued = commands.flatMap(({ name, flags }) =>
    flags.filter(({ takesValue }) => takesValue).map((flag) => ({ name, flag })),
  );
  return {
    flags: commands.map((command) => `    ${quoted(command.name)}) ${give.flags(command)} ;;`).join("\n"),
    values: valued
      .map(({ name, flag }) => `    ${quoted(`${name} --${flag.name}`)}) ${give.value(flag)} ;;`)
      .join("\n"),
  };
}

function bash(commands: readonly CompletedCommand[]): string {
  const { first, groups } = firstWords(commands);
  const { flags, values } = cases(commands, {
    flags: ({ flags, choices, takesFile }) =>
      `words=${quoted(words([...flags.map(({ name }) => `--${name}`), ...choices]))}${takesFile ? " files=1" : ""}`,
    value: ({ choices, takesFile }) =>
      `words=${quoted(words(choices))}${takesFile ? " files=1" : ""} value=1`,
  });
  return `# bash completion for certorder. Load it with: source <(certorder completion bash)
_certorder() {
  local cur prev command words='' files='' value=''
  # Readline splits at = too.
  cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]}
  [ "$prev" = "=" ] && prev=\${COMP_WORDS[COMP_CWORD - 2]}
  [ "$cur" = "=" ] && cur=''
  command=\${COMP_WORDS[1]}
  case " ${words(groups.map(({ word }) => word))} " in
    *" $command "*) [ "$COMP_CWORD" -gt 2 ] && command="$command \${COMP_WORDS[2]}" ;;
  esac
  if [ "$COMP_CWORD" -le 1 ]; then
    words=${quoted(words([...first.map(({ word }) => word), "--help", "--version"]))}
  else
    case $command in
${groups
  .map(({ word, inner }) => `    ${quoted(word)}) words=${quoted(words(inner.map(({ word }) => word)))} ;;`)
  .join("\n")}
${flags}
    esac
    case "$command $prev" in
${values}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  if [ -n "$files" ] && [ "\${cur#-}" = "$cur" ]; then
    compopt -o filenames 2>/dev/null
    local file
    while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -f -- "$cur")
  fi
}
complete -F _certorder certorder
`;
}

function zsh(commands: readonly CompletedCommand[]): string {
  const described = (pairs: readonly (readonly [string, string])[]) =>
    pairs.map(([word, text]) => quoted(`${word.replaceAll(":", "\\:")}:${text}`)).join(" ");
  const { first, groups } = firstWords(commands);
  const { flags, values } = cases(commands, {
    flags: ({ flags, choices, takesFile }) =>
      [
        `items=(${described(flags.map(({ name, text }) => [`--${name}`, text]))})`,
        choices.length > 0 && `plain=(${words(choices.map(quoted))})`,
        takesFile && "files=1",
      ]
        .filter(Boolean)
        .join("; "),
    value: ({ choices, takesFile }) =>
      `items=(); plain=(${words(choices.map(quoted))}); files=${takesFile ? "1" : ""}`,
  });
  return `#compdef certorder
# zsh completion for certorder. Load it with: source <(certorder completion zsh)
_certorder() {
  local -a subcommands items plain
  local command=$words[2] files='' prev=$words[CURRENT-1]
  case $command in
    ${groups.map(({ word }) => word).join("|")}) (( CURRENT > 3 )) && command="$command $words[3]" ;;
  esac
  if (( CURRENT == 2 )); then
    subcommands=(${described(first.map(({ word, summary }) => [word, summary]))})
  else
    case $command in
${groups
  .map(
    ({ word, inner }) =>
      `    ${quoted(word)}) subcommands=(${described(inner.map(({ word, summary }) => [word, summary]))}) ;;`,
  )
  .join("\n")}
${flags}
    esac
    case "$command $prev" in
${values}
    esac
  fi
  (( \${#subcommands} )) && _describe command subcommands
  (( \${#items} )) && _describe -o flag items
  (( \${#plain} )) && compadd -- $plain
  [[ -n $files ]] && _files
  return 0
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
if [[ \${funcstack[1]} == _certorder ]]; then _certorder "$@"; else compdef _certorder certorder; fi
`;
}

function fish(commands: readonly CompletedCommand[]): string {
  const escaped = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  const lines = firstWords(commands).first.flatMap(({ word, inner, summary }) => [
    `complete -c certorder -n __fish_use_subcommand -a ${word} -d ${escaped(summary)}`,
    ...inner.map(
      (one) =>
        `complete -c certorder -n '__certorder_group ${word}' -a ${one.word} -d ${escaped(one.summary)}`,
    ),
  ]);
  for (const { name, flags, choices, takesFile } of commands) {
    const when = `-n '__certorder_is ${name}'`;
    if (choices.length > 0) lines.push(`complete -c certorder ${when} -a ${escaped(words(choices))}`);
    if (takesFile) lines.push(`complete -c certorder ${when} -F`);
    for (const flag of flags) {
      const value = !flag.takesValue
        ? ""
        : flag.takesFile
          ? " -r -F"
          : ` -x${flag.choices.length > 0 ? ` -a ${escaped(words(flag.choices))}` : ""}`;
      lines.push(`complete -c certorder ${when} -l ${flag.name}${value} -d ${escaped(flag.text)}`);
    }
  }
  return `# fish completion for certorder. Load it with: certorder completion fish | source
function __certorder_is
  set -l words (commandline -opc)[2..]
  test (count $words) -ge (count $argv); and test "$words[1..$(count $argv)]" = "$argv"
end
function __certorder_group
  set -l words (commandline -opc)[2..]
  test "$words" = "$argv"
end
complete -c certorder -f
${lines.join("\n")}
`;
}

function powershell(commands: readonly CompletedCommand[]): string {
  const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const list = (items: readonly string[]) => `@(${items.map(literal).join(", ")})`;
  const { first, groups } = firstWords(commands);
  const table = [
    ["", first.map(({ word }) => word)] as const,
    ...groups.map(({ word, inner }) => [word, inner.map(({ word }) => word)] as const),
    ...commands.map(
      ({ name, flags, choices }) => [name, [...flags.map((flag) => `--${flag.name}`), ...choices]] as const,
    ),
    ...commands.flatMap(({ name, flags }) =>
      flags
        .filter(({ choices }) => choices.length > 0)
        .map((flag) => [`${name} --${flag.name}`, flag.choices] as const),
    ),
  ];
  return `# PowerShell completion for certorder. Load it with: certorder completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName certorder -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $table = @{
${table.map(([name, items]) => `    ${literal(name)} = ${list(items)}`).join("\n")}
  }
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" })
  if ($wordToComplete -ne '' -and $words.Count -gt 0) { $words = @($words | Select-Object -SkipLast 1) }
  $plain = @($words | Where-Object { $_ -notlike '-*' })
  $command = ''
  if ($plain.Count -gt 0) { $command = $plain[0] }
  if ($plain.Count -gt 1 -and $table.ContainsKey("$($plain[0]) $($plain[1])")) { $command = "$($plain[0]) $($plain[1])" }
  $key = $command
  if ($words.Count -gt 0 -and $table.ContainsKey("$command $($words[-1])")) { $key = "$command $($words[-1])" }
  $table[$key] | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}
