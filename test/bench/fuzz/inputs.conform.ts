import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { INPUT_FINDINGS } from '../../../bench/fuzz/corpus/findings.js';
import { makeInputCase, prepareFolder, readAs } from '../../../bench/fuzz/input/input-case.js';
import { collectValidInputs, makeSmallRun } from '../../../bench/fuzz/input/valid-inputs.js';
import { INPUT_READERS } from '../../../bench/fuzz/input-readers.js';
import { UsageError } from '../../../transactions/index.js';

const folder = mkdtempSync(join(tmpdir(), 'pops-fuzz-inputs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const inputs = collectValidInputs(makeSmallRun());
prepareFolder(folder, inputs);
const seed = { high: 0, low: 0x5eed };
/**
 * Index of the first generated input. Lower indices are known findings, which another test replays at a reduced
 * size.
 */
const FIRST_NEW = INPUT_FINDINGS.length;

it('has a generator of hostile inputs for every input reader', () => {
  expect(Object.keys(inputs.generators).sort()).toEqual(INPUT_READERS.map(({ kind }) => kind).sort());
});

it('reads some of 250 hostile inputs and rejects the rest', async () => {
  const outcomes = { read: 0, refused: 0 };
  for (let index = FIRST_NEW; index < FIRST_NEW + 250; index++) {
    const [reader, bytes] = makeInputCase(seed, index, inputs);
    outcomes[await readAs(reader, bytes, folder)]++;
  }
  expect(outcomes.read).toBeGreaterThan(20);
  expect(outcomes.refused).toBeGreaterThan(80);
});

it('generates the same bytes for the same index', () => {
  for (const index of [FIRST_NEW, FIRST_NEW + 1, FIRST_NEW + 2, FIRST_NEW + 33, FIRST_NEW + 150]) {
    const [first, second] = [makeInputCase(seed, index, inputs), makeInputCase(seed, index, inputs)];
    expect(second[0].kind).toBe(first[0].kind);
    expect(Buffer.from(second[1])).toEqual(Buffer.from(first[1]));
  }
});

it('reports a crash or a multi-line error message as a finding', async () => {
  const [reader] = makeInputCase(seed, FIRST_NEW, inputs);
  const makeThrowing = (error: Error) => ({
    ...reader,
    read: () => {
      throw error;
    },
  });
  await expect(readAs(makeThrowing(new TypeError('x')), new Uint8Array(), folder)).rejects.toThrow('x');
  const multiLine = Object.assign(new UsageError('a'), { message: 'a\nb' });
  await expect(readAs(makeThrowing(multiLine), new Uint8Array(), folder)).rejects.toThrow(
    'not a single printable line',
  );
  expect(await readAs(makeThrowing(new UsageError('a\nb')), new Uint8Array(), folder)).toBe('refused');
});
