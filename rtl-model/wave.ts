import type { WaveState } from '../arch/index.js';
import { QUAD_COLUMNS } from '../transactions/index.js';
import { COUNTER_COUNT } from './counters.js';
import { WaveOverlap } from './db/wave-overlap.js';
import { assert } from './kernel/assert.js';
import { NO_TOKEN } from './kernel/index.js';
import { PathCycles } from './memory/path-cycles.js';
import type { Place } from './placement.js';
import { MAX_QUADS } from './sc/spec.js';
import type { Group } from './spi/background/group.js';
import type { DrawPlan } from './spi/draw-plan.js';
import { WaveLaunch } from './spi/wave-launch.js';
import type { WavePlan } from './spi/wave-plan.js';
import { WaveSection } from './spi/wave-section.js';
import { WaveLoops } from './sq/wave-loops.js';
import { WavePolling } from './sq/wave-polling.js';
import { FetchedRange } from './sqc/fetched-range.js';
import { WaveExports } from './sx/wave-exports.js';

/** What a wave is doing or waiting for, as the sequencer sees it. */
export const STATUS = {
  FORMED: 0,
  /** Scheduled to run when a pending event fires. */
  RUNNING: 1,
  COUNTER: 2,
  /**
   * In `s_sleep`, until an event wakes the wave. If the sleep has no timeout, the event is scheduled when another wave
   * exits.
   */
  SLEEPING: 3,
  /** In a polling loop without side effects, waiting only for an exiting id. */
  PARKED: 4,
  EXPORT_READY: 5,
  EXPORT_SPACE: 6,
  HALTED: 7,
  /** Ended with operations outstanding. The slot stays in use (traps.md, "Exports outlive s_endpgm"). */
  DRAINING: 8,
  /** Waiting in a queue for an instruction line. */
  FETCH: 9,
  /** At a barrier, waiting for the rest of its group. */
  BARRIER: 10,
  /** In a trap handler, until an event ends it. */
  TRAPPED: 11,
} as const;

/**
 * Paths that keep a wave's operations in order, in addition to one path per counter: images (if they may overtake other
 * accesses), parameters, and the global data share.
 */
export const PATH = { image: COUNTER_COUNT, parameter: COUNTER_COUNT + 1, globalShare: COUNTER_COUNT + 2 };
const PATHS = COUNTER_COUNT + 3;

/** The initial state of each unit whose state for a wave consists of plain values. */
const INITIAL = {
  launch: new WaveLaunch(),
  section: new WaveSection(),
  exports: new WaveExports(),
  fetched: new FetchedRange(),
  polling: new WavePolling(),
  loops: new WaveLoops(),
};

/** A wave, from formation to exit. Records are pooled. Each unit keeps its state for the wave in a type of its own. */
export class Wave {
  /** The wave's device-wide number, in formation order. */
  number = 0;
  packer = 0;
  /** The wave's number in its packer. The first id plus this number, modulo the number of ids, gives the 10-bit id. */
  sequence = 0;
  id = 0;
  /** The plan of the draw, for pixel waves only. */
  plan!: DrawPlan;
  /** The plan that the launcher and the sequencer use: a pixel wave's `plan`, or a background group's plan. */
  work!: WavePlan;
  /** The wave's group, for background waves only. */
  group: Group | undefined;
  quadCount = 0;
  /** `QUAD_COLUMNS` values per quad. */
  readonly quads = new Int32Array(MAX_QUADS * QUAD_COLUMNS);
  /** Bit i is set if quad i starts a new layer (S-062). */
  intrawaveMask = 0;

  slot = -1;
  /** The slot's location. Set at launch, together with the registers. */
  place!: Place;
  state!: WaveState;
  status: number = STATUS.FORMED;
  /** Token of the event that will run the wave, or `NO_TOKEN`. Events with any other token are stale. */
  resumeToken = NO_TOKEN;
  readonly counters = new Int32Array(COUNTER_COUNT);
  /** The limits of the current wait, in the order of `COUNTER_NAMES`. */
  readonly thresholds = new Int32Array(COUNTER_COUNT);
  /** Why the wave halted, or an empty string if it has not. */
  haltReason = '';
  /** Whether the wave's program has ended. */
  ended = false;
  /** Whether the wave's slot is free again. */
  drained = false;
  /** Whether the exit tracker has released the wave. */
  retired = false;

  readonly overlap = new WaveOverlap<Wave>();
  readonly launch = new WaveLaunch();
  readonly section = new WaveSection();
  readonly exports = new WaveExports();
  readonly fetched = new FetchedRange();
  readonly paths = new PathCycles(PATHS);
  readonly polling = new WavePolling();
  readonly loops = new WaveLoops();

  /** @param index identifies the record in events */
  constructor(readonly index: number) {}

  /** Prepares the record for a new wave. The registers are set at launch. */
  reset(packer: number, sequence: number, plan: DrawPlan): void {
    this.plan = plan;
    this.resetCommon(packer, sequence, plan);
  }

  /** Whether the wave has stopped issuing for good but still holds its slot. */
  get isHalted(): boolean {
    return this.haltReason !== '';
  }

  /** Whether the wave is halted, or stopped in an endless loop until new work starts. */
  get isStopped(): boolean {
    return this.haltReason !== '' || this.loops.endless !== undefined;
  }

  /** Prepares the record for a wave of a background group, which belongs to no packer. */
  resetBackground(group: Group): void {
    this.resetCommon(0, 0, group.plan);
    this.group = group;
    this.retired = true;
  }

  private resetCommon(packer: number, sequence: number, work: WavePlan): void {
    assert(sequence >= 0 && packer >= 0, 'packer and sequence number are valid');
    this.packer = packer;
    this.sequence = sequence;
    this.work = work;
    this.group = undefined;
    this.quadCount = 0;
    this.intrawaveMask = 0;
    this.slot = -1;
    this.status = STATUS.FORMED;
    this.resumeToken = NO_TOKEN;
    this.counters.fill(0);
    this.haltReason = '';
    this.ended = false;
    this.drained = false;
    this.retired = false;
    this.overlap.reset();
    this.paths.reset();
    Object.assign(this.launch, INITIAL.launch);
    Object.assign(this.section, INITIAL.section);
    Object.assign(this.exports, INITIAL.exports);
    Object.assign(this.fetched, INITIAL.fetched);
    Object.assign(this.polling, INITIAL.polling);
    Object.assign(this.loops, INITIAL.loops);
  }
}
