import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { SCRIPTS, type Shell } from '../../../cli/completion-command.js';
import { hasTool } from '../../support/external-tool.js';
import { createTempFolder } from '../support/run-cli.js';

const MAIN = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));
const folder = createTempFolder();
const bin = join(folder, 'bin');
mkdirSync(bin);
writeFileSync(join(bin, 'pops-tb'), `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`);
chmodSync(join(bin, 'pops-tb'), 0o755);
writeFileSync(join(folder, 'shader of mine.s'), '');

/** Scripts that print each shell's candidates for a command line, one per line. */
const CANDIDATE_SCRIPTS: Readonly<Record<Shell, (words: readonly string[]) => string>> = {
  bash: (words) => `${SCRIPTS.bash}
COMP_WORDS=(pops-tb ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}
compopt() { :; }
_pops_tb; printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: (words) => `compdef() { :; }
_describe() { printf '%s\\n' "\${(@P)2}"; }
_files() { print -l *; }
${SCRIPTS.zsh}
words=(pops-tb ${words.map((word) => `'${word}'`).join(' ')}); CURRENT=${words.length + 1}
_pops_tb`,
  fish: (words) => `${SCRIPTS.fish}\ncomplete -C 'pops-tb ${words.join(' ')}'`,
};

function complete(shell: Shell, ...words: string[]): string[] {
  const { stdout, stderr } = spawnSync(shell, ['-c', CANDIDATE_SCRIPTS[shell](words)], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${bin}:${process.env.PATH}`, HOME: folder },
  });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((line) => line !== '');
}

const getWords = (lines: readonly string[]) => lines.map((line) => line.split(/[\t:]/, 1)[0]);

describe.each(['bash', 'zsh', 'fish'] as const)('completion in %s', (shell) => {
  it.runIf(hasTool(shell, shell))('offers commands, options, names and files', () => {
    expect(getWords(complete(shell, 'check-'))).toEqual(['check-trace']);
    expect(getWords(complete(shell, 'run', '--max'))).toEqual(['--max-failures']);
    // Bash itself offers files if the script has no candidates (complete -o default).
    const files = complete(shell, 'check', 'shader');
    if (shell === 'bash') expect(files).toEqual([]);
    else expect(files.join('\n')).toMatch(/shader\\? of\\? mine\.s/);
  });
});
