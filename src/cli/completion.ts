import { type CommandTable, loadCommand } from "./command.ts";
import { flagText } from "./help.ts";
import { groupCommands } from "./overview.ts";
import { allFlags } from "./parse.ts";

/** A word that may come next, and what it means. */
type Offer = readonly [word: string, text?: string | undefined];

/** Stands for the names of files, which the shell knows. */
const anyFile: Offer = ["<file>"];
const filePlaceholder = /PATH|FOLDER|FILE|PROGRAM/;

/**
 * What may follow these words, one offer on each line. The last word is the one that is being typed; it begins with =,
 * because some shells drop empty words.
 */
export async function complete(commands: CommandTable, words: readonly string[]): Promise<string> {
  const typed = words.at(-1)?.slice(1) ?? "";
  // Bash splits --flag=value into three words.
  const before = words.slice(0, -1).filter((word) => word !== "=");
  const offers = await offersAfter(commands, before);
  const prefix = typed === "=" ? "" : typed;
  return offers
    .filter((offer) => offer === anyFile || offer[0].startsWith(prefix))
    .map((offer) => `${offer.join("\t")}\n`)
    .join("");
}

async function offersAfter(commands: CommandTable, before: readonly string[]): Promise<Offer[]> {
  const [first = "", second = ""] = before;
  if (before.length === 0) return [...firstWords(commands), ["--help"], ["--version"]];
  const command = (await loadCommand(commands, `${first} ${second}`)) ?? (await loadCommand(commands, first));
  const inner = (before.length > 1 ? [] : groupCommands(first)).map(
    (name): Offer => [name.slice(first.length + 1), commands[name]?.[0]],
  );
  if (!command) return inner;
  const flags = allFlags(command, before);
  const [, name = ""] = /^--(.+)/.exec(before.at(-1) ?? "") ?? [];
  const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
  if (flag && flag.kind !== "switch") return offerValues(flag.choices, flag.value);
  const operands = before.slice(command.name.split(" ").length).filter((word) => !word.startsWith("-"));
  return [
    ...inner,
    ...Object.entries(flags).map(([name, flag]): Offer => [`--${name}`, firstSentence(flagText(flag))]),
    ...offerValues(wordsAfter(operands, command.choices?.(commands)), command.operands),
  ];
}

/** What may follow these operands. A choice may have several words, such as `journal show` after `help`. */
function wordsAfter(operands: readonly string[], choices: readonly string[] = []): string[] {
  const beginning = operands.map((word) => `${word} `).join("");
  const rests = choices.filter((choice) => choice.startsWith(beginning));
  return [...new Set(rests.map((choice) => choice.slice(beginning.length).split(" ")[0] ?? ""))];
}

function firstWords(commands: CommandTable): Offer[] {
  const words = new Set(Object.keys(commands).map((name) => name.split(" ")[0] ?? ""));
  return [...words].map((word) => {
    const inner = groupCommands(word).map((name) => name.slice(word.length + 1));
    return [word, commands[word]?.[0] ?? `commands: ${inner.join(", ")}`];
  });
}

function offerValues(choices: readonly string[] = [], placeholder = ""): Offer[] {
  return [...choices.map((word): Offer => [word]), ...(filePlaceholder.test(placeholder) ? [anyFile] : [])];
}

function firstSentence(text: string): string {
  return text.replace(/\.(?:\s.*)?$/s, "");
}

/** The completion scripts. Each asks `certorder --complete` what may come next. */
export const completionScripts = {
  bash: `# bash completion for certorder. Load it with: source <(certorder completion bash)
_certorder() {
  local current=\${COMP_WORDS[COMP_CWORD]} word text file
  COMPREPLY=()
  while IFS=$'\\t' read -r word text; do
    if [ "$word" = '<file>' ]; then
      [ "\${current#-}" = "$current" ] || continue
      compopt -o filenames 2>/dev/null
      while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -f -- "\${current#=}")
    else
      COMPREPLY+=("$word")
    fi
  done < <(certorder --complete "\${COMP_WORDS[@]:1:COMP_CWORD-1}" "=$current" 2>/dev/null)
}
complete -F _certorder certorder
`,
  zsh: `#compdef certorder
# zsh completion for certorder. Load it with: source <(certorder completion zsh)
_certorder() {
  local word text
  local -a items
  while IFS=$'\\t' read -r word text; do
    if [[ $word == '<file>' ]]; then _files; else items+=("\${word//:/\\\\:}:$text"); fi
  done < <(certorder --complete "\${(@)words[2,CURRENT-1]}" "=$words[CURRENT]" 2>/dev/null)
  (( \${#items} )) && _describe certorder items
  return 0
}
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit; }
if [[ \${funcstack[1]} == _certorder ]]; then _certorder "$@"; else compdef _certorder certorder; fi
`,
  fish: `# fish completion for certorder. Load it with: certorder completion fish | source
function __certorder_complete
  set -l current (commandline -ct)
  for line in (certorder --complete (commandline -opc)[2..] "=$current" 2>/dev/null)
    if test "$line" = '<file>'
      __fish_complete_path $current
    else
      echo $line
    end
  end
end
complete -c certorder -f -a '(__certorder_complete)'
`,
  powershell: `# PowerShell completion for certorder. Load it with: certorder completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName certorder -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" })
  if ($wordToComplete -ne '' -and $words.Count -gt 0) { $words = @($words | Select-Object -SkipLast 1) }
  certorder --complete @words "=$wordToComplete" 2>$null | ForEach-Object {
    $word, $text = $_ -split "\`t", 2
    if ($word -eq '<file>') { return }
    if (-not $text) { $text = $word }
    [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $text)
  }
}
`,
} as const;
