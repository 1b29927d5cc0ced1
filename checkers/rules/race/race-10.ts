import { GENERATIONS, registerField, returnsInOrder } from '../../../arch/index.js';
import type { MemoryIssued, MemoryReturned } from '../../../transactions/index.js';
import type { Ledgers } from '../../evidence/facts/ledgers.js';
import { getWaveName, getWavePlace } from '../../evidence/findings/any-wave.js';
import type { Finding, Judge } from '../../evidence/findings/judge.js';
import type { BackgroundRecord } from '../../evidence/ledger/background.js';
import { WaveRecord } from '../../evidence/ledger/wave-record.js';
import type { Rule, RuleCheck } from '../../evidence/rule/rule.js';

/** The cycle of an access that has not returned. */
const NEVER = -1;

/** A pixel wave or a background wave. */
type AnyWave = WaveRecord | BackgroundRecord;

/** An access that is outstanding or that returned before an older one. Its record is reused afterwards. */
interface Outstanding {
  access: number;
  pc: number;
  /** The path that it takes. Accesses on one path return in order. */
  path: string;
  returnedCycle: number;
}

/**
 * Invariant: everything that a wave reads through `vm` returns in issue order, and so do its requests to LDS and
 * to GDS. Otherwise a wait that lets some accesses remain outstanding could end too early (S-083;
 * traps.md). Images have a separate path if MEM_ORDERED is off. Transactions in the same cycle may come in any
 * order.
 */
export const RACE_10: Rule = {
  id: 'RACE-10',
  text: 'Accesses on the same path return in issue order.',
  severity: 'error',
  generations: GENERATIONS,
  statements: ['S-083', 'S-086'],
  needs: ['wave-formed', 'memory-issued'],
  reads: () => ['memory-returned'],
  create,
};

function create(ledgers: Ledgers, judge: Judge): RuleCheck {
  /** Each wave's accesses, oldest first. A returned access is removed once all earlier ones have returned. */
  const outstanding = new WeakMap<AnyWave, Outstanding[]>();
  const pool: Outstanding[] = [];

  const find = (wave: number): AnyWave | undefined =>
    ledgers.waves.find(wave) ?? ledgers.background.find(wave);

  const recordReturn = (wave: AnyWave, { access, cycle }: MemoryReturned): void => {
    const queue = outstanding.get(wave);
    if (queue === undefined || queue.length === 0) return;
    const index = findIndex(queue, access);
    if (index < 0) return;
    const late = queue[index];
    late.returnedCycle = cycle;
    judge.armed++;
    for (let after = index + 1; after < queue.length; after++) {
      const { path, returnedCycle } = queue[after];
      if (path !== late.path || returnedCycle === NEVER || returnedCycle >= cycle) continue;
      judge.violate(describe, ledgers, wave.wave, queue[after], late);
      break;
    }
    while (queue[0] !== undefined && queue[0].returnedCycle !== NEVER) pool.push(queue.shift()!);
  };

  return {
    on: {
      'memory-issued': (t) => {
        const wave = find(t.wave);
        const path = wave === undefined ? undefined : getPath(ledgers, wave, t);
        if (wave === undefined || path === undefined) return;
        const sent = pool.pop() ?? { access: 0, pc: 0, path, returnedCycle: NEVER };
        sent.access = t.access;
        sent.pc = t.pc;
        sent.path = path;
        sent.returnedCycle = NEVER;
        const queue = outstanding.get(wave);
        if (queue === undefined) outstanding.set(wave, [sent]);
        else queue.push(sent);
      },
      'memory-returned': (t) => {
        const wave = find(t.wave);
        if (wave !== undefined) recordReturn(wave, t);
      },
    },
  };
}

/** Returns the index of an access in a list, or -1. Lists are short. */
function findIndex(queue: readonly Outstanding[], access: number): number {
  for (let index = 0; index < queue.length; index++) if (queue[index].access === access) return index;
  return -1;
}

/** Returns the path on which an access stays in order, or undefined if there is none or it is unknown. */
function getPath({ gfx }: Ledgers, wave: AnyWave, { space, counter }: MemoryIssued): string | undefined {
  if (space === 'lds' || space === 'gds') return space;
  if (!returnsInOrder(gfx, counter)) return undefined;
  if (space !== 'image') return counter;
  // No register says how the image accesses of background work are ordered.
  if (!(wave instanceof WaveRecord)) return undefined;
  const { registers } = wave.facts.draw;
  return registerField(gfx, registers, 'SPI_SHADER_PGM_RSRC1_PS.MEM_ORDERED') === 0 ? 'image' : counter;
}

function describe(ledgers: Ledgers, wave: number, early: Outstanding, late: Outstanding): Finding {
  return {
    cycle: late.returnedCycle,
    unit: 'memory',
    place: getWavePlace(ledgers, wave, late.pc),
    allowed: `Accesses of ${getWaveName(ledgers, wave)} return in issue order: ${late.access}, then ${early.access}.`,
    observed: `Access ${early.access} returns in cycle ${early.returnedCycle}, and ${late.access} in cycle ${late.returnedCycle}.`,
    steps: [],
    hint: 'Check where one return can overtake another on its way to the counter.',
  };
}
