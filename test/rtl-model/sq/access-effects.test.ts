import { describe, expect, it } from 'vitest';
import {
  assembleProgram,
  decodeCached,
  type Instruction,
  makeWaveState,
  SCALAR,
} from '../../../arch/index.js';
import { DeviceContext } from '../../../rtl-model/context.js';
import { ReplayChoices } from '../../../rtl-model/kernel/index.js';
import type { AccessRecord } from '../../../rtl-model/memory/access-record.js';
import { Accesses, type AccessPorts } from '../../../rtl-model/sq/accesses.js';
import { selectedPacker } from '../../../rtl-model/sq/hwreg.js';
import { CHECK_INTERVAL } from '../../../rtl-model/sq/spec.js';
import { STATUS, Wave } from '../../../rtl-model/wave.js';
import type { Transaction } from '../../../transactions/index.js';
import { scene } from '../../checkers/support/scenes.js';

const decodeFirst = (source: string): Instruction =>
  decodeCached(assembleProgram(`${source}\ns_endpgm`, 'gfx10.3'), 'gfx10.3', 32).instructions[0]!;

const LOAD = decodeFirst('global_load_dword v2, v[0:1], off');
const SCALAR_LOAD = decodeFirst('s_load_dword s4, s[0:1], 0x0');
const LOCAL_LOAD = decodeFirst('ds_read_b32 v2, v0');

/**
 * Creates a running wave with packer 0 selected, and its accesses. Memory has room from cycle `roomAt` on, and accesses
 * trap for `holdCycles` cycles.
 */
function makeBench({ roomAt = 0, holdCycles = 0 } = {}) {
  const transactions: Transaction[] = [];
  const context = new DeviceContext(scene(), new ReplayChoices([]), (t) => transactions.push({ ...t }));
  const wave = Object.assign(new Wave(0), { slot: 0, number: 3, status: STATUS.RUNNING });
  wave.state = makeWaveState(32, 4, SCALAR.CONSTANTS);
  const field = context.facts.packerField!;
  wave.state.hw[field.register] = 1 << field.low;
  wave.section.packerEnabled = true;
  const issue = (_: Wave, { memory }: Instruction): Partial<AccessRecord> => ({
    ...{ wave, holdCycles, lanesLo: 0, lanesHi: 0 },
    operation: memory as unknown as AccessRecord['operation'],
  });
  const ports = {
    memory: { issue, roomAt: () => roomAt, invalidateCaches: () => undefined },
    localDataShare: { access: () => undefined },
    exports: { requestAccess: () => undefined },
  } as unknown as AccessPorts;
  return { context, wave, transactions, accesses: new Accesses(context, ports, () => undefined) };
}

it.each([
  ['ds_write_b32 v0, v1', 1],
  ['ds_add_u32 v0, v1', 1],
  ['ds_read_b32 v2, v0', 0],
  ['ds_write_b32 v0, v1 gds', 1],
  ['ds_add_rtn_u32 v2, v0, v1 gds', 1],
  ['ds_read_b32 v2, v0 gds', 0],
])('an access to a data share counts as a change if it writes (%s, %i times)', (source, times) => {
  const { context, wave, accesses } = makeBench();
  expect(accesses.issue(wave, decodeFirst(source))).toBe(true);
  expect(context.changes).toBe(times);
});

it('cache invalidations count as changes, except in later iterations of a long loop', () => {
  const { context, wave, accesses } = makeBench();
  const countChanges = (rounds: number): number => {
    const before = context.changes;
    wave.loops.rounds = rounds;
    accesses.invalidateCaches(wave, decodeFirst('buffer_gl0_inv'));
    return context.changes - before;
  };
  expect([0, CHECK_INTERVAL - 1, CHECK_INTERVAL, 1000].map(countChanges)).toEqual([1, 1, 0, 0]);
});

describe('an address unit', () => {
  const ROOM_CYCLE = 9;

  it('delays an access while it is full, making the wave retry when there is room', () => {
    const { context, wave, transactions, accesses } = makeBench({ roomAt: ROOM_CYCLE });
    expect(accesses.issue(wave, LOAD)).toBe(false);
    expect(transactions).toEqual([{ kind: 'address-unit-full', cycle: 0, wave: 3, pc: LOAD.pc }]);
    expect([wave.state.next, [...wave.counters]]).toEqual([0, [0, 0, 0, 0, 0, 0, 0]]);
    context.wheel.next();
    expect([context.now, context.wheel.token]).toEqual([ROOM_CYCLE, wave.resumeToken]);
  });

  it('does not delay scalar and data share accesses, which bypass it', () => {
    for (const instruction of [SCALAR_LOAD, LOCAL_LOAD]) {
      const { wave, transactions, accesses } = makeBench({ roomAt: ROOM_CYCLE });
      expect(accesses.issue(wave, instruction)).toBe(true);
      expect(transactions).toEqual([]);
    }
  });

  it('accepts an access if it has room in the current cycle', () => {
    const { wave, accesses } = makeBench({ roomAt: 0 });
    expect(accesses.issue(wave, LOAD)).toBe(true);
  });
});

it('a trap handler runs for its duration with no packer selected, and then restores the selection (P-147)', () => {
  const { context, wave, accesses } = makeBench({ holdCycles: 40 });
  expect(accesses.issue(wave, LOAD)).toBe(false);
  expect([wave.status, wave.state.next, accesses.isIdle]).toEqual([STATUS.TRAPPED, 1, false]);
  expect(selectedPacker(context.facts, wave.state.hw)).toBe(-1);
  context.wheel.next();
  expect([context.now, context.wheel.token]).toEqual([40, wave.resumeToken]);
  wave.section.packerEnabled = false;
  accesses.returnFromTrap(wave);
  expect(selectedPacker(context.facts, wave.state.hw)).toBe(0);
  expect([wave.section.packerEnabled, accesses.isIdle]).toEqual([true, true]);
});
