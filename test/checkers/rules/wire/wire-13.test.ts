import type { MemoryIssued, Transaction } from '../../../../transactions/index.js';
import { makeLaunch } from '../../support/launches.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

interface Access {
  readonly performed: number;
  readonly returned: number;
  readonly space?: MemoryIssued['space'];
}

const LEVELS = { lds: 'LDS', gds: 'GDS' } as const;

/** Creates the transactions for a load of 32 consecutive dwords, which keeps the LDS banks busy for one cycle. */
function createAccess(access: number, { performed, returned, space = 'lds' }: Access): Transaction[] {
  const counter = space === 'lds' || space === 'gds' || space === 'scalar' ? 'lgkm' : 'vm';
  const addresses = Float64Array.from({ length: 64 }, (_, lane) => 4 * lane);
  const level = space === 'lds' || space === 'gds' ? LEVELS[space] : 'L2';
  const ids = { wave: 0, access } as const;
  const lanes = { lanesLo: -1, lanesHi: 0, bytes: 4, glc: false, dlc: false, slc: false, addresses } as const;
  return [
    { kind: 'memory-issued', cycle: 10, pc: 0, operation: 'load', space, counter, ...ids, ...lanes },
    { kind: 'memory-performed', cycle: performed, level, data: new Int32Array(64), ...ids },
    { kind: 'memory-returned', cycle: returned, counter, ...ids },
  ];
}

/** Returns whether the rule fires for these transactions if the latency is 5 to 9 cycles on every return path. */
function fires(...groups: readonly (readonly Transaction[])[]): boolean {
  const range = [5, 9] as const;
  const freedoms = { returnLatency: range, ldsLatency: range, gdsLatency: range };
  const stream = new Stream(scene({ freedoms }));
  stream.form([{ x: 0, y: 0, primitive: 0 }]).add(makeLaunch(5, 0, 0));
  for (const transaction of groups.flat().sort((a, b) => a.cycle - b.cycle)) stream.add(transaction);
  return listFiredRules(stream.judge()).includes('WIRE-13');
}

const firesFor = (...accesses: readonly Access[]): boolean =>
  fires(...accesses.map((access, index) => createAccess(index, access)));

test('LDS results return within the LDS latency once the banks are done', () => {
  const firesAt = (returned: number): boolean => firesFor({ performed: 20, returned });
  expect([firesAt(25), firesAt(26), firesAt(30), firesAt(31)]).toEqual([true, false, false, true]);
});

test('memory and GDS results return within their latency after the access is performed', () => {
  for (const space of ['global', 'scalar', 'gds'] as const) {
    const firesAt = (returned: number): boolean => firesFor({ performed: 20, returned, space });
    expect([firesAt(24), firesAt(25), firesAt(29), firesAt(30)]).toEqual([true, false, false, true]);
  }
});

test('an access takes effect only after its last line has left the address unit', () => {
  const firesAt = (performed: number, left: number): boolean => {
    const [issued, ...others] = createAccess(0, { performed, returned: performed + 5, space: 'global' });
    return fires([{ ...(issued as MemoryIssued), left }, ...others]);
  };
  expect([firesAt(19, 20), firesAt(20, 20)]).toEqual([true, false]);
});

test('data waits for older data on the same path, but not for data on other paths', () => {
  const lateAccess = { performed: 20, returned: 32 } as const;
  // The banks start the first access in cycle 22, so its data may return in cycle 32.
  expect(firesFor({ performed: 22, returned: 31 }, { ...lateAccess, performed: 21 })).toBe(false);
  expect(firesFor({ performed: 22, returned: 31, space: 'global' }, lateAccess)).toBe(true);
  expect(firesFor({ performed: 25, returned: 31, space: 'global' }, { ...lateAccess, space: 'scalar' })).toBe(
    true,
  );
});

test('a FLAT access is answered within the LDS latency, in order with LDS data', () => {
  const [issued] = createAccess(1, { performed: 0, returned: 0, space: 'flat' });
  const createAnswer = (cycle: number): Transaction[] => [
    { ...issued, cycle: 20 },
    { kind: 'flat-answered', cycle, wave: 0, pc: 0, asked: 20 },
  ];
  expect([24, 25, 29, 30].map((cycle) => fires(createAnswer(cycle)))).toEqual([true, false, false, true]);
  expect(fires(createAccess(0, { performed: 20, returned: 29 }), createAnswer(30))).toBe(false);
});
