import { EXIT_BY_EXPORT, factsOf } from '../../arch/index.js';
import { type KnobValues, wrapId } from '../../transactions/index.js';
import { covergroup } from '../collector/monitor.js';
import { ignoreCross, labelBins } from '../dsl/bins.js';
import { NOT_SAMPLED } from '../dsl/definition.js';
import { generationPoint, getGenerationBins } from './common.js';

const WINDOWS = ['empty', 'up to half', 'beyond half', 'last id'] as const;
const SPACES = ['room left', 'last space'] as const;
const RUNNERS = ['several run', 'one runs', 'all wait', 'all wait, every slot taken'] as const;
const WAKES = ['none', 'longer before', 'up to 8 cycles before', 'in the same cycle'] as const;

/** The maximum number of cycles between an exit and a sleep that just missed it. */
const RECENT_CYCLES = 8;

/**
 * How close the device is to a hang. Sampled whenever the last unit of a resource might be taken. The resource is
 * an id (when a wave is formed), export space (when it is allocated), a running wave (when a wave starts waiting or
 * a launch is refused), or a wake-up (when a wave that an exit can wake falls asleep).
 */
export const hangMargins = covergroup({
  name: 'hang-margins',
  version: 3,
  text: 'States one step away from a hang.',
  statements: ['S-009', 'S-035', 'S-048', 'P-067', 'P-079', 'P-080'],
  points: {
    generation: generationPoint,
    window: {
      text: "How much of the id window separates a new wave from its packer's oldest wave that has not exited.",
      statements: ['S-033', 'S-035'],
      bins: labelBins(WINDOWS),
    },
    space: {
      text: 'Whether a packer has export space left after allocating some to a wave.',
      statements: ['P-077', 'P-079', 'P-080'],
      bins: labelBins(SPACES),
    },
    waiter: {
      text: 'Number of launched pixel waves that are running, rather than waiting for an exiting id, when another wave starts waiting.',
      statements: ['S-009', 'S-046'],
      bins: labelBins(RUNNERS),
    },
    refusal: {
      text: 'Number of launched pixel waves that are running, rather than waiting for an exiting id, when a launch is refused.',
      statements: ['P-065', 'P-067'],
      bins: labelBins(RUNNERS),
    },
    wake: {
      text: 'How long before the sleep an exit that the last poll missed became visible, if there was one. The wake-up is lost unless the hardware latches it.',
      statements: ['S-048'],
      bins: labelBins(WAKES),
    },
  },
  crosses: [
    { text: 'Export space on each generation.', of: ['generation', 'space'] },
    {
      text: 'Refused launches on each generation.',
      of: ['generation', 'refusal'],
      bins: [
        ignoreCross(
          'gfx11 waves do not say that they wait',
          {
            generation: getGenerationBins(EXIT_BY_EXPORT),
            refusal: ['all wait', 'all wait, every slot taken'],
          },
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
    /** Number of waves holding export space, by packer. */
    const holderCounts = table.perTest(new Map<number, number>());
    let ids = new PackerIds();
    let slots = new SlotCounts();
    return {
      begin() {
        ids = new PackerIds();
        slots = new SlotCounts();
      },
      'wave-formed'({ packer, id }) {
        if (test().hasWaveIds) samplePoint(point.window, ids.classifyWindow(packer, id, test().freedoms));
      },
      'section-exit'({ packer, id }) {
        ids.oldest.set(packer, id);
      },
      'exiting-id-visible'({ packer, id, cycle }) {
        ids.recordVisible(packer, id, cycle);
      },
      'sx-alloc'({ packer }) {
        const count = (holderCounts.get(packer) ?? 0) + 1;
        holderCounts.set(packer, count);
        samplePoint(point.space, count >= test().freedoms.exportSpace ? 1 : 0);
      },
      'sx-freed'({ packer }) {
        holderCounts.set(packer, (holderCounts.get(packer) ?? 0) - 1);
      },
      'launch-refused'() {
        samplePoint(point.refusal, slots.classifyRunners(test().freedoms.waveSlots));
      },
      'wave-launched'() {
        slots.held++;
      },
      'background-allocated'() {
        slots.background++;
      },
      'background-released'() {
        slots.background--;
      },
      'exiting-id-polled'({ wave, packer, id }) {
        polledPacker.set(wave, packer);
        polledId.set(wave, id);
        const isNowWaiting = facts.isAdmittedBy(wave, id, test()) ? 0 : 1;
        if (isNowWaiting === isWaiting.get(wave)) return;
        isWaiting.set(wave, isNowWaiting);
        slots.waiting += isNowWaiting === 1 ? 1 : -1;
        if (isNowWaiting === 1) samplePoint(point.waiter, slots.classifyRunners(test().freedoms.waveSlots));
      },
      slept({ wave, cycle }) {
        if (isWaiting.get(wave) === 1 && factsOf(test().gfx).sleepsEndEarly)
          samplePoint(point.wake, ids.classifyWake(polledPacker.get(wave), polledId.get(wave), cycle));
      },
      'wave-ended'({ wave }) {
        slots.ended++;
        slots.waiting -= isWaiting.get(wave);
        isWaiting.set(wave, 0);
      },
      'resource-released'() {
        slots.held--;
        slots.ended--;
      },
    };

    /** Samples a single coverpoint. */
    function samplePoint(pointIndex: number, value: number): void {
      values[pointIndex] = value;
      sampler.sample();
      values[pointIndex] = NOT_SAMPLED;
    }
  },
});

/** The knobs that determine how ids are numbered. */
type IdRange = Pick<KnobValues, 'idWrap' | 'idWindow' | 'idStart'>;

/** Counts of waves that hold slots. All but `background` count pixel waves. */
class SlotCounts {
  held = 0;
  /** Pixel waves that have finished their program. */
  ended = 0;
  /** Pixel waves that are waiting for an exiting id. */
  waiting = 0;
  /** Background waves that hold slots. */
  background = 0;

  /** Returns the index into `RUNNERS`, or `NOT_SAMPLED` if all waves have ended, since none can be waiting then. */
  classifyRunners(slots: number): number {
    if (this.held === this.ended) return NOT_SAMPLED;
    const running = this.held - this.ended - this.waiting;
    if (running > 0) return running > 1 ? 0 : 1;
    return this.held + this.background >= slots ? 3 : 2;
  }
}

/** For each packer: the oldest id that has not exited, the exiting id visible to polls, and when that last changed. */
class PackerIds {
  readonly oldest = new Map<number, number>();
  private readonly visibleIds = new Map<number, number>();
  private readonly changeCycles = new Map<number, number>();

  recordVisible(packer: number, id: number, cycle: number): void {
    this.visibleIds.set(packer, id);
    this.changeCycles.set(packer, cycle);
  }

  /** Returns the index into `WINDOWS` for a wave that is being formed. */
  classifyWindow(packer: number, id: number, { idWrap, idWindow, idStart }: IdRange): number {
    const idCount = idWrap + 1;
    const distance = wrapId(id - (this.oldest.get(packer) ?? idStart), idCount);
    if (distance === 0) return 0;
    if (distance >= idWindow) return 3;
    return distance * 2 <= idWindow ? 1 : 2;
  }

  /** Returns the index into `WAKES` for a wave that falls asleep after polling the given id. */
  classifyWake(packer: number, polledId: number, cycle: number): number {
    const changeCycle = this.changeCycles.get(packer);
    if (changeCycle === undefined || this.visibleIds.get(packer) === polledId) return 0;
    if (cycle - changeCycle > RECENT_CYCLES) return 1;
    return changeCycle === cycle ? 3 : 2;
  }
}
