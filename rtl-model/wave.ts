import type { WaveState } from '../arch/index.js';
import { QUAD_COLUMNS } from '../transactions/index.js';
import { COUNTER_COUNT } from './counted.js';
import { WaveOverlap } from './db/wave-overlap.js';
import type { FieldRules, Written } from './fingerprint/field-rule.js';
import { assert } from './kernel/assert.js';
import { NO_TOKEN } from './kernel/index.js';
import { PathCycles } from './memory/path-cycles.js';
import type { Place } from './placement.js';
import { QUADS_MAX } from './sc/spec.js';
import type { Group } from './spi/background/group.js';
import type { DrawPlan } from './spi/draw-plan.js';
import { WaveLaunch } from './spi/wave-launch.js';
import type { WavePlan } from './spi/wave-plan.js';
import { WaveSection } from './spi/wave-section.js';
import { WaveLoops } from './sq/wave-loops.js';
import { WavePolling } from './sq/wave-polling.js';
import { FetchedRange } from './sqc/fetched-range.js';
import { WaveExports } from './sx/wave-exports.js';

/** A wave's activity or wait, as seen by the sequencer. */
export const STATUS = {
  FORMED: 0,
  /** An event will run it. */
  RUNNING: 1,
  COUNTER: 2,
  /** In `s_sleep`: an event ends it; an endless sleep gets one when an exit wakes the wave. */
  SLEEPING: 3,
  /** A polling loop without effect: waits for an exiting id and does nothing else. */
  PARKED: 4,
  EXPORT_READY: 5,
  EXPORT_SPACE: 6,
  HALTED: 7,
  /** Ended with operations outstanding; the slot stays in use (traps.md, "Exports outlive s_endpgm"). */
  DRAINING: 8,
  /** The wave's instruction request is queued. */
  FETCH: 9,
  /** At a barrier, waiting for the rest of its group. */
  BARRIER: 10,
  /** The trap handler runs for the wave; an event ends it. */
  TRAPPED: 11,
} as const;

/**
 * Paths that keep a wave's operations in order, besides one per counter: images if they may overtake, parameters, and the global
 * data share.
 */
export const PATH = { image: COUNTER_COUNT, parameter: COUNTER_COUNT + 1, globalShare: COUNTER_COUNT + 2 };
const PATHS = COUNTER_COUNT + 3;

/** A plan, by its number. */
const BY_NUMBER: Written = {
  why: 'a plan is represented by its number',
  write: (plan: { index: number } | undefined, walk) => walk.hash.word(plan?.index ?? -1),
};

/** One wave from formation to exit; records are pooled. A unit's own state for it is a record of that unit. */
export class Wave {
  /** How its fields enter the state fingerprint. */
  static readonly fingerprint: FieldRules<Wave> = {
    index: { excluded: 'the number of its record' },
    plan: BY_NUMBER,
    work: BY_NUMBER,
    place: { excluded: 'implied by the slot' },
    state: { excluded: "its slot's registers, which are included with the slots" },
    group: { excluded: 'background work is not searched' },
    resumeToken: {
      why: 'names an event, which is included among the pending ones',
      write: (token: number, walk) => walk.hash.word(token < 0 ? 0 : 1),
    },
    quads: {
      why: 'quads past the end belong to an older wave',
      write: (quads: Int32Array, walk, owner) =>
        walk.hash.words(quads.subarray(0, owner.quadCount * QUAD_COLUMNS)),
    },
  };

  /** Sequence number in the device, in formation order. */
  number = 0;
  packer = 0;
  /** Sequence number in its packer; the 10-bit id is this plus the first id, modulo the number of ids (`waveId`). */
  sequence = 0;
  id = 0;
  /** Pixel waves only. */
  plan!: DrawPlan;
  /** Plan used by launch and sequencer: a pixel wave's `plan`, or that of its background work. */
  work!: WavePlan;
  /** Its group; background waves only. */
  group: Group | undefined;
  quadCount = 0;
  /** `QUAD_COLUMNS` values per quad. */
  readonly quads = new Int32Array(QUADS_MAX * QUAD_COLUMNS);
  /** Bit i: quad i starts a new layer (S-062). */
  intrawaveMask = 0;

  slot = -1;
  /** The slot's place; set at launch, with the registers. */
  place!: Place;
  state!: WaveState;
  status: number = STATUS.FORMED;
  /** Token of the event that will run it, or `NO_TOKEN`; events with another are stale. */
  resumeToken = NO_TOKEN;
  readonly counters = new Int32Array(COUNTER_COUNT);
  /** Limits of the current wait, in the order of `COUNTER_NAMES`. */
  readonly thresholds = new Int32Array(COUNTER_COUNT);
  /** Why it halted; empty if it did not. */
  haltReason = '';
  /** Whether its program has ended. */
  ended = false;
  /** Whether its slot is free again. */
  drained = false;
  /** Whether the exit tracker has released it. */
  retired = false;

  readonly overlap = new WaveOverlap<Wave>();
  readonly launch = new WaveLaunch();
  readonly section = new WaveSection();
  readonly exports = new WaveExports();
  readonly fetched = new FetchedRange();
  readonly paths = new PathCycles(PATHS);
  readonly polling = new WavePolling();
  readonly loops = new WaveLoops();

  /** `index` names the record in events. */
  constructor(readonly index: number) {}

  /** Prepares the record for a new wave; the launch sets the registers. */
  reset(packer: number, sequence: number, plan: DrawPlan): void {
    this.plan = plan;
    this.restart(packer, sequence, plan);
  }

  /** Whether it issues nothing more and keeps its slot. */
  get isHalted(): boolean {
    return this.haltReason !== '';
  }

  /** Whether it issues nothing, forever or, in an endless loop, until something new starts. */
  get isResting(): boolean {
    return this.haltReason !== '' || this.loops.endless !== undefined;
  }

  /** Prepares the record for a wave of a background group, which no packer knows. */
  resetBackground(group: Group): void {
    this.restart(0, 0, group.plan);
    this.group = group;
    this.retired = true;
  }

  private restart(packer: number, sequence: number, work: WavePlan): void {
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
    this.launch.reset();
    this.section.reset();
    this.exports.reset();
    this.fetched.reset();
    this.paths.reset();
    this.polling.reset();
    this.loops.reset();
  }
}
