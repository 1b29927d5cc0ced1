import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTempFolder } from './support/run-cli.js';

const folder = createTempFolder();
const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

describe('a full disk', () => {
  it.runIf(existsSync('/dev/full'))('is reported in one line for stdout and ignored for stderr', () => {
    const runMain = (commandLine: string) =>
      spawnSync('/bin/sh', ['-c', `exec "${process.execPath}" "${MAIN}" ${commandLine}`], {
        encoding: 'utf8',
      });
    const { status, stderr } = runMain('list chips > /dev/full');
    expect([status, stderr]).toEqual([4, expect.stringMatching(/^Cannot write the result to stdout: .*\n$/)]);
    expect(runMain('list nothing 2> /dev/full').status).toBe(2);
  });

  it.each([
    ['before the first byte', 0, 'none/run.lock'],
    ['within the manifest', 1, 'little/manifest.json'],
  ])('is reported with the file that could not be written if space runs out %s', (_cause, blocks, file) => {
    const limited = `ulimit -f ${blocks}; exec "${process.execPath}" "${MAIN}" run --count 1 --workers 1 --out ${dirname(file)}`;
    const { status, stderr } = spawnSync('/bin/sh', ['-c', limited], { cwd: folder, encoding: 'utf8' });
    expect([status, stderr]).toEqual([4, `Cannot write "${file}": the file size limit was reached\n`]);
  });
});
