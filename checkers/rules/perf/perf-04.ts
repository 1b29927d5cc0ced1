import type { Instruction } from '../../../arch/index.js';
import { examineDraw } from '../../evidence/static/cache.js';
import { getMovableCode, isSlow, type MovableCode } from '../../evidence/static/movable.js';
import type { Ledgers, WaveRecord } from '../../kit.js';
import { defineRule, formatCount, formatInstructionAt, NEVER } from '../../kit.js';
import { type CostByDraw, checkWaveCosts } from './cost-by-draw.js';

/** Maximum idle time of a section, as a multiple of the duration of its accesses. */
const MAX_IDLE_FACTOR = { beforeAndAfter: 3, before: 1 } as const;

/** Minimum number of scalar or vector instructions worth moving. */
const MANY_INSTRUCTIONS = 8;

/** Maximum number of instructions listed on each side of the accesses. */
const MAX_LISTED = 3;

/** Draws with fewer checked waves than this are not reported. */
const MIN_WAVES = 4;

/**
 * A draw's sections may spend at most three times as long before their first and after their last ordered access as
 * on these accesses. On GFX11 and later, the exit is the export, which no program can send earlier, so only the time
 * before the accesses counts, and it may not exceed their duration. This is reported only if the instructions before
 * the first access or after the last one are slow or numerous enough to be worth moving.
 */
export const PERF_04 = defineRule({
  id: 'PERF-04',
  text: 'Sections do not stay open much longer than their accesses take.',
  severity: 'warning',
  timed: true,
  statements: ['S-091'],
  needs: ['wave-formed', 'memory-issued', 'memory-performed'],
  reads: ({ entry, exits }) => [entry, ...exits],
  unarmedReason: 'no wave accessed ordered memory',
  create(ledgers, judge) {
    const { exitsByExport } = ledgers.entries;
    const maxFactor = exitsByExport ? MAX_IDLE_FACTOR.before : MAX_IDLE_FACTOR.beforeAndAfter;
    const add = (wave: WaveRecord, costs: CostByDraw): void => {
      if (wave.firstOrderedCycle === NEVER || wave.lastOrderedCycle === NEVER) return;
      if (wave.exitIssuedCycle === NEVER) return;
      const cost = costs.getCost(wave.facts.index);
      cost.waveCount++;
      cost.cycles += countIdleCycles(wave, exitsByExport);
      cost.baselineCycles += wave.lastOrderedCycle - wave.firstOrderedCycle;
    };
    return checkWaveCosts(ledgers, judge, add, {
      isExceeded: ({ waveCount, cycles, baselineCycles }, draw) =>
        waveCount >= MIN_WAVES &&
        cycles > maxFactor * baselineCycles &&
        isWorthMoving(getMovableCode(examineDraw(ledgers.draws[draw]!))),
      describe: ({ waveCount, cycles, baselineCycles }, draw) => ({
        allowed: `Sections stay open outside their ordered accesses for at most ${maxFactor === 1 ? '' : `${maxFactor} times `}the duration of those accesses.`,
        observed: `The sections of ${formatCount(waveCount, 'wave', 'waves')} were open for ${formatCount(cycles, 'cycle', 'cycles')} outside their accesses, compared with ${baselineCycles} during them.`,
        hint: describeMovable(ledgers, draw),
      }),
    });
  },
});

/** Counts the cycles for which a section is open before its first and after its last ordered access. */
function countIdleCycles(wave: WaveRecord, exitsByExport: boolean): number {
  const { enteredCycle, firstOrderedCycle, lastOrderedCycle, exitIssuedCycle } = wave;
  const lead = enteredCycle === NEVER ? 0 : Math.max(0, firstOrderedCycle - enteredCycle);
  return exitsByExport ? lead : lead + Math.max(0, exitIssuedCycle - lastOrderedCycle);
}

function isWorthMoving({ beforeAccesses, afterAccesses }: MovableCode): boolean {
  const movable = [...beforeAccesses, ...afterAccesses];
  return movable.some(isSlow) || movable.length >= MANY_INSTRUCTIONS;
}

/** Lists the instructions that could move, slow ones first. */
function describeMovable(ledgers: Ledgers, draw: number): string {
  const facts = ledgers.draws[draw]!;
  const { beforeAccesses, afterAccesses } = getMovableCode(examineDraw(facts));
  const describeSide = (instructions: readonly Instruction[], label: string): string[] => {
    if (instructions.length === 0) return [];
    const sorted = instructions.toSorted((a, b) => Number(isSlow(b)) - Number(isSlow(a)));
    const names = sorted
      .slice(0, MAX_LISTED)
      .map(({ pc }) => formatInstructionAt(ledgers, facts.decoded, pc));
    const remaining = sorted.length - names.length;
    return [`${label}: ${names.join(', ')}${remaining > 0 ? ` and ${remaining} more` : ''}`];
  };
  return `Move ${[...describeSide(beforeAccesses, 'these before the entry wait'), ...describeSide(afterAccesses, 'these after the exit')].join('; move ')}.`;
}
