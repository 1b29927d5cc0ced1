import type { WordSource } from '../arch/index.js';
import type { Design, Scenario, TransactionSink } from '../transactions/index.js';
import { type Budget, findExceededLimit } from './budget.js';
import { DeviceContext, getReceiver, indexOf, UNIT, type UnitName } from './context.js';
import { EventOrder, type EventSubject, EventSubjects } from './event-order.js';
import { assert } from './kernel/assert.js';
import { type Choices, NO_EVENT, OrderWheel } from './kernel/index.js';
import { Units } from './units.js';
import { getDeviceFaults } from './user-faults.js';
import { findWaiters } from './waiting.js';

/**
 * Asserts that no unit still holds wave state once no events are pending and the last wave has drained. For example, if
 * `release` forgets to free a VGPR, no wave owns it, but `Extents` still counts it as used.
 *
 * @throws AssertionError that names the leftover state.
 */
function assertAtRest(units: Units): void {
  const { launcher, trackers, tables, packers } = units;
  if (!launcher.isIdle || !packers.every((packer) => packer.isIdle)) return;
  assert(launcher.isFullyFree, 'all resources are free after the last wave');
  assert(units.memory.isIdle, 'every access has returned');
  assert(units.localDataShare.isIdle, 'every local data share access has returned');
  assert(units.globalDataShare.isIdle, 'every global data share access has returned');
  assert(units.exports.isIdle, 'every export is done');
  assert(units.instructionCache.isIdle, 'every code request has been served');
  assert(units.sequencer.isIdle, 'every trap handler has returned');
  assert(units.depth?.isIdle ?? true, 'every late test is done');
  assert(units.merger?.isIdle ?? true, 'every merge is done');
  assert(units.records.allFree, 'all wave records are free');
  for (const [packer, tracker] of trackers.entries())
    assert(!tracker.isEmpty || tables[packer].used === 0, 'a table is empty once its waves have exited');
}

/**
 * A loop, given by the byte offsets of its first and last instructions. `rounds` counts every backward branch that its
 * wave has taken, in any loop.
 */
export interface LongestLoop {
  readonly wave: number;
  readonly first: number;
  readonly last: number;
  readonly rounds: number;
  /** The number of instructions that the wave has executed. */
  readonly executed: number;
}

/** The maximum number of events in one cycle, which is far more than all waves and accesses together can cause. */
const MAX_EVENTS_PER_CYCLE = 5_000_000;

/** How each unit handles an event, given the index in the event. */
const UNIT_HANDLERS: Readonly<Record<UnitName, (units: Units, index: number) => void>> = {
  SCAN: ({ scan }) => scan.step(),
  FORMATION_TIMEOUT: ({ packers }, index) => packers[index].timeout(),
  LAUNCH: (units) => units.launched(units.launcher.launch()),
  WAVE: ({ sequencer, records }, index) => sequencer.run(records.at(index)),
  PERFORM: ({ memory }, index) => memory.perform(index),
  RETURN: ({ memory }, index) => memory.return(index),
  EXIT_ARRIVES: (units, index) => units.exitArrives(units.records.at(index)),
  EXIT_VISIBLE: ({ trackers }, index) => trackers[index].arrive(),
  EXPORT_SPACE: ({ exports, records }, index) => exports.allocated(records.at(index)),
  EXPORT_DONE: (units, index) => units.exportDone(units.records.at(index)),
  EXPORT_READY: (units, index) => units.exportReady(units.records.at(index)),
  FETCH: ({ instructionCache }, index) => instructionCache.step(index),
  LDS: ({ localDataShare }, index) => localDataShare.return(index),
  WRITE_BACK: ({ memory }, index) => memory.writeBack(index),
  EXPORT_BUS: ({ exports }, index) => exports.arbitrate(index),
  BACKGROUND: ({ arrivals }, index) => arrivals.step(index),
  GDS: ({ globalDataShare }, index) => globalDataShare.return(index),
  LDS_BANKS: ({ localDataShare }, index) => localDataShare.step(index),
  BOUNDARY: ({ designSlot }) => designSlot.boundary!.step(),
};

/** The handlers by unit number. */
const HANDLERS = (Object.keys(UNIT) as UnitName[]).map((name) => UNIT_HANDLERS[name]);

const SINGLETON_UNITS: readonly number[] = [UNIT.SCAN, UNIT.LAUNCH];

/** The device under test. Its main loop dispatches events to its units. */
export class Device {
  readonly context: DeviceContext;
  /** Identifies the unit and wave that each event belongs to. */
  readonly subjects: EventSubjects;
  private readonly units: Units;
  private readonly eventOrder: EventOrder | undefined;
  private event = NO_EVENT;

