import type { Chip, GenerationFacts, Gfx, InstructionSet, WaveSize } from '../arch/index.js';
import { chipOf, factsOf, instructionSetOf, OWN_MEMORY, type WordSource } from '../arch/index.js';
import type {
  FaultId,
  FaultyDevice,
  Freedoms,
  Scenario,
  Schedule,
  TransactionSink,
} from '../transactions/index.js';
import { CHOICE } from './choice-points.js';
import { type Counted, countedBy } from './counted.js';
import { assert } from './kernel/assert.js';
import { type Calendar, type Choices, EventWheel, OrderWheel } from './kernel/index.js';
import type { LatencyBursts } from './latency-bursts.js';
import { ownEntriesOf } from './own-fault-tables.js';

/** Units that receive events, as the low bits of an event number. */
export const UNIT = {
  SCAN: 0,
  FORMATION_TIMEOUT: 1,
  LAUNCH: 2,
  WAVE: 3,
  PERFORM: 4,
  RETURN: 5,
  EXIT_ARRIVES: 6,
  EXIT_VISIBLE: 7,
  EXPORT_SPACE: 8,
  EXPORT_DONE: 9,
  EXPORT_READY: 10,
  FETCH: 11,
  LDS: 12,
  WRITE_BACK: 13,
  EXPORT_BUS: 14,
  BACKGROUND: 15,
  GDS: 16,
  LDS_BANKS: 17,
  BOUNDARY: 18,
} as const;

/** Name of a unit that receives events. */
export type UnitName = keyof typeof UNIT;

const UNIT_BITS = 5;

/** An event has 31 bits. */
const INDEX_MAX = 2 ** (31 - UNIT_BITS) - 1;

/** The event for entry `index` of `unit`; units with a single entry use 0. */
export function eventOf(unit: number, index = 0): number {
  assert(index >= 0 && index <= INDEX_MAX, "the event's index fits in its code");
  return (index << UNIT_BITS) | unit;
}

/** Maximum number of paths per wave. */
const PATHS_MAX = 16;

/** The queue of a wave's events to a unit along one path (a counter index, or `PATH`). */
export function queueOf(unit: number, wave: number, path: number): number {
  assert(path >= 0 && path < PATHS_MAX, 'the path number is valid');
  return eventOf(unit, wave * PATHS_MAX + path);
}

/** Unit of an event. */
export function unitOf(event: number): number {
  return event & ((1 << UNIT_BITS) - 1);
}

/** Index of an event. */
export function indexOf(event: number): number {
  return event >>> UNIT_BITS;
}

/** Cycles of the calendar wheel; longer delays take several revolutions. */
const WHEEL_CYCLES = 1024;

/** Fires events at their times, or in any order if the schedule only orders events. */
function calendarOf(schedule: Schedule, choices: Choices, memory: WordSource): Calendar {
  return schedule.strategy === 'order'
    ? new OrderWheel(choices, CHOICE.EVENT_ORDER, schedule.together)
    : new EventWheel(WHEEL_CYCLES, choices, CHOICE.EVENT_ORDER, memory);
}

/**
 * The faults of a unit or its outputs. Each entry is a factory that receives the working unit, returns replacements for parts
 * of its boundary, and keeps its own state. So units have no fields or branches for faults. Example: F164 in
 * `spi/export-faults.ts` counts returned space and loses every fourth piece.
 */
export type FaultTable<T extends object> = Readonly<
  Partial<Record<FaultId, (unit: T, context: DeviceContext) => Partial<T>>>
>;

