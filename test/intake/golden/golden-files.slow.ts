import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { parseGoldenCases, readGolden } from '../../../intake/golden/golden-files.js';
import { UsageError } from '../../../transactions/index.js';

const source = fileURLToPath(new URL('../../../data/golden/', import.meta.url));
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** Copies the data set, replacing the files in `changes` and removing those that are null. */
function copyDataSet(changes: Readonly<Record<string, Uint8Array | string | null>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'golden-'));
  folders.push(folder);
  for (const name of ['cases.bin', 'manifest.json', 'expected.bin.gz']) {
    if (changes[name] === undefined) copyFileSync(join(source, name), join(folder, name));
  }
  for (const [name, bytes] of Object.entries(changes)) {
    if (bytes !== null) writeFileSync(join(folder, name), bytes);
  }
  return folder;
}

const casesFile = readFileSync(join(source, 'cases.bin'));
const expectedFile = readFileSync(join(source, 'expected.bin.gz'));
const manifest = readFileSync(join(source, 'manifest.json'), 'utf8');

describe('readGolden', () => {
  it('reads compressed and uncompressed expected files', () => {
    const uncompressed = copyDataSet({ 'expected.bin.gz': null, 'expected.bin': gunzipSync(expectedFile) });
    const [read, original] = [uncompressed, source].map(readGolden);
    expect(read!.map(({ scene }) => scene.width)).toEqual(original!.map(({ scene }) => scene.width));
    for (const [i, { expected }] of read!.entries()) {
      const words = original![i]!.expected;
      expect(expected).toHaveLength(words.length);
      expect(expected.every((word, j) => word === words[j])).toBe(true);
    }
  });

  it('requires an expected file', () => {
    const folder = copyDataSet({ 'expected.bin.gz': null });
    expect(() => readGolden(folder)).toThrow(/Cannot read golden file .*expected.bin.gz: no such file/);
  });

  it.each([
    ['a missing cases.bin', { 'cases.bin': null }, /Cannot read golden file .*cases.bin: no such file/],
    ['a missing manifest', { 'manifest.json': null }, /Cannot read golden .*manifest.json: no such file/],
    ['a short cases.bin', { 'cases.bin': casesFile.subarray(0, 10_000) }, /the file is \d+ bytes too short/],
    [
      'a long cases.bin',
      { 'cases.bin': Buffer.concat([casesFile, Buffer.alloc(3)]) },
      /cases.bin: 3 bytes follow the last case/,
    ],
    ['an empty cases.bin', { 'cases.bin': '' }, /case 0: the file is 4 bytes too short/],
    ['a manifest that is not JSON', { 'manifest.json': '[{' }, /Invalid golden file .*manifest.json: /],
    [
      'a manifest that is missing a case',
      { 'manifest.json': JSON.stringify(JSON.parse(manifest).slice(1)) },
      /manifest.json: it lists 79 cases; expected 80 as in cases.bin/,
    ],
    [
      'a manifest that contradicts the cases',
      { 'manifest.json': manifest.replace(/"W": ?16/, '"W": 17') },
      /manifest.json: W of case \d+ is 17; expected 16 as in cases.bin/,
    ],
    ['a damaged expected file', { 'expected.bin.gz': expectedFile.subarray(0, 1000) }, /expected.bin.gz: /],
    [
      'a short expected file',
      { 'expected.bin.gz': gzipSync(new Uint8Array(8)) },
      /expected.bin.gz: it has 8 bytes; expected 33319936 for the cases in the same folder/,
    ],
  ])('rejects %s with a one-line error', (_name, changes, message) => {
    const folder = copyDataSet(changes);
    const read = () => readGolden(folder);
    expect(read).toThrow(UsageError);
    expect(read).toThrow(message);
    expect(read).not.toThrow(/\n/);
  });
});

describe('parseGoldenCases', () => {
  /** One case with one draw of one primitive. */
  const words = [1, 16, 16, 1, 0, 1, 1, 0, 0, 512, 0, 0, 512];

  it.each([
    ['W', 1, 0],
    ['H', 2, 20_000],
    ['samples', 3, 3],
    ['mode', 4, 3],
    ['coordinate', 7, 2 ** 30],
  ])('reports an invalid %s and its case', (field, index, value) => {
    const wrong = Int32Array.from(words);
    wrong[index] = value;
    expect(() => parseGoldenCases(new Uint8Array(wrong.buffer), 'x.bin')).toThrow(
      new RegExp(`Invalid golden file x.bin: case 0: .*${field}.* is ${value}; expected`),
    );
  });

  it('rejects a case whose buffer is too large', () => {
    const large = Int32Array.from(words).fill(16384, 1, 3);
    expect(() => parseGoldenCases(new Uint8Array(large.buffer), 'x.bin')).toThrow(/its buffer has \d+ bytes/);
  });

  it('reads a case', () => {
    const bytes = new Uint8Array(Int32Array.from(words).buffer);
    const draws = [Int32Array.of(0, 0, 512, 0, 0, 512)];
    expect(parseGoldenCases(bytes, 'x.bin')).toEqual([{ width: 16, height: 16, samples: 1, mode: 0, draws }]);
  });
});
