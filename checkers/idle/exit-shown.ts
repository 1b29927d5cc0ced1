import { chipOf } from '../../arch/index.js';
import type { Judge } from '../findings/judge.js';
import type { Ledgers } from '../ledger/ledgers.js';
import type { RuleCheck } from '../rule.js';
import { SLACK_CYCLES } from './entry-bound.js';
import type { LateReport } from './late-report.js';

/** An exit that was counted and that polls do not see yet. */
interface Unseen {
  readonly wave: number;
  readonly cycle: number;
  /** The exiting sequence behind it. */
  readonly sequence: number;
  /** Exits that were on their way to polls when it was counted. */
  readonly ahead: number;
}

/**
 * IDLE-02's part for the exiting id: polls of a packer see an exit within the latency of its path, each a cycle behind
 * the one before it at the earliest (S-041, U11; pipeline.md 3). GFX11 shows no ids. Streams that never tell of an id that
 * became visible are not judged.
 */
export function judgeShown(ledgers: Ledgers, judge: Judge, late: LateReport): RuleCheck {
  const { packers, scenario } = ledgers;
  if (chipOf(scenario.chip).gfx === 'gfx11') return { on: {} };
  const latency = scenario.freedoms.exitVisibleLatency[1];
  /** By packer, oldest first. */
  const unseen: Unseen[][] = [];
  let isTold = false;

  const judgeOne = ({ wave, cycle, ahead }: Unseen, until: number): void => {
    judge.armed++;
    const bound = latency + ahead + SLACK_CYCLES;
    if (until - cycle > bound) late(wave, 'has its exit shown to polls', cycle, until, bound);
  };

  return {
    on: {
      'section-exit': (t) => {
        const wave = ledgers.waves.find(t.wave);
        if (wave === undefined || wave.exitsCounted !== 1) return;
        unseen[wave.packer] ??= [];
        const waiting = unseen[wave.packer];
        const sequence = packers.exitingSequence(packers.packer(wave.packer));
        waiting.push({ wave: t.wave, cycle: t.cycle, sequence, ahead: waiting.length });
      },
      'exiting-id-visible': (t) => {
        isTold = true;
        const waiting = unseen[t.packer] ?? [];
        const { visibleSequence } = packers.packer(t.packer);
        let seen = 0;
        while (seen < waiting.length && waiting[seen].sequence <= visibleSequence) seen++;
        for (const exit of waiting.splice(0, seen)) judgeOne(exit, t.cycle);
      },
    },
    finish: (end) => {
      if (isTold) for (const exit of unseen.flat()) judgeOne(exit, end);
    },
  };
}
