import type { Command } from 'commander';
import { makeUnknownNameError } from '../base/basics/index.js';
import { EXIT, type FinishCommand, printResult } from '../base/terminal/index.js';
import { SCRIPTS, SHELLS, type Shell } from './completion/scripts.js';

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
