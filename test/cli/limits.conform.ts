import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { encode } from '@msgpack/msgpack';
import { findPackageRoot } from '../../harness/basics/package-root.js';
import { formatByteCount, INPUT_LIMITS } from '../../harness/input/limits.js';
import { MAX_NESTING_DEPTH, type Scenario, scenarioToJson } from '../../transactions/index.js';
import { drawTest } from '../support/drawn-test.js';
import { callCli } from './support/call-cli.js';
import { createTempFolder } from './support/run-cli.js';

const folder = createTempFolder();

function writeFile(name: string, content: string | Uint8Array | object): string {
  const path = join(folder, name);
  writeFileSync(
    path,
    typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content),
  );
  return path;
}

function createLargeFile(name: string, bytes: number): string {
  const path = writeFile(name, '');
  truncateSync(path, bytes);
  return path;
}

const scenario = drawTest('empty_section', '0x5', { chips: ['vega20'] });
const encodeChanged = (change: (draft: Scenario) => Scenario): string => scenarioToJson(change(scenario));

const writeHugeDraws = (): string =>
  writeFile(
    'e.json',
    encodeChanged((s) => ({
      ...s,
      draws: s.draws.map((draw) => ({ ...draw, width: 16384, height: 16384 })),
    })),
  );

const RECORD = 'rmw_buffer/navi21/w64/mono';
const CORPUS = join(findPackageRoot(), 'data/corpus/navi21-w64.json');
const zipBomb = gzipSync(new Uint8Array(2 ** 28)).toString('base64');
const scene = {
  width: 8,
  height: 8,
  samples: 1,
  primitives: [[0, 0, 0, 256, 256, 0]],
  memory: { buf: { gzip: zipBomb } },
};

describe('input that would crash the process causes a one-line error and exit code 2', () => {
  it.each<[string, () => readonly string[], RegExp]>([
    [
      'MessagePack that declares 2^32 - 1 entries',
      () => ['replay', writeFile('a.msgpack', Uint8Array.of(0xdd, 255, 255, 255, 255))],
      /declares 4294967295 values, but at most 0 bytes remain/,
    ],
    [
      'MessagePack with a million nested lists',
      () => ['replay', writeFile('b.msgpack', new Uint8Array(1e6).fill(0x91))],
      /nests lists and objects more than 64 deep/,
    ],
    [
      'JSON nested 9,000 levels deep in a trace',
      () => ['check-trace', writeFile('c.jsonl', `{"kind":${'['.repeat(9000)}${']'.repeat(9000)}}`)],
      /nests lists and objects more than 64 deep/,
    ],
    [
      'JSON nested 9,000 levels deep in a scenario',
      () => ['replay', writeFile('c.json', `{"format":${'['.repeat(9000)}`)],
      /nests lists and objects more than 64 deep/,
    ],
    [
      'a scene whose memory unpacks to 256 MiB',
      () => ['exec', CORPUS, '--record', RECORD, '--scene', writeFile('d.json', scene)],
      /cannot be decompressed \(it is more than 64 MiB; expected at most 64 MiB \(--limits 2 allows it\)\)/,
    ],
    [
      'a draw of 16384 x 16384 pixels',
      () => ['replay', writeHugeDraws()],
      /^Cannot run scenario .*: its buffers need about \d+.* MiB \(draws of 16384x16384 pixels/,
    ],
    [
      'a draw of 16384 x 16384 pixels in a trace',
      () => [
        'check-trace',
        '--scenario',
        writeHugeDraws(),
        writeFile('e.jsonl', { kind: 'draw-begin', cycle: 0, draw: 0 }),
      ],
      /its buffers need about/,
    ],
    [
      '200,000 invalid words',
      () => [
        'replay',
        writeFile(
          'f.json',
          encodeChanged((s) => ({
            ...s,
            programs: s.programs.map((program) => ({ ...program, words: new Array(200_000).fill(0.5) })),
          })),
        ),
      ],
      /programs\[0\]\.words\[0\] is 0\.5; expected an integer/,
    ],
    [
      'a scenario of 3 GiB',
      () => ['replay', createLargeFile('g.msgpack', 3 * 2 ** 30)],
      /it is 3072 MiB; expected at most 256 MiB \(--limits 12 allows it\)/,
    ],
    [
      'a coverage file of 3 GiB',
      () => ['coverage', 'show', createLargeFile('h.msgpack', 3 * 2 ** 30)],
      /it is 3072 MiB/,
    ],
    [
      'an attribute of 2^32 - 1',
      () => [
        'check',
        writeFile('i.s', 's_endpgm\n'),
        '--chip',
        'navi21',
        '--state',
        writeFile('i.json', { inputs: [{ attr: 4294967295, name: 'a', how: 'flat' }] }),
      ],
      /inputs\[0\]\.attr is 4294967295; expected at most 31/,
    ],
    ['a device', () => ['replay', '/dev/zero'], /it is a device; expected a regular file/],
  ])('%s', async (_, args, message) => {
    const { code, stdout, stderr } = await callCli(args());
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd()).not.toContain('\n');
  });

  it('ignores a stored failure if the steps in a violation are a number', async () => {
    const { readFailure } = await import('../../failures/stored/stored-failure.js');
    const stored = join(folder, 'failures', 'sig', 'a.1');
    (await import('node:fs')).mkdirSync(stored, { recursive: true });
    writeFileSync(
      join(stored, 'violations.json'),
      JSON.stringify({ violations: [{ rule: 'ORD-01', steps: 256 }] }),
    );
    expect(readFailure(folder, 'sig', 'a.1')).toBeUndefined();
  });
});

it('--limits raises the limits', async () => {
  const path = writeFile('j.msgpack', Buffer.concat([encode({ a: 1 }), new Uint8Array(1)]));
  truncateSync(path, 256 * 2 ** 20 + 1);
  expect((await callCli(['coverage', 'show', path])).stderr).toMatch(
    /expected at most 64 MiB \(--limits 5 allows it\)/,
  );
  expect((await callCli(['coverage', 'show', path, '--limits', '5'])).stderr).toMatch(
    /: not a coverage file\. Expected a run directory/,
  );
  expect((await callCli(['replay', path, '--limits', '0'])).code).toBe(2);
});

it('the limits match the table in docs/limits.md', () => {
  const page = readFileSync(join(findPackageRoot(), 'docs/limits.md'), 'utf8').replace(/ +/g, ' ');
  for (const { description, bytes } of Object.values(INPUT_LIMITS))
    expect(page).toContain(`| ${description} | ${formatByteCount(bytes)} |`);
  expect(page).toContain(`${MAX_NESTING_DEPTH} lists and objects`);
});
