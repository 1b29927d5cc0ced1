import type { Ledgers } from '../../evidence/facts/ledgers.js';
import type { Finding, Judge } from '../../evidence/findings/judge.js';
import type { WaveRecord } from '../../evidence/ledger/wave-record.js';
import type { RuleCheck } from '../../evidence/rule/rule.js';

/** Cost of one habit of a draw's waves. */
export interface DrawCost {
  /** Number of judged waves with the habit, and of all judged ones. */
  affectedCount: number;
  judgedCount: number;
  /** Cycles lost to the habit, and the cycles that they are compared with. */
  cycles: number;
  measure: number;
}

/** When a draw costs too much, and its finding's text. */
export interface CostLimit {
  readonly isExceeded: (cost: DrawCost, draw: number) => boolean;
  readonly describe: (cost: DrawCost, draw: number) => Pick<Finding, 'allowed' | 'observed' | 'hint'>;
}

/** Costs of draws, accumulated wave by wave. */
export class CostByDraw {
  private readonly costs = new Map<number, DrawCost>();

  /** Costs of a draw's waves so far. */
  of(draw: number): DrawCost {
    let cost = this.costs.get(draw);
    if (cost === undefined) {
      cost = { affectedCount: 0, judgedCount: 0, cycles: 0, measure: 0 };
      this.costs.set(draw, cost);
    }
    return cost;
  }

  /** Arms the rule for each draw with a judged wave, and reports those exceeding the limit. */
  judge({ draws }: Ledgers, judge: Judge, end: number, { isExceeded, describe }: CostLimit): void {
    for (const [draw, cost] of this.costs) {
      if (cost.judgedCount === 0) continue;
      judge.armed++;
      if (!isExceeded(cost, draw)) continue;
      const program = draws[draw]?.program.name ?? '';
      judge.violate(() => ({
        cycle: end,
        unit: 'program',
        place: { draw },
        steps: [`draw ${draw} runs ${program}`],
        ...describe(cost, draw),
      }));
    }
  }
}

/** Judges per-wave costs: `add` receives every wave once, at the latest at the end of the stream. */
export function judgeWaveCosts(
  ledgers: Ledgers,
  judge: Judge,
  add: (wave: WaveRecord, costs: CostByDraw) => void,
  limit: CostLimit,
): RuleCheck {
  const costs = new CostByDraw();
  const addRest = ledgers.waves.onEachWave((wave) => add(wave, costs));
  return {
    on: {},
    finish: (end) => {
      addRest();
      costs.judge(ledgers, judge, end, limit);
    },
  };
}
