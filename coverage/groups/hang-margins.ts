import { EXIT_BY_EXPORT, factsOf } from '../../arch/index.js';
import { covergroup } from '../collector/monitor.js';
import { ignoreCross, labelBins } from '../dsl/bins.js';
import { NOT_SAMPLED } from '../dsl/definition.js';
import { binsOf, generationPoint } from './common.js';

const WINDOWS = ['empty', 'up to half', 'beyond half', 'last id'] as const;
const SPACES = ['room left', 'last space'] as const;
const RUNNERS = ['several run', 'one runs', 'all wait', 'all wait, every slot taken'] as const;
const WAKES = ['none', 'longer before', 'up to 8 cycles before', 'in the same cycle'] as const;

/** Cycles before a sleep in which an exit counts as just missed. */
const LATELY = 8;

/**
 * How near the device comes to standing still; sampled where the last of something may be taken: an id (a wave is formed),
 * export space (it is given out), a running wave (a wave begins to wait, or a launch is refused), a wake (a wave falls asleep whom exits wake).
 */
export const hangMargins = covergroup({
  name: 'hang-margins',
  version: 3,
  text: 'States one step away from a hang.',
  statements: ['S-009', 'S-035', 'S-048', 'P-067', 'P-079', 'P-080'],
  points: {
    generation: generationPoint,
    window: {
      text: 'Share of the id window between a new wave and the oldest one of its packer that has not exited.',
      statements: ['S-033', 'S-035'],
      bins: labelBins(WINDOWS),
    },
    space: {
      text: 'Export space of its packer when a wave gets some.',
      statements: ['P-077', 'P-079', 'P-080'],
      bins: labelBins(SPACES),
    },
    waiter: {
      text: 'Launched pixel waves that still run, and do not wait for an exiting id, when another wave begins to wait.',
      statements: ['S-009', 'S-046'],
      bins: labelBins(RUNNERS),
    },
    refusal: {
      text: 'The same count when a launch is refused.',
      statements: ['P-065', 'P-067'],
      bins: labelBins(RUNNERS),
    },
    wake: {
      text: 'When an exit became visible that a wave falling asleep missed in its last poll; its wake is lost unless remembered.',
      statements: ['S-048'],
      bins: labelBins(WAKES),
    },
  },
  crosses: [
    { name: 'generation x space', text: 'Export space on each generation.', of: ['generation', 'space'] },
    {
      name: 'generation x refusal',
      text: 'Refused launches on each generation.',
      of: ['generation', 'refusal'],
      bins: [
        ignoreCross(
          'gfx11 waves do not say that they wait',
          { generation: binsOf(EXIT_BY_EXPORT), refusal: ['all wait', 'all wait, every slot taken'] },
          'A wait for export-ready is visible only when it ends (S-054).',
        ),
      ],
    },
  ],
  monitor({ sampler, table, facts, test }) {
    const { values, point } = sampler;
    const isWaiting = table.column();
    const polledPacker = table.column();
    const polledId = table.column();
    /** Oldest id that has not exited, and waves that hold export space, by packer. */
    const oldest = new Map<number, number>();
    const holders = new Map<number, number>();
    /** Exiting id that polls see, and since when, by packer. */
    const shown = new Map<number, number>();
    const movedAt = new Map<number, number>();
    let inSlots = 0;
    let ended = 0;
    let competitors = 0;
    let waiting = 0;
    return {
      begin() {
        oldest.clear();
        holders.clear();
        shown.clear();
        movedAt.clear();
        inSlots = 0;
        ended = 0;
        competitors = 0;
        waiting = 0;
        values[point.generation] = test().generation;
      },
      'wave-formed'({ packer, id }) {
        const { idWrap, idWindow, idStart } = test().freedoms;
        if (!test().hasWaveIds) return;
        const ids = idWrap + 1;
        const back = (id - (oldest.get(packer) ?? idStart % ids) + ids) % ids;
        sampleAlone(point.window, windowShare(back, idWindow));
      },
      'section-exit'({ packer, id }) {
        oldest.set(packer, id);
      },
      'exiting-id-visible'({ packer, id, cycle }) {
        shown.set(packer, id);
        movedAt.set(packer, cycle);
      },
      'sx-alloc'({ packer }) {
        const count = (holders.get(packer) ?? 0) + 1;
        holders.set(packer, count);
        sampleAlone(point.space, count >= test().freedoms.exportSpace ? 1 : 0);
      },
      'sx-freed'({ packer }) {
        holders.set(packer, (holders.get(packer) ?? 0) - 1);
      },
      'launch-refused'() {
        sampleAlone(point.refusal, runners());
      },
      'wave-launched'() {
        inSlots++;
      },
      'background-allocated'() {
        competitors++;
      },
      'background-released'() {
        competitors--;
      },
      'exiting-id-polled'({ wave, packer, id }) {
        polledPacker.set(wave, packer);
        polledId.set(wave, id);
        const waits = facts.isPassedBy(wave, id, test()) ? 0 : 1;
        if (waits === isWaiting.get(wave)) return;
        isWaiting.set(wave, waits);
        waiting += waits === 1 ? 1 : -1;
        if (waits === 1) sampleAlone(point.waiter, runners());
      },
      slept({ wave, cycle }) {
        if (isWaiting.get(wave) === 1 && factsOf(test().gfx).sleepsEndEarly)
          sampleAlone(point.wake, wakeOf(wave, cycle));
      },
      'wave-ended'({ wave }) {
        ended++;
        waiting -= isWaiting.get(wave);
        isWaiting.set(wave, 0);
      },
      'resource-released'() {
        inSlots--;
        ended--;
      },
    };

    /** Counts one quantity; the others take no part. */
    function sampleAlone(at: number, value: number): void {
      values[at] = value;
      sampler.sample();
      values[at] = NOT_SAMPLED;
    }

    /** Index into `RUNNERS`; when all have ended nothing waits. */
    function runners(): number {
      if (inSlots === ended) return NOT_SAMPLED;
      const running = inSlots - ended - waiting;
      if (running > 0) return running > 1 ? 0 : 1;
      return inSlots + competitors >= test().freedoms.waveSlots ? 3 : 2;
    }

    /** Index into `WAKES`. */
    function wakeOf(wave: number, cycle: number): number {
      const packer = polledPacker.get(wave);
      const moved = movedAt.get(packer);
      if (moved === undefined || shown.get(packer) === polledId.get(wave)) return 0;
      if (cycle - moved > LATELY) return 1;
      return moved === cycle ? 3 : 2;
    }
  },
});

/** Index into `WINDOWS`. */
function windowShare(back: number, window: number): number {
  if (back === 0) return 0;
  if (back >= window) return 3;
  return back * 2 <= window ? 1 : 2;
}
