import type { Chip, GenerationFacts, Gfx, InstructionSet, WaveSize } from '../arch/index.js';
import { chipOf, factsOf, getInstructionSet, SEPARATE_MEMORY, type WordSource } from '../arch/index.js';
import type { FaultId, KnobValues, Scenario, Schedule, TransactionSink } from '../transactions/index.js';
import { CHOICE } from './choice-points.js';
import { type CounterMap, getCounterMap } from './counters.js';
import { assert } from './kernel/assert.js';
import { type Calendar, type Choices, EventWheel, OrderWheel } from './kernel/index.js';
import type { LatencyBursts } from './latency-bursts.js';

/** The units that receive events. Each value is stored in the low bits of an event's number. */
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

/** The name of a unit that receives events. */
export type UnitName = keyof typeof UNIT;

const UNIT_BITS = 5;

/** The maximum index in an event. Events are 31-bit numbers. */
const MAX_INDEX = 2 ** (31 - UNIT_BITS) - 1;

/** Makes an event addressed to entry `index` of `unit`. Units that have a single entry use index 0. */
export function makeEvent(unit: number, index = 0): number {
  assert(index >= 0 && index <= MAX_INDEX, "the event's index fits in the event number");
  return (index << UNIT_BITS) | unit;
}

/** The maximum number of paths per wave. */
const MAX_PATHS = 16;

/** Returns the queue for a wave's events to a unit along one path (a counter index or a member of `PATH`). */
export function getEventQueue(unit: number, wave: number, path: number): number {
  assert(path >= 0 && path < MAX_PATHS, 'the path number is valid');
  return makeEvent(unit, wave * MAX_PATHS + path);
}

/** Returns the unit that receives an event. */
export function getReceiver(event: number): number {
  return event & ((1 << UNIT_BITS) - 1);
}

/** Returns the index of an event's entry in the receiving unit. */
export function indexOf(event: number): number {
  return event >>> UNIT_BITS;
}

/** The number of cycles on the calendar wheel. Longer delays take several revolutions. */
const WHEEL_CYCLES = 1024;

/**
 * Creates a calendar that fires events at their scheduled times or, for an order schedule, in whatever order is chosen.
 */
function createCalendar(schedule: Schedule, choices: Choices, memory: WordSource): Calendar {
  return schedule.strategy === 'order'
    ? new OrderWheel(choices, CHOICE.EVENT_ORDER, schedule.together)
    : new EventWheel(WHEEL_CYCLES, choices, CHOICE.EVENT_ORDER, memory);
}

/** The members of `T` that are functions. */
export type Functions<T> = {
  readonly [Name in keyof T as T[Name] extends (...values: never) => unknown ? Name : never]: T[Name];
};

/**
 * Creates a fault of a unit or of its outputs: receives the working unit, the context and the unit's present functions,
 * bound to the unit, and returns replacements for parts of its boundary. A fault keeps its own state, so that units need
 * no fields or branches for faults. For example, F164 in `spi/faults.ts` counts the returns of export space and drops
 * every fourth one.
 */
export type FaultFactory<T extends object> = (
  unit: T,
  context: DeviceContext,
  clean: Functions<T>,
) => Partial<T>;

/** The faults of a unit or of its outputs. */
export type FaultTable<T extends object> = Readonly<Partial<Record<FaultId, FaultFactory<T>>>>;

/** The fault tables of a device, by the prototype of their unit or by the outputs that they replace. */
export type DeviceFaults = ReadonlyMap<object, FaultTable<object>>;

/** Returns an object's functions as they are now, bound to the object, so that they stay usable once replaced. */
function bindFunctions<T extends object>(unit: T): Functions<T> {
  const bound: Record<string, unknown> = {};
  for (let owner = unit; owner !== Object.prototype; owner = Object.getPrototypeOf(owner)) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(owner)))
      if (typeof value === 'function') bound[name] ??= value.bind(unit);
  }
  return bound as Functions<T>;
}

