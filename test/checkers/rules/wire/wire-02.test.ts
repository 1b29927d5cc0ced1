import type { ChipName } from '../../../../arch/index.js';
import {
  type CacheName,
  type MemoryIssued,
  setting,
  type Violation,
} from '../../../../transactions/index.js';
import { makeLaunch } from '../../support/launches.js';
import { BUFFER, scene } from '../../support/scenes.js';
import { listFiredRules, P0, Stream } from '../../support/stream.js';

interface Fill {
  /** Default: `load`. */
  readonly operation?: 'load' | 'atomic';
  readonly simd: number;
  readonly cache: CacheName;
  readonly index: number;
}

/** Issues a load that bypasses no cache, with some changes, and returns its number. */
function issue(stream: Stream, wave: number, changes: Partial<MemoryIssued>): number {
  const access = stream.issue({ wave });
  const issued = stream.transactions.pop() as MemoryIssued;
  stream.add({ ...issued, glc: false, dlc: false, ...changes });
  return access;
}

/** Returns whether WIRE-02 fires for the given fills. Navi21 has two arrays of two WGPs. */
function fires(...fills: readonly Fill[]): boolean {
  const stream = new Stream(scene({ chip: 'navi21', freedoms: { caches: setting('caches', 'stale') } }));
  fills.forEach(({ operation, simd, cache, index }, wave) => {
    stream.form([{ x: 2 * wave, y: 0, primitive: wave }]);
    stream.add(makeLaunch(stream.cycle + 1, wave, wave, { simd }));
    const access = issue(stream, wave, { operation: operation ?? 'load' });
    stream.add({ kind: 'line-filled', cycle: stream.cycle + 1, cache, index, address: BUFFER, access });
    stream.perform(wave, access);
  });
  return listFiredRules(stream.judge()).includes('WIRE-02');
}

test('fires if an access uses the GL1 of the other shader array', () => {
  expect(fires({ simd: 8, cache: 'GL1', index: 0 })).toBe(true);
  expect(fires({ simd: 8, cache: 'GL1', index: 1 })).toBe(false);
});

test('fires if an access uses the L0 of a different WGP', () => {
  expect(fires({ simd: 4, cache: 'L0', index: 1 })).toBe(true);
  expect(fires({ simd: 4, cache: 'L0', index: 2 })).toBe(false);
});

test('fires if the SIMDs that share an L0 are not also paired for LDS access (P-113)', () => {
  const makeFill = (simd: number, index: number): Fill => ({ simd, cache: 'L0', index });
  expect(fires(makeFill(0, 0), makeFill(1, 0), makeFill(2, 1), makeFill(3, 1), makeFill(0, 0))).toBe(false);
  expect(fires(makeFill(0, 0), makeFill(2, 0))).toBe(true);
  expect(fires(makeFill(0, 0), makeFill(0, 1))).toBe(true);
});

test('fires if a cache above L2 keeps the line of an atomic', () => {
  const fill = { simd: 0, cache: 'L0', index: 0 } as const;
  expect([fires({ ...fill, operation: 'atomic' }), fires(fill)]).toEqual([true, false]);
});

/** Returns what WIRE-02 finds if a cache of the right unit serves a load with these coherence bits. */
function findForLoad(
  chip: ChipName,
  level: 'L0' | 'GL1',
  changes: Partial<MemoryIssued>,
  event: 'line-filled' | 'memory-performed' = 'memory-performed',
): Violation | undefined {
  const stream = new Stream(scene({ chip, freedoms: { caches: setting('caches', 'stale') } })).form([P0]);
  stream.add(makeLaunch(stream.cycle + 1, 0, 0, { simd: 0 }));
  const access = issue(stream, 0, changes);
  const fields = { cycle: stream.cycle + 1, access } as const;
  if (event === 'line-filled')
    stream.add({ kind: event, ...fields, cache: level, index: 0, address: BUFFER });
  else stream.add({ kind: event, ...fields, wave: 0, level, cache: 0, data: new Int32Array(64) });
  stream.cycle = 900;
  return stream
    .end(0)
    .judge()
    .violations.find(({ rule }) => rule === 'WIRE-02');
}

const firesForLoad = (...args: Parameters<typeof findForLoad>): boolean => findForLoad(...args) !== undefined;

test.each([
  ['L0', 'vega10', { glc: true }, { slc: true }],
  ['L0', 'navi21', { glc: true }, { dlc: true, slc: true }],
  ['L0', 'navi48', { scope: 1 }, { scope: 0 }],
  ['GL1', 'navi21', { dlc: true }, { glc: true }],
  ['GL1', 'navi31', { glc: true }, { dlc: true }],
] as const)('fires if a load uses %s of %s although its bits bypass it', (level, chip, bypasses, uses) => {
  expect([firesForLoad(chip, level, bypasses), firesForLoad(chip, level, uses)]).toEqual([true, false]);
  expect(firesForLoad(chip, level, bypasses, 'line-filled')).toBe(true);
  expect(firesForLoad(chip, level, uses, 'line-filled')).toBe(false);
});

test('fires if the scalar cache serves a scalar load that bypasses it', () => {
  const firesFor = (glc: boolean): boolean => firesForLoad('navi21', 'L0', { space: 'scalar', glc });
  expect([firesFor(true), firesFor(false)]).toEqual([true, false]);
});

test('reports such loads after the run, so that a failure is named after the old data that VIS-01 sees', () => {
  const { cycle, steps } = findForLoad('navi21', 'L0', { glc: true })!;
  expect([cycle, steps]).toEqual([901, ['cycle 4: L0 serves it or takes its line']]);
});
