import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { findPackageRoot } from '../../harness/basics/package-root.js';
import { hasTool } from '../support/external-tool.js';
import { createTempFolder, V8_OPTIONS } from './support/run-cli.js';

const folder = createTempFolder();
const CLI = join(findPackageRoot(), 'dist/cli/main.js');
const CLEAR = '\r\x1b[2K';

/**
 * Runs a command in a terminal of `columns` columns and returns its output. Presses Ctrl-C once the output matches
 * `stopPattern`.
 */
function runInTerminal(columns: number, command: string, stopPattern?: RegExp): Promise<string> {
  // Quoted, since paths may contain spaces.
  const line = `stty cols ${columns}; exec "${process.execPath}" ${V8_OPTIONS.join(' ')} "${CLI}" ${command}`;
  const child = spawn('script', ['-q', '-e', '-c', line, '/dev/null'], {
    cwd: folder,
    env: { ...process.env, TERM: 'xterm', NO_COLOR: '', CI: '' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let text = '';
  let isInterrupted = false;
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
    if (isInterrupted || stopPattern?.test(text) !== true) return;
    isInterrupted = true;
    // The terminal turns this byte into SIGINT, as when a user presses Ctrl-C.
    child.stdin.write('\x03');
  });
  return new Promise((resolve) => child.on('close', () => resolve(text)));
}

/** Returns the lines left on the screen, without any that were cleared. */
function getScreenLines(text: string): string[] {
  return text
    .split('\r\n')
    .map((line) => line.slice(line.lastIndexOf(CLEAR) < 0 ? 0 : line.lastIndexOf(CLEAR) + CLEAR.length));
}

/** Returns every progress line that was shown. */
function getProgressLines(text: string): string[] {
  return text
    .split(CLEAR)
    .slice(1)
    .map((chunk) => chunk.split('\r\n')[0]!)
    .filter((line) => / failed/.test(line) && !/tests passed/.test(line));
}

describe.runIf(hasTool('script', 'bsdutils'))('progress in a terminal', () => {
  it.each([60])('is one line that fits in %i columns, and is cleared at the end', async (columns) => {
    const text = await runInTerminal(columns, `run smoke --count 12 --workers 1 --out width-${columns}`);
    const lines = getProgressLines(text);
    expect(lines).not.toEqual([]);
    expect(lines.filter(({ length }) => length >= columns)).toEqual([]);
    expect(lines.at(-1)).toMatch(/\d+\/12 .*0 failed/);
    expect(getScreenLines(text).filter((line) => /━|┄/.test(line))).toEqual([]);
    expect(getScreenLines(text).some((line) => line.includes('PASS'))).toBe(true);
  });

  it('shows a new failure group once, above the line', async () => {
    const text = await runInTerminal(
      80,
      'run smoke --fault F46 --chip navi21 --test empty_section --count 8 --triage 0s --workers 1 --out groups',
    );
    expect(getScreenLines(text).filter((line) => line.startsWith('failed: ORD-06 spi, in '))).toHaveLength(1);
  });

  it.each([
    ['the first line has appeared', 'at-once', /smoke/],
    ['tests have passed', 'later', /[1-9]\d*\/5[,.]?000 /],
  ])(
    'is cleared by Ctrl-C after %s, and a command to resume the run is printed',
    async (_, out, stopPattern) => {
      const text = await runInTerminal(80, `run smoke --count 5000 --workers 1 --out ${out}`, stopPattern);
      const lines = getScreenLines(text);
      expect(lines[0]).toContain('smoke: 5,000 tests');
      expect(lines.filter((line) => /━|┄/.test(line))).toEqual([]);
      // Before the first test has run, there is nothing to resume.
      if (out === 'later' || lines.some((line) => line.startsWith('Interrupted')))
        expect(lines.join('\n')).toMatch(new RegExp(`resume .*node '.*main.js' run --resume '${out}'`));
    },
  );
});
