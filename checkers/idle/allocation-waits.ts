import { reservesSpace } from '../exp/space-reserved.js';
import type { Judge } from '../findings/judge.js';
import type { Ledgers } from '../ledger/ledgers.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import type { RuleCheck } from '../rule.js';
import { SLACK_CYCLES } from './entry-bound.js';
import type { LateReport } from './late-report.js';

/** Export space of one packer as launches and frees leave it. */
interface Space {
  /** Launched waves that cannot have space yet, oldest first. */
  readonly waiting: WaveRecord[];
  used: number;
}

/**
 * IDLE-02's part for `sx-alloc`: a launched wave gets export space within the allocation's latency once there is some
 * and the waves launched before it in its packer have theirs (P-077, P-080).
 */
export function judgeAllocations(ledgers: Ledgers, judge: Judge, late: LateReport): RuleCheck {
  const { waves, scenario } = ledgers;
  const { exportSpace, exportAllocLatency } = scenario.freedoms;
  const bound = exportAllocLatency[1] + SLACK_CYCLES;
  const spaces: Space[] = [];
  /** Waves that space is on its way to, with the cycle since when. */
  const due = new Map<WaveRecord, number>();

  const grant = (packer: number, cycle: number): void => {
    const space = spaces[packer];
    while (space !== undefined && space.waiting.length > 0 && space.used < exportSpace) {
      due.set(space.waiting.shift()!, cycle);
      space.used++;
    }
  };

  const judgeWave = (wave: WaveRecord, until: number): void => {
    const since = due.get(wave);
    if (since === undefined) return;
    judge.armed++;
    if (until - since > bound) late(wave, 'gets its export space', since, until, bound);
  };

  return {
    on: {
      'wave-launched': (t) => {
        const wave = waves.find(t.wave);
        if (wave === undefined || !reservesSpace(ledgers.gfx, wave.facts.draw.registers)) return;
        spaces[wave.packer] ??= { waiting: [], used: 0 };
        spaces[wave.packer].waiting.push(wave);
        grant(wave.packer, t.cycle);
      },
      'sx-alloc': (t) => {
        const wave = waves.find(t.wave);
        if (wave === undefined) return;
        judgeWave(wave, t.cycle);
        due.delete(wave);
      },
      'sx-freed': (t) => {
        const space = spaces[t.packer];
        if (space === undefined) return;
        space.used--;
        grant(t.packer, t.cycle);
      },
    },
    finish: (end) => {
      for (const wave of due.keys()) judgeWave(wave, end);
    },
  };
}