  /** @param design a replacement for one of the units. */
  constructor(
    scenario: Scenario,
    choices: Choices,
    sink: TransactionSink | null,
    memory: WordSource,
    design?: Design,
  ) {
    this.context = new DeviceContext(scenario, choices, sink, memory, getDeviceFaults());
    this.units = new Units(this.context, design);
    this.subjects = new EventSubjects(this.units);
    const { wheel } = this.context;
    if (wheel instanceof OrderWheel) this.eventOrder = new EventOrder(this.units, wheel, this.subjects);
  }

  /** The possible next events. Only available with an order schedule. */
  get order(): EventOrder {
    assert(this.eventOrder !== undefined, 'event order is only available with an order schedule');
    return this.eventOrder!;
  }

  /** The number of waves formed so far. */
  get waves(): number {
    return this.units.waves;
  }

  /** The number of instructions executed so far. */
  get instructions(): number {
    return this.units.sequencer.instructions;
  }

  /**
   * The most recent loop of the wave that has executed the most instructions, or undefined if that wave has not looped.
   */
  get longestLoop(): LongestLoop | undefined {
    const { longest, maxExecutedPerWave: longestExecuted } = this.units.sequencer;
    if (longest === undefined || longest.loops.first < 0) return undefined;
    const { number, loops, work } = longest;
    const { instructions } = work.program;
    assert(loops.first <= loops.last && loops.last < instructions.length, "a loop's branch goes backwards");
    return {
      wave: number,
      first: instructions[loops.first].pc,
      last: instructions[loops.last].pc,
      rounds: loops.rounds,
      executed: longestExecuted,
    };
  }

  /** The subject of the current event, or undefined before the first event. */
  get current(): EventSubject | undefined {
    return this.event === NO_EVENT ? undefined : this.subjects.getSubject(this.event);
  }

  /** The subject of the current event as a number, or undefined before the first event. */
  get currentNumber(): number | undefined {
    return this.event === NO_EVENT ? undefined : this.subjects.getNumber(this.event);
  }

  /** Runs until no further progress is possible or a limit is exceeded. Returns whether a limit was exceeded. */
  run(budget: Budget): boolean {
    const { units } = this;
    const { wheel, sink } = this.context;
    let cycle = wheel.now;
    let events = 0;
    units.scan.resume();
    units.arrivals.start();
    for (let event = this.nextEvent(); event !== NO_EVENT; event = this.nextEvent()) {
      const exceeded = findExceededLimit(budget, wheel.now, units.sequencer);
      if (exceeded !== undefined) {
        if (sink) sink({ kind: 'stopped', cycle: wheel.now, ...exceeded });
        this.dump();
        return true;
      }
      assert(wheel.now >= cycle, 'time never goes backwards');
      if (wheel.now !== cycle) events = 0;
      else if (++events > MAX_EVENTS_PER_CYCLE) throw new Error('too many events in one cycle');
      cycle = wheel.now;
      this.event = event;
      assert(
        indexOf(event) === 0 || !SINGLETON_UNITS.includes(getReceiver(event)),
        'singleton units use index 0',
      );
      HANDLERS[getReceiver(event)](units, indexOf(event));
    }
    assert(wheel.pending === 0, 'a device at rest has no pending events');
    assertAtRest(units);
    if (sink) sink({ kind: 'quiesced', cycle: wheel.now, waiting: findWaiters(units) });
    this.dump();
    return false;
  }

  /**
   * Returns the next event. If none is pending, first closes any partial waves that are held back until the device
   * would otherwise hang (ON_HANG_ONLY).
   */
  private nextEvent(): number {
    const { wheel } = this.context;
    const event = wheel.next();
    if (event !== NO_EVENT) return event;
    const launchedPackers = this.units.packers.filter((packer) => packer.launchPartialWave());
    if (launchedPackers.length === 0) return NO_EVENT;
    this.units.sequencer.loops.resume();
    return wheel.next();
  }

  private dump(): void {
    const { units } = this;
    const { sink, now } = this.context;
    if (!sink) return;
    for (const { object, offset } of units.map.regions) {
      const words = units.map.words.subarray(offset >> 2, Math.ceil((offset + object.bytes) / 4));
      sink({ kind: 'memory-dumped', cycle: now, object: object.name, words });
    }
    units.globalDataShare.dump();
    units.depth?.dump();
    units.merger?.dump();
  }
}
