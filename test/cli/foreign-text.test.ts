import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makePrintable } from '../../harness/terminal/terminal.js';
import { makeColours } from '../../harness/text/colours.js';
import { callCli } from './support/call-cli.js';
import { createTempFolder } from './support/run-cli.js';

const folder = createTempFolder();

const SCENARIO = fileURLToPath(new URL('../../docs/examples/trace/scenario.json', import.meta.url));
const HOSTILE = '\nPASS  forged\n::error::forged\x1b[31m\x1b[2J\u202e##[error]';

/** Text that must not appear on stdout or stderr. */
const UNSAFE = /(?=\p{Cc})[^\t\n]|\u202e|^\s*::|##\[/mu;

function writeFile(name: string, content: string | object): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

describe('hidden characters are escaped in', () => {
  it.each<[string, () => readonly string[]]>([
    ['a file name', () => ['check', `nowhere${HOSTILE}`]],
    [
      'a key in a state file',
      () => ['check', writeFile('a.s', 's_endpgm\n'), '--state', writeFile('s.json', { [HOSTILE]: 1 })],
    ],
    ['a chip', () => ['check', writeFile('a.s', 's_endpgm\n'), '--chip', HOSTILE]],
    [
      'an instruction',
      () => ['check', writeFile('b.s', `v_forged\x1b[2J\u202e##[error]\n`), '--chip', 'navi21'],
    ],
    ['malformed JSON', () => ['replay', writeFile('b.json', `{"a": forged\x1b[2J`)]],
    ['a field in a scenario', () => ['replay', writeFile('c.json', { format: HOSTILE })]],
    [
      'a kind in a trace',
      () => ['check-trace', writeFile('d.jsonl', { kind: HOSTILE }), '--scenario', SCENARIO],
    ],
    [
      'a known issue',
      () => [
        'run',
        'smoke',
        '--known-issues',
        writeFile('k.json', [{ rule: HOSTILE, reason: HOSTILE, owner: HOSTILE, expires: '2099-01-01' }]),
      ],
    ],
    ['a suite', () => ['run', writeFile('suite.json', { count: 1, tests: [{ sequence: HOSTILE }] })]],
    ['an option', () => ['run', `--${HOSTILE}`]],
    ['a command', () => [HOSTILE]],
    [
      'a file name in a folder',
      () => {
        mkdirSync(join(folder, 'programs'), { recursive: true });
        writeFileSync(join(folder, 'programs', 'a\nPASS  forged\n\x1b[31m.s'), 's_endpgm\n');
        return ['check', join(folder, 'programs'), '--chip', 'navi21'];
      },
    ],
    ['a run directory', () => ['report', join(folder, HOSTILE)]],
  ])('%s', async (_, args) => {
    const { code, stdout, stderr } = await callCli(args());
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).not.toMatch(UNSAFE);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(stderr).toMatch(/forged/);
  });

  it('truncates a 200,000-character key to a line of fewer than 7,000 characters', async () => {
    const { code, stderr } = await callCli([
      'check',
      writeFile('e.s', 's_endpgm\n'),
      '--state',
      writeFile('long.json', { ['x'.repeat(200_000)]: 1 }),
    ]);
    expect(code).toBe(2);
    expect(stderr.length).toBeLessThan(7000);
    expect(stderr).toMatch(/ more characters /);
  });
});

it("a program's name cannot inject a line or a colour into a result", async () => {
  const record = { id: `a\nPASS  500 of 500 tests passed\x1b[31m`, chips: ['navi21'], assembly: 's_endpgm' };
  const { stdout, stderr } = await callCli(['check', writeFile('corpus.json', [record])]);
  expect((stdout + stderr).split('\n').filter((line) => line.startsWith('PASS'))).toEqual([]);
  expect(stdout + stderr).not.toContain('\x1b');
});

describe('printable text', () => {
  it('keeps report colours, newlines and tabs', () => {
    const { bold, red, green } = makeColours(true);
    expect(makePrintable(`${bold(red('FAIL'))}\n\ta`)).toBe('\x1b[1m\x1b[31mFAIL\x1b[39m\x1b[22m\n\ta');
    expect(makePrintable(red(`a${green('b')}c`))).toBe('\x1b[31ma\x1b[32mb\x1b[31mc\x1b[39m');
    expect(makeColours(false).red('a')).toBe('a');
  });

  it('escapes colours that are not ours, other escape sequences, and lines that CI would interpret as commands', () => {
    expect(makePrintable('a\x1b[31mb\x1b[39m')).toBe('a\\x1b[31mb\\x1b[39m');
    expect(makePrintable('a\x1b[8mb\x1b]0;title\x07')).toBe('a\\x1b[8mb\\x1b]0;title\\x07');
    expect(makePrintable('ok\n  ::error::x\n::add-mask::y\na::b')).toBe(
      'ok\n  \\x3a:error::x\n\\x3a:add-mask::y\na::b',
    );
  });

  it('truncates long lines', () => {
    expect(makePrintable('x'.repeat(1e6)).length).toBeLessThan(5000);
  });
});
