import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type FaultFingerprint,
  makeFingerprint,
  readFaultFingerprints,
  writeFaultFingerprints,
} from '../../../failures/likeness/fault-prints.js';
import {
  FaultLibrary,
  findSimilarFaults,
  formatSimilarFaultReport,
  formatSimilarFaults,
  makeGroupFingerprint,
} from '../../../failures/likeness/similar-faults.js';
import { type Bucket, Tally } from '../../../harness/run-directory/tally.js';
import { FAULTS, type FaultId } from '../../../transactions/index.js';

/** Creates a bucket. `causes` maps each set of errors (causes first) to the number of failures with that set. */
function makeBucket(where: string, causes: Readonly<Record<string, number>>): Bucket {
  const [fired = ''] = Object.keys(causes);
  const signature = `${fired.split(', ')[0]} ${where}`;
  const smallest = { test: 'a.0', repro: 'line', waves: 2 };
  return {
    ...{ signature, rule: signature.split(' ', 1)[0]!, first: 'a.0', repro: 'line', examples: [], smallest },
    count: Object.values(causes).reduce((sum, failures) => sum + failures, 0),
    causes: new Map(Object.entries(causes)),
  };
}

const makeFaultFingerprint = (
  fault: FaultId,
  where: string,
  causes: Readonly<Record<string, number>>,
): FaultFingerprint => ({ fault, fingerprint: makeFingerprint([makeBucket(where, causes)]) });

const RACE = { 'RACE-01 program, PROTO-05 program, EXP-05 program': 9, 'PROTO-05 program': 3 };
const LIBRARY = new FaultLibrary([
  makeFaultFingerprint('F132', 'gfx11 mrt4/navi31', RACE),
  makeFaultFingerprint('F133', 'gfx11 mrt4/navi31', { 'PROTO-05 program': 9 }),
  makeFaultFingerprint('F01', 'gfx9 rmw_buffer/raven', { 'ORD-06 spi, ORD-01 db': 4, 'ORD-06 spi': 8 }),
  makeFaultFingerprint('F02', 'gfx10 rmw_buffer/navi10', { 'ORD-06 spi, ORD-01 db': 4, 'ORD-06 spi': 8 }),
  { fault: 'F03', fingerprint: makeFingerprint([]) },
]);

const listNearest = (where: string, causes: Readonly<Record<string, number>>): FaultId[] =>
  LIBRARY.findNearest(makeFingerprint([makeBucket(where, causes)])).map(({ fault }) => fault);

it('ranks first the fault whose tests fire the same rules, and returns its similarity', () => {
  expect(listNearest('gfx11 mrt4/navi31', RACE)[0]).toBe('F132');
  const [nearest] = LIBRARY.findNearest(makeFingerprint([makeBucket('gfx11 mrt4/navi31', RACE)]));
  expect(nearest).toEqual({ fault: 'F132', nearness: 1 });
  expect(listNearest('gfx11 mrt4/navi31', { 'PROTO-05 program': 2 })[0]).toBe('F133');
});

it('distinguishes faults that fire the same rules by their generations', () => {
  expect(listNearest('gfx9 or_bits/raven', { 'ORD-06 spi': 5 })).toEqual(['F01', 'F02']);
  expect(listNearest('gfx10 or_bits/navi10', { 'ORD-06 spi': 5 })).toEqual(['F02', 'F01']);
});

it('finds nothing if no fault is similar or no rule fired', () => {
  expect(listNearest('gfx9 a', { 'VIS-01 memory': 5 })).toEqual([]);
  expect(listNearest('gfx9 a', { '': 5 })).toEqual([]);
});

it("ignores user-defined rules, which the library's faults were never checked against", () => {
  const withUserRule = makeBucket('gfx9 rmw_buffer/raven', {
    'ORD-06 spi, ORD-01 db, own.A-01 spi': 4,
    'ORD-06 spi': 8,
  });
  const withoutUserRule = makeBucket('gfx9 rmw_buffer/raven', {
    'ORD-06 spi, ORD-01 db': 4,
    'ORD-06 spi': 8,
  });
  expect(makeFingerprint([withUserRule])).toEqual(makeFingerprint([withoutUserRule]));
});

