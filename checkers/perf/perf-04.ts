import { GENERATIONS } from '../../arch/index.js';
import type { Ledgers } from '../facts/ledgers.js';
import type { Judge } from '../findings/judge.js';
import { counted } from '../findings/wording.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import { NEVER } from '../ledger/wave-record.js';
import type { Rule, RuleCheck } from '../rule/rule.js';
import { CostByDraw } from './cost-by-draw.js';

/** How often as long as the accesses the rest may be: on GFX11, where only what comes ahead of them counts, once. */
const REST_MAX = { program: 3, ahead: 1 } as const;

/** Waves from which on their sum means something. */
const WAVES_MIN = 4;

/**
 * Invariant: the sections of a draw, from the end of the entry wait to the exit, are at most four times as long as their
 * ordered accesses take, all taken together (S-091). On GFX11 the exit is the export, which no program can send earlier:
 * only what comes ahead of the accesses counts there.
 */
export const PERF_04: Rule = {
  id: 'PERF-04',
  text: 'A section is not much longer than its accesses.',
  severity: 'warning',
  generations: GENERATIONS,
  statements: ['S-091'],
  needs: ['wave-formed', 'memory-issued', 'memory-performed'],
  reads: ({ entry, exits }) => [entry, ...exits],
  unarmed: 'no wave accessed ordered memory',
  create,
};

function create(ledgers: Ledgers, judge: Judge): RuleCheck {
  const { exitsByExport } = ledgers.entries;
  const most = exitsByExport ? REST_MAX.ahead : REST_MAX.program;
  const costs = new CostByDraw();
  const addRest = ledgers.waves.hearAll((wave) => {
    if (wave.orderedFirstCycle === NEVER || wave.orderedLastCycle === NEVER) return;
    if (wave.exitIssuedCycle === NEVER) return;
    const cost = costs.of(wave.facts.index);
    cost.judged++;
    cost.cycles += idleOf(wave, exitsByExport);
    cost.measure += wave.orderedLastCycle - wave.orderedFirstCycle;
  });
  return {
    on: {},
    finish: (end) => {
      addRest();
      costs.judge(
        ledgers,
        judge,
        end,
        ({ judged, cycles, measure }) => judged >= WAVES_MIN && cycles > most * measure,
        ({ judged, cycles, measure }) => ({
          allowed: `Outside their ordered accesses, sections are open for at most ${most === 1 ? '' : `${most} times `}the duration of these accesses.`,
          observed: `Those of ${counted(judged, 'wave', 'waves')} were open for ${counted(cycles, 'cycle', 'cycles')} outside their accesses, which took ${measure}.`,
          hint: 'Move work that does not access ordered memory before the entry wait or after the exit.',
        }),
      );
    },
  };
}

/** Cycles of a section ahead of its first and after its last ordered access. */
function idleOf(wave: WaveRecord, exitsByExport: boolean): number {
  const { enteredCycle, orderedFirstCycle, orderedLastCycle, exitIssuedCycle } = wave;
  const lead = enteredCycle === NEVER ? 0 : Math.max(0, orderedFirstCycle - enteredCycle);
  return exitsByExport ? lead : lead + Math.max(0, exitIssuedCycle - orderedLastCycle);
}
