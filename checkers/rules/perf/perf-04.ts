import type { Instruction } from '../../../arch/index.js';
import { GENERATIONS } from '../../../arch/index.js';
import type { Ledgers } from '../../evidence/facts/ledgers.js';
import type { Judge } from '../../evidence/findings/judge.js';
import { counted, instructionName } from '../../evidence/findings/wording.js';
import type { WaveRecord } from '../../evidence/ledger/wave-record.js';
import { NEVER } from '../../evidence/ledger/wave-record.js';
import type { Rule, RuleCheck } from '../../evidence/rule/rule.js';
import { examinedDraw } from '../../evidence/static/cache.js';
import { type Movable, movableOf, takesLong } from '../../evidence/static/movable.js';
import { type CostByDraw, judgeWaveCosts } from './cost-by-draw.js';

/**
 * Maximum idle time of a section, as a multiple of the duration of its accesses: either before and after
 * them, or only before them.
 */
const IDLE_FACTOR_MAX = { bothSides: 3, aheadOnly: 1 } as const;

/** Number of scalar or vector instructions that are worth moving. */
const MANY_INSTRUCTIONS = 8;

/** Maximum number of instructions that a finding names on each side of the accesses. */
const NAMED_MAX = 3;

/** Minimum number of waves for a meaningful sum. */
const WAVES_MIN = 4;

/**
 * Invariant: outside their ordered accesses, a draw's sections are open for at most three times the accesses'
 * duration, from the end of the entry wait to the exit (S-091). From GFX11 on, the exit is the export, which
 * no program can send earlier, so only the time before the accesses counts, which is at most as long as they
 * take. This is reported if the program can be improved because the instructions before the first access or
 * after the last one are slow or numerous.
 */
export const PERF_04: Rule = {
  id: 'PERF-04',
  text: 'A section is not much longer than its accesses.',
  severity: 'warning',
  timed: true,
  generations: GENERATIONS,
  statements: ['S-091'],
  needs: ['wave-formed', 'memory-issued', 'memory-performed'],
  reads: ({ entry, exits }) => [entry, ...exits],
  unarmed: 'no wave accessed ordered memory',
  create,
};

function create(ledgers: Ledgers, judge: Judge): RuleCheck {
  const { exitsByExport } = ledgers.entries;
  const factorMax = exitsByExport ? IDLE_FACTOR_MAX.aheadOnly : IDLE_FACTOR_MAX.bothSides;
  const add = (wave: WaveRecord, costs: CostByDraw): void => {
    if (wave.orderedFirstCycle === NEVER || wave.orderedLastCycle === NEVER) return;
    if (wave.exitIssuedCycle === NEVER) return;
    const cost = costs.of(wave.facts.index);
    cost.judgedCount++;
    cost.cycles += idleOf(wave, exitsByExport);
    cost.measure += wave.orderedLastCycle - wave.orderedFirstCycle;
  };
  return judgeWaveCosts(ledgers, judge, add, {
    isExceeded: ({ judgedCount, cycles, measure }, draw) =>
      judgedCount >= WAVES_MIN &&
      cycles > factorMax * measure &&
      isWorthMoving(movableOf(examinedDraw(ledgers.draws[draw]!))),
    describe: ({ judgedCount, cycles, measure }, draw) => ({
      allowed: `Outside their ordered accesses, sections are open for at most ${factorMax === 1 ? '' : `${factorMax} times `}the duration of these accesses.`,
      observed: `Those of ${counted(judgedCount, 'wave', 'waves')} were open for ${counted(cycles, 'cycle', 'cycles')} outside their accesses, which took ${measure}.`,
      hint: movableHint(ledgers, draw),
    }),
  });
}

/** Returns the number of cycles in a section before its first and after its last ordered access. */
function idleOf(wave: WaveRecord, exitsByExport: boolean): number {
  const { enteredCycle, orderedFirstCycle, orderedLastCycle, exitIssuedCycle } = wave;
  const lead = enteredCycle === NEVER ? 0 : Math.max(0, orderedFirstCycle - enteredCycle);
  return exitsByExport ? lead : lead + Math.max(0, exitIssuedCycle - orderedLastCycle);
}

function isWorthMoving({ ahead, behind }: Movable): boolean {
  const movable = [...ahead, ...behind];
  return movable.some(takesLong) || movable.length >= MANY_INSTRUCTIONS;
}

/** Names the instructions that could move, slow ones first. */
function movableHint(ledgers: Ledgers, draw: number): string {
  const facts = ledgers.draws[draw]!;
  const { ahead, behind } = movableOf(examinedDraw(facts));
  const text = (instructions: readonly Instruction[], where: string): string[] => {
    if (instructions.length === 0) return [];
    const sorted = instructions.toSorted((a, b) => Number(takesLong(b)) - Number(takesLong(a)));
    const names = sorted.slice(0, NAMED_MAX).map(({ pc }) => instructionName(ledgers, facts.decoded, pc));
    const rest = sorted.length - names.length;
    return [`${where}: ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`];
  };
  return `Move ${[...text(ahead, 'before the entry wait'), ...text(behind, 'after the exit')].join('; ')}.`;
}