/** State shared by all units of one running device. */
export class DeviceContext {
  readonly chip: Chip;
  readonly gfx: Gfx;
  /** The instruction set that programs are decoded for. */
  readonly set: InstructionSet;
  readonly lanes: WaveSize;
  readonly freedoms: Freedoms;
  readonly wheel: Calendar;
  /** Facts of the chip's generation. */
  readonly facts: GenerationFacts;
  /** Which counters the generation's operations use. */
  readonly counted: Counted;
  /** Whether the stimulus has ended: the last draw and the last background group have arrived. */
  hasStimulusEnded: () => boolean = () => false;
  /** Undefined if latencies are independent of each other. */
  bursts: LatencyBursts | undefined;
  /** Number of the next access to any memory, from 0. */
  nextAccess = 0;
  /** Number of changes so far to what waves can read (`noteChange`). */
  changes = 0;
  /**
   * Value of `changes` when a wave was last watched for iterations that change nothing, -1 for never. Once `changes` is larger,
   * every watcher has already seen a change, so further stores no longer matter.
   */
  changesWatched = -1;
  private readonly faults: ReadonlySet<FaultId>;

  constructor(
    readonly scenario: Scenario,
    readonly choices: Choices,
    /** Receives transactions; null if no one listens, and then none are created. */
    readonly sink: TransactionSink | null,
    /** Allocator of arrays that live as long as the device. */
    readonly memory: WordSource = OWN_MEMORY,
  ) {
    this.chip = chipOf(scenario.chip);
    this.gfx = this.chip.gfx;
    this.set = instructionSetOf(this.chip);
    this.lanes = scenario.wave;
    this.freedoms = scenario.freedoms;
    this.wheel = calendarOf(scenario.schedule, choices, memory);
    this.facts = factsOf(this.gfx);
    this.counted = countedBy(this.gfx);
    this.faults = new Set(scenario.faults);
  }

  get now(): number {
    return this.wheel.now;
  }

  /** Records a change in something that waves can read: memory, a data share, an exiting id, or cache contents. */
  noteChange(): void {
    this.changes++;
  }

  /** Whether latencies determine when events occur. */
  get isTimed(): boolean {
    return !(this.wheel instanceof OrderWheel);
  }

  /**
   * A latency in cycles chosen from the knob's range, for the event that the caller schedules next.
   *
   * @param times how often that event's delay includes it.
   */
  latency(point: number, range: readonly [number, number], times = 1): number {
    assert(range[0] <= range[1], "the range's minimum is at most its maximum");
    if (this.wheel instanceof OrderWheel) {
      this.wheel.setLatencyRange({ point, span: range[1] - range[0], times });
      return range[0];
    }
    if (this.bursts !== undefined) return this.bursts.latency(point, range, this.now);
    const extraCycles = this.choices.choose(point, range[1] - range[0] + 1);
    assert(extraCycles >= 0 && extraCycles <= range[1] - range[0], 'the latency is within its range');
    return range[0] + extraCycles;
  }

  /** Cycles to the end of the current period of `period` cycles, with the first starting at `start`. */
  cyclesToPeriodEnd(start: number, period: number): number {
    assert(period > 0, 'the period is positive');
    if (!(this.wheel instanceof OrderWheel)) return period - ((this.now - start) % period);
    this.wheel.setLatencyRange({ point: -1, span: period - 1, times: 1 });
    return 1;
  }

  /** A copy of a unit's clean outputs with the scenario's faults for it applied. */
  outputs<T extends object>(clean: T, faults: FaultTable<T>): T {
    return this.faults.size === 0 ? clean : this.inject({ ...clean }, faults);
  }

  /** The view of the device that users' faults get. */
  private get faultyDevice(): FaultyDevice {
    return { chip: this.scenario.chip, gfx: this.gfx, wave: this.lanes, packers: this.freedoms.packers };
  }

  /** Replaces parts of a unit's boundary with the scenario's faults; returns the unit. */
  inject<T extends object>(unit: T, faults: FaultTable<T>): T {
    if (this.faults.size === 0) return unit;
    for (const [id, fault] of Object.entries(faults) as [FaultId, FaultTable<T>[FaultId]][]) {
      if (this.faults.has(id)) Object.assign(unit, fault!(unit, this));
    }
    for (const [id, fault] of ownEntriesOf(faults)) {
      if (this.faults.has(id)) Object.assign(unit, fault(unit, this.faultyDevice));
    }
    return unit;
  }
}
