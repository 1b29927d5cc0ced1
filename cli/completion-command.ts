import type { Command } from 'commander';
import { makeUnknownNameError } from '../harness/basics/index.js';
import { EXIT, type FinishCommand, printResult } from '../harness/terminal/index.js';

/** The shells that have a completion script. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
/** A shell that has a completion script. */
export type Shell = (typeof SHELLS)[number];

/**
 * On each Tab, the scripts run `pops-tb complete -- WORDS`, which prints one candidate per line: the word, a tab
 * and its description. If it prints nothing, the scripts offer files.
 */
export const SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `_pops_tb() {
  local word
  COMPREPLY=()
  while IFS=$'\\t' read -r word _; do
    [[ $word == *= ]] && compopt -o nospace
    COMPREPLY+=("$word")
  done < <(pops-tb complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _pops_tb pops-tb
`,
  zsh: `#compdef pops-tb
_pops_tb() {
  local word text
  local -a described
  while IFS=$'\\t' read -r word text; do
    described+=("\${word//:/\\\\:}:$text")
  done < <(pops-tb complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#described} )); then _describe pops-tb described; else _files; fi
}
compdef _pops_tb pops-tb
`,
  fish: `function __pops_tb
  set -l found (pops-tb complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c pops-tb -f -a '(__pops_tb)'
`,
};

const EXAMPLES = `
Prints the script that lets a shell complete commands, options, suites, tests, chips, faults and knobs.

Examples:
  pops-tb completion bash >> ~/.bashrc
  pops-tb completion zsh >> ~/.zshrc             (after the compinit line)
  pops-tb completion fish > ~/.config/fish/completions/pops-tb.fish
`;

/** Adds the arguments and options of `completion`. */
export function define(command: Command, finish: FinishCommand): void {
  command
    .argument('<shell>', SHELLS.join(', '))
    .addHelpText('after', EXAMPLES)
    .action((shell: string) => {
      if (!Object.hasOwn(SCRIPTS, shell)) throw makeUnknownNameError('completion', shell, SHELLS);
      printResult(SCRIPTS[shell as Shell].trimEnd());
      finish(EXIT.OK);
    });
}
