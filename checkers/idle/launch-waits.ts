import type { Judge } from '../findings/judge.js';
import type { Ledgers } from '../ledger/ledgers.js';
import type { WaveRecord } from '../ledger/wave-record.js';
import { NEVER } from '../ledger/wave-record.js';
import type { RuleCheck } from '../rule.js';
import { SLACK_CYCLES } from './entry-bound.js';
import type { LateReport } from './late-report.js';
import { LocalRoom } from './local-room.js';

/** One launch a cycle over all packers (P-066); which of them goes first is the hardware's choice. */
const BOUND_CYCLES = 1 + SLACK_CYCLES;

/**
 * IDLE-02's part for launches: while formed waves wait, a slot is free and the oldest of each packer surely fits the
 * local data share, some wave is launched within the bound (P-066, P-069).
 */
export function judgeLaunches(ledgers: Ledgers, judge: Judge, late: LateReport): RuleCheck {
  const { waves, scenario } = ledgers;
  const room = new LocalRoom(ledgers);
  /** Formed waves of each packer that are not launched, oldest first. */
  const queues: WaveRecord[][] = [];
  let slotsHeld = 0;
  let sawLaunch = false;
  /** Cycle from which on nothing stands in the way of a launch. */
  let since = NEVER;

  const oldest = (): WaveRecord[] => queues.flatMap((queue) => queue.slice(0, 1));

  const look = (cycle: number): void => {
    const ready = oldest();
    const possible =
      ready.length > 0 &&
      slotsHeld < scenario.freedoms.waveSlots &&
      ready.every((wave) => room.surelyFits(wave));
    if (!possible) since = NEVER;
    else if (since === NEVER) since = cycle;
  };

  const judgeWave = (wave: WaveRecord, until: number): void => {
    if (since === NEVER) return;
    judge.armed++;
    if (until - since > BOUND_CYCLES) late(wave, 'is launched', since, until, BOUND_CYCLES);
  };

  return {
    on: {
      'wave-formed': (t) => {
        const wave = waves.find(t.wave);
        if (wave === undefined) return;
        queues[wave.packer] ??= [];
        queues[wave.packer].push(wave);
        look(t.cycle);
      },
      'wave-launched': (t) => {
        const wave = waves.find(t.wave);
        if (wave === undefined) return;
        judgeWave(wave, t.cycle);
        sawLaunch = true;
        const queue = queues[wave.packer] ?? [];
        queues[wave.packer] = queue.filter((other) => other !== wave);
        slotsHeld++;
        room.take(wave, t.simd);
        since = NEVER;
        look(t.cycle);
      },
      'resource-released': (t) => {
        const wave = waves.find(t.wave);
        if (wave === undefined) return;
        slotsHeld--;
        room.free(wave);
        look(t.cycle);
      },
    },
    finish: (end) => {
      const first = oldest()[0];
      if (sawLaunch && first !== undefined) judgeWave(first, end);
    },
  };
}
