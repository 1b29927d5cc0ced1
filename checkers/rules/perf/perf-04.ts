import { factsOf, type Instruction } from '../../../arch/index.js';
import { memoise } from '../../evidence/basics/default-map.js';
import { examineDraw } from '../../evidence/static/cache.js';
import { findReachable, getFlowGraph } from '../../evidence/static/flow-graph.js';
import type { StaticReport } from '../../evidence/static/report.js';
import {
  defineRule,
  formatCount,
  formatInstructionAt,
  type Ledgers,
  NEVER,
  type WaveRecord,
} from '../../kit.js';
import { type CostByDraw, checkWaveCosts } from './cost-by-draw.js';

/**
 * Whether an instruction takes longer than vector or scalar ALU work, because it involves units outside the SIMD or
 * sleeps.
 */
function isSlow({ kind }: Instruction): boolean {
  return kind !== 'alu';
}

/**
 * Returns the instructions that a program could move out of its section without other changes, because they come before
 * or after all of its accesses: those that could come before its entry wait, and those that could follow its exit, none
 * if the exit is an export. Does not look for independent work between accesses, or consider costs such as register
 * pressure.
 */
const getMovableCode = memoise(({ program, region, section }: StaticReport) => {
  const { instructions, gfx } = program;
  if (section.accesses.size === 0) return { beforeAccesses: [], afterAccesses: [] };
  const { next, previous } = getFlowGraph(program);
  const accesses = [...section.accesses];
  const after = findReachable(
    accesses.flatMap((index) => next[index]!),
    next,
  );
  const before = findReachable(
    accesses.flatMap((index) => previous[index]!),
    previous,
  );
  const inRegion = [...region].sort((a, b) => a - b).filter((index) => !section.accesses.has(index));
  const selectMovable = (indices: readonly number[]): Instruction[] =>
    indices.map((index) => instructions[index]!).filter(canMove);
  return {
    beforeAccesses: selectMovable(inRegion.filter((index) => !after.has(index) && before.has(index))),
    afterAccesses: factsOf(gfx).exitsByExport
      ? []
      : selectMovable(inRegion.filter((index) => !before.has(index))),
  };
});

/** Whether an instruction can be moved. The protocol's waits, fences and register writes must stay in place. */
function canMove({ kind }: Instruction): boolean {
  return kind === 'alu' || kind === 'memory' || kind === 'export' || kind === 'sleep';
}

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

function isWorthMoving({ beforeAccesses, afterAccesses }: ReturnType<typeof getMovableCode>): boolean {
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
