import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { callCli } from './support/call-cli.js';
import { temporaryFolder } from './support/run-cli.js';

const folder = temporaryFolder();
const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

describe('a disk that takes no more', () => {
  it('ends the run with exit code 4 and one line, and what was logged is kept for --resume', async () => {
    const limited = `ulimit -f 16; exec "${process.execPath}" "${MAIN}" run --seed 0x5eed --count 16 --workers 1 --json --out full`;
    const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', limited], {
      cwd: folder,
      encoding: 'utf8',
    });
    const lines = stderr.trimEnd().split('\n');
    expect(status).toBe(4);
    expect(stdout).toBe('');
    expect(lines.at(-1)).toBe(
      'Cannot write to "full": the file size limit is reached; once that is fixed, "run --resume full" continues the run',
    );
    expect(lines.slice(0, -1).filter((line) => !/^smoke: |tests? ·|\d+\/16/.test(line))).toEqual([]);
    const resumed = await callCli(['run', '--resume', join(folder, 'full'), '--json']);
    expect(resumed.code).toBe(0);
    const document = JSON.parse(resumed.stdout);
    expect(document.tests).toBe(16);
    expect(document.resumed.kept).toBeGreaterThan(0);
  });

  it.runIf(existsSync('/dev/full'))(
    'as stdout is reported in one line, and as stderr changes nothing',
    () => {
      const main = (words: string) =>
        spawnSync('/bin/sh', ['-c', `exec "${process.execPath}" "${MAIN}" ${words}`], { encoding: 'utf8' });
      const { status, stderr } = main('list chips > /dev/full');
      expect([status, stderr]).toEqual([
        4,
        expect.stringMatching(/^Cannot write the result to stdout: .*\n$/),
      ]);
      expect(main('list nothing 2> /dev/full').status).toBe(2);
    },
  );

  it.each([
    ['from the first byte on', 0, 'none/run.lock'],
    ['in the manifest', 1, 'little/manifest.json'],
  ])('%s is reported with the file that could not be written', (_when, blocks, file) => {
    const limited = `ulimit -f ${blocks}; exec "${process.execPath}" "${MAIN}" run --count 1 --workers 1 --out ${dirname(file)}`;
    const { status, stderr } = spawnSync('/bin/sh', ['-c', limited], { cwd: folder, encoding: 'utf8' });
    expect([status, stderr]).toEqual([4, `Cannot write "${file}": the file size limit is reached\n`]);
  });
});