/** The state shared by all units of a running device. */
export class DeviceContext {
  readonly chip: Chip;
  readonly gfx: Gfx;
  /** The instruction set used to decode programs. */
  readonly set: InstructionSet;
  readonly lanes: WaveSize;
  readonly freedoms: KnobValues;
  readonly wheel: Calendar;
  /** Facts about the chip's generation. */
  readonly facts: GenerationFacts;
  /** The counter that each kind of operation uses on this generation. */
  readonly counterMap: CounterMap;
  /** Whether the stimulus has ended, that is, whether the last draw and the last background group have arrived. */
  hasStimulusEnded: () => boolean = () => false;
  /** Undefined if latencies are independent of each other. */
  bursts: LatencyBursts | undefined;
  /** The sequence number of the next access to any memory, counted from 0. */
  nextAccess = 0;
  /** The number of changes so far to anything that waves can read (see `noteChange`). */
  changes = 0;
  /**
   * The value of `changes` when the device last started watching a wave for iterations with no effect, or -1 if it
   * never has. Once `changes` is larger, every watcher has already seen a change, so later stores do not matter.
   */
  watchedSince = -1;
  private readonly faults: ReadonlySet<FaultId>;

  constructor(
    readonly scenario: Scenario,
    readonly choices: Choices,
    /** Receives the transactions. If null, no one is listening and no transactions are created. */
    readonly sink: TransactionSink | null,
    /** Allocates arrays that live as long as the device. */
    readonly memory: WordSource = SEPARATE_MEMORY,
    private readonly deviceFaults: DeviceFaults = new Map(),
  ) {
    this.chip = chipOf(scenario.chip);
    this.gfx = this.chip.gfx;
    this.set = getInstructionSet(this.chip);
    this.lanes = scenario.wave;
    this.freedoms = scenario.freedoms;
    this.wheel = createCalendar(scenario.schedule, choices, memory);
    this.facts = factsOf(this.gfx);
    this.counterMap = getCounterMap(this.gfx);
    this.faults = new Set(scenario.faults);
  }

  get now(): number {
    return this.wheel.now;
  }

  /** Records a change to something that waves can read: memory, a data share, an exiting id or a cache's contents. */
  noteChange(): void {
    this.changes++;
  }

  /** Whether latencies determine when events occur. */
  get isTimed(): boolean {
    return !(this.wheel instanceof OrderWheel);
  }

  /** Chooses a latency, in cycles, from the knob's range. In an order schedule, it is the minimum. */
  latency(point: number, range: readonly [number, number]): number {
    assert(range[0] <= range[1], 'the minimum must not exceed the maximum');
    if (!this.isTimed) return range[0];
    if (this.bursts !== undefined) return this.bursts.latency(point, range, this.now);
    const extraCycles = this.choices.choose(point, range[1] - range[0] + 1);
    assert(extraCycles >= 0 && extraCycles <= range[1] - range[0], 'the latency is within its range');
    return range[0] + extraCycles;
  }

  /** Returns a copy of a unit's clean outputs with the scenario's faults applied. */
  outputs<T extends object>(clean: T): T {
    return this.faults.size === 0 ? clean : this.inject({ ...clean }, clean);
  }

  /**
   * Applies the scenario's faults to a unit by replacing parts of its boundary, and returns the unit. `owner` is the
   * object whose fault table applies.
   */
  inject<T extends object>(unit: T, owner: object = unit): T {
    if (this.faults.size === 0) return unit;
    for (const [id, fault] of Object.entries(this.findFaults(owner)) as [FaultId, FaultTable<T>[FaultId]][]) {
      if (this.faults.has(id)) Object.assign(unit, fault!(unit, this, bindFunctions(unit)));
    }
    return unit;
  }

  /** Returns the fault table of an object or of its nearest prototype that has one. */
  private findFaults(owner: object | null): FaultTable<object> {
    return owner === null
      ? {}
      : (this.deviceFaults.get(owner) ?? this.findFaults(Object.getPrototypeOf(owner)));
  }
}