it('lists faults in the same order regardless of the order of failures', () => {
  const where = fc.constantFrom('gfx9 a', 'gfx10 rmw_buffer', 'gfx11 mrt4');
  const fired = fc.constantFrom('ORD-06 spi', 'ORD-06 spi, ORD-01 db', 'PROTO-05 program', 'RACE-01 program');
  const failures = fc.record({ where, fired, count: fc.integer({ min: 1, max: 9 }) });
  fc.assert(
    fc.property(fc.array(failures, { maxLength: 6 }), (rows) => {
      const buckets = rows.map((row) => makeBucket(row.where, { [row.fired]: row.count }));
      const reversed = [...buckets].reverse();
      expect(LIBRARY.findNearest(makeFingerprint(reversed))).toEqual(
        LIBRARY.findNearest(makeFingerprint(buckets)),
      );
    }),
  );
});

it('omits errors that triage attributed to a different bug', () => {
  const both = makeBucket('gfx11 a', { 'RACE-01 program, ORD-06 spi': 4 });
  const group = { signature: 'RACE-01 program', rule: 'RACE-01', unit: 'program', count: 4, buckets: [both] };
  const separation = { cause: 'RACE-01', other: 'ORD-06', signature: both.signature, test: 'a.0' } as const;
  expect([...makeGroupFingerprint(group, [separation]).fired.keys()]).toEqual(['RACE-01 program']);
  const otherGroup = { ...group, signature: 'ORD-06 spi', rule: 'ORD-06', unit: 'spi', maskedBy: separation };
  expect([...makeGroupFingerprint(otherGroup, [separation]).fired.keys()]).toEqual(['ORD-06 spi']);
});

it('lists similar faults; only a report states that there are none', () => {
  const rules = ['PROTO-05 program', 'PROTO-10 program'].map((error) => ({
    error,
    tests: 2,
    independent: true,
  }));
  const similarFaults = [
    { fault: 'F132', nearness: 0.9 },
    { fault: 'F133', nearness: 0.4 },
  ] as const;
  expect(formatSimilarFaults({ rule: 'RACE-01', unit: 'program', rules, likeness: similarFaults })).toEqual([
    'RACE-01, PROTO-05: looks like F132 (done is on an export before the last one)',
    "or possibly F133 (two of a wave's exports set done)",
  ]);
  expect(formatSimilarFaults({ rule: 'RACE-01', unit: 'program', rules, likeness: [] })).toEqual([]);
  expect(formatSimilarFaultReport({ rule: 'RACE-01', unit: 'program', rules, likeness: [] })).toEqual([
    'does not resemble any fault in the library',
  ]);
  expect(formatSimilarFaultReport({ rule: 'error', unit: '', rules: [] })).toEqual([]);
});

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pops-tb-prints-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

it('round-trips fingerprints through a file with one fault per line', () => {
  const file = join(folder, 'prints.json');
  const fingerprints = [
    makeFaultFingerprint('F132', 'gfx11 mrt4/navi31', RACE),
    { fault: 'F03', fingerprint: makeFingerprint([]) } as const,
  ];
  writeFaultFingerprints(fingerprints, 'two faults', file);
  expect(readFaultFingerprints(file)).toEqual(fingerprints);
});

it('has a fingerprint for every fault in the library, in order', () => {
  expect(readFaultFingerprints().map(({ fault }) => fault)).toEqual(FAULTS.map(({ id }) => id));
});

it('compares every group that has a rule', () => {
  const tally = new Tally();
  for (let i = 0; i < 40; i++) {
    const raceBucket = makeBucket(`gfx11 mrt4/${i}`, RACE);
    tally.buckets.set(raceBucket.signature, raceBucket);
  }
  const withoutRule = {
    ...makeBucket('x', { '': 1 }),
    signature: 'error Error: no such thing',
    rule: 'error',
  };
  tally.buckets.set(withoutRule.signature, withoutRule);
  const similarFaults = findSimilarFaults({ tally });
  expect([...similarFaults.keys()]).toEqual(['RACE-01 program']);
  expect(similarFaults.get('RACE-01 program')!.map(({ fault }) => fault)).toContain('F132');
});
