import type { Ledgers } from '../facts/ledgers.js';
import type { Finding, Judge } from '../findings/judge.js';

/** What one habit of a draw's waves cost. */
export interface DrawCost {
  /** Waves that have it, of those that could. */
  waves: number;
  judged: number;
  /** Cycles that it took from them, and that what it is measured by took. */
  cycles: number;
  measure: number;
}

/** Costs of draws, added up wave by wave. */
export class CostByDraw {
  private readonly costs = new Map<number, DrawCost>();

  /** What a draw's waves cost so far. */
  of(draw: number): DrawCost {
    let cost = this.costs.get(draw);
    if (cost === undefined) {
      cost = { waves: 0, judged: 0, cycles: 0, measure: 0 };
      this.costs.set(draw, cost);
    }
    return cost;
  }

  /** Arms the rule for each draw with a wave that it could judge, and tells of those that are too dear. */
  judge(
    { draws }: Ledgers,
    judge: Judge,
    end: number,
    isDear: (cost: DrawCost) => boolean,
    describe: (cost: DrawCost) => Pick<Finding, 'allowed' | 'observed' | 'hint'>,
  ): void {
    for (const [draw, cost] of this.costs) {
      if (cost.judged === 0) continue;
      judge.armed++;
      if (!isDear(cost)) continue;
      const program = draws[draw]?.program.name ?? '';
      judge.violate(() => ({
        cycle: end,
        unit: 'program',
        place: { draw },
        steps: [`draw ${draw} runs ${program}`],
        ...describe(cost),
      }));
    }
  }
}
