import { CHIP_NAMES, chipOf, counterMaximum, getCounter } from '../../../arch/index.js';
import { emitFullBody } from '../../../stimulus/drawn/full-body.js';
import { emitNeighbourBody } from '../../../stimulus/drawn/neighbour-body.js';
import { type AccessClass, Outstanding } from '../../../stimulus/drawn/outstanding.js';
import { pickAtomicValues, pickOperands } from '../../../stimulus/drawn/values.js';
import { RandomStream } from '../../../transactions/index.js';
import { createFrame } from './support/frame.js';

/** One chip of each generation. */
const CHIPS = [...new Map(CHIP_NAMES.map((name) => [chipOf(name).gfx, name])).values()];

const streamOf = (seed: number): RandomStream => new RandomStream(`0x${(seed + 1).toString(16)}`);

const waitAfter = (gfx: Parameters<typeof counterMaximum>[0], ...accesses: AccessClass[]): string => {
  const outstanding = new Outstanding(gfx);
  const [first] = accesses.map((access) => outstanding.add(access));
  return outstanding.waitFor(first!).trim();
};

describe('waits for one access', () => {
  it.each([
    ['gfx9', ['store', 'load', 'load'], 's_waitcnt vmcnt(2)'],
    ['gfx10', ['store', 'load'], 's_waitcnt_vscnt null, 0x0'],
    ['gfx10', ['load', 'store', 'load'], 's_waitcnt vmcnt(1)'],
    ['gfx11', ['local', 'scalar', 'local'], 's_waitcnt lgkmcnt(1)'],
    ['gfx9', ['load', 'flat-load'], 's_waitcnt vmcnt(0)'],
    ['gfx10', ['load', 'flat-load'], 's_waitcnt vmcnt(1)'],
    ['gfx12', ['scalar', 'local'], 's_wait_kmcnt 0x0'],
  ] as const)('on %s, after %j', (gfx, accesses, expected) => {
    expect(waitAfter(gfx, ...accesses)).toBe(expected);
  });

  it('are not repeated', () => {
    const outstanding = new Outstanding('gfx10');
    const [load, later] = [outstanding.add('load'), outstanding.add('load')];
    expect(outstanding.waitFor(later)).not.toBe('');
    expect(outstanding.waitFor(load)).toBe('');
  });
});

/** Returns the kind of a line's access: its space and what it does; undefined for other instructions. */
function findKind(line: string): string | undefined {
  const [, space, action] =
    /^(buffer|global|flat|image|ds|s_buffer)_(load|read|store|write|\w)/.exec(line) ?? [];
  if (space === undefined) return undefined;
  const name = { load: 'load', read: 'load', store: 'store', write: 'store' }[action!] ?? 'atomic';
  return `${space}${line.includes(' gds') ? ' gds' : ''} ${name}`;
}

it.each(CHIPS)('on %s, each kind of access follows each right away', (chip) => {
  const frame = createFrame(chip);
  const pairs = new Set<string>();
  const kinds = new Set<string>();
  for (let seed = 0; seed < 800; seed++) {
    const lines = emitNeighbourBody(streamOf(seed), frame)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !/^v_|^s_mov|^s_add|^s_xor/.test(line));
    const found = lines.map(findKind);
    found.forEach((kind, i) => {
      if (kind !== undefined) kinds.add(kind);
      if (kind !== undefined && found[i + 1] !== undefined) pairs.add(`${kind}, ${found[i + 1]}`);
    });
  }
  // A scalar load follows the vector accesses that write, and precedes them, only after a wait.
  const writing = [...kinds].filter((kind) => !kind.startsWith('ds') && !kind.endsWith('load'));
  const waited = writing.flatMap((kind) => [`${kind}, s_buffer load`, `s_buffer load, ${kind}`]);
  const expected = [...kinds].flatMap((first) => [...kinds].map((second) => `${first}, ${second}`));
  expect(kinds.size).toBe(frame.hasGlobalShare ? 19 : 16);
  expect(expected.filter((pair) => pairs.has(pair) === waited.includes(pair))).toEqual([]);
});

it.each(CHIPS)('on %s, bursts hold as many stores as a counter, one fewer, one more and two more', (chip) => {
  const frame = createFrame(chip);
  const { gfx } = chipOf(chip);
  const lengths = new Set<number>();
  for (let seed = 0; seed < 200; seed++)
    for (const burst of emitFullBody(streamOf(seed), frame)
      .split(/burst\d+:/)
      .slice(1)) {
      const [accesses] = burst.split(/s_wait/);
      if (/^\s*buffer_store/.test(accesses!)) lengths.add(accesses!.match(/buffer_store/g)!.length);
    }
  const full = counterMaximum(gfx, getCounter(gfx, 'store'));
  expect([...lengths].sort((a, b) => a - b)).toEqual([full - 1, full, full + 1, full + 2]);
});

it('atomics meet operands below, at and above the old value, and comparands that differ in either word', () => {
  const seen = new Set<string>();
  for (let seed = 0; seed < 500; seed++) {
    const { old, operand, compare } = pickAtomicValues(streamOf(seed), 2);
    const join = (words: readonly number[]): bigint => (BigInt(words[1]!) << 32n) | BigInt(words[0]!);
    seen.add(`operand ${BigInt.asIntN(64, join(operand.words) - join(old.words))}`);
    seen.add(`compare ${compare.words.map((word, i) => (word === old.words[i] ? 'same' : 'other'))}`);
  }
  const expected = ['operand -1', 'operand 0', 'operand 1', 'compare same,other', 'compare other,same'];
  expect(expected.filter((name) => !seen.has(name))).toEqual([]);
});

it('operands of arithmetic are equal, next to each other, complements and opposites', () => {
  const stream = streamOf(0);
  const seen = new Set<string>();
  for (let i = 0; i < 500; i++) {
    const [[a], [b]] = pickOperands(stream, 'single') as [number[], number[], number[]];
    if (((a! ^ b!) & 0x7fffffff) === 0) seen.add(a === b ? 'equal' : 'opposite sign');
    if (Math.abs(a! - b!) === 1) seen.add('next');
    if (a === ~b! >>> 0) seen.add('complement');
    const isNan = (a! & 0x7fffffff) > 0x7f800000;
    seen.add(isNan ? 'NaN' : a === 0x80000000 ? '-0' : a === 0x7f800000 ? 'infinity' : 'other');
  }
  const expected = ['equal', 'opposite sign', 'next', 'complement', 'NaN', '-0', 'infinity'];
  expect(expected.filter((name) => !seen.has(name))).toEqual([]);
});
