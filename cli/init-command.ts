import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { findPackageRoot, quoteShellWord } from '../harness/basics/index.js';
import { writeAtomic } from '../harness/output/index.js';
import { getToolCommand, isFoundByNpx } from '../harness/selection/index.js';
import { EXIT, type FinishCommand, printResult } from '../harness/terminal/index.js';
import { STARTER_FILES } from './init/starter-files.js';

const EXAMPLES = `
Writes a configuration with a rule of your own, a suite, a test and a CI workflow. Existing files are kept.

Examples:
  pops-tb init
  pops-tb init verification/pops
`;

/** Adds the arguments of `init`. */
export function define(command: Command, finish: FinishCommand): void {
  command
    .argument('[folder]', 'project folder (default: the current one)')
    .addHelpText('after', EXAMPLES)
    .action((folder = '.') => {
      const lines = STARTER_FILES.map(({ path, contents }) => {
        const file = join(folder, path);
        if (existsSync(file)) return `kept     ${file}`;
        mkdirSync(dirname(file), { recursive: true });
        writeAtomic(file, contents);
        return `written  ${file}`;
      });
      printResult([...lines, ...listNextSteps(folder)].join('\n'));
      finish(EXIT.OK);
    });
}

/**
 * Returns the next steps. The generated test imports the package, so the package must be installed in the project.
 */
function listNextSteps(folder: string): string[] {
  const path = resolve(folder);
  const inFolder = folder === '.' ? '' : ` in ${folder}`;
  const run = `${getToolCommand(path)} run`;
  if (isFoundByNpx(path)) return [`Next${inFolder}: ${run}, then node --test`];
  return [
    `Next${inFolder}: ${run}`,
    `To run the test, install the package first: npm install ${quoteShellWord(findPackageRoot())} && node --test`,
  ];
}
