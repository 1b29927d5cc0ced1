import type { WordSource } from '../arch/index.js';
import type { Design, Scenario, TransactionSink } from '../transactions/index.js';
import { assertAtRest } from './at-rest.js';
import { type Budget, usedUp } from './budget.js';
import { DeviceContext, eventOf, indexOf, UNIT, type UnitName, unitOf } from './context.js';
import { type Coincidence, coincidencesOf } from './fingerprint/coincidences.js';
import { fingerprintOf } from './fingerprint/fingerprint.js';
import { footprintOf } from './fingerprint/footprint.js';
import type { Footprint } from './fingerprint/parts.js';
import { assert } from './kernel/assert.js';
import type { Choices } from './kernel/index.js';
import { NO_EVENT, NO_QUEUE, OrderWheel, type PendingEvent } from './kernel/index.js';
import { Units } from './units.js';
import { waitingParties } from './waiting.js';
import type { Wave } from './wave.js';

/** A backward branch of a wave: byte offsets, and the number of backward branches in its whole program. */
export interface LongestLoop {
  readonly wave: number;
  readonly first: number;
  readonly last: number;
  readonly rounds: number;
  /** Instructions that the wave executed. */
  readonly executed: number;
}

/** The wave or unit that an event concerns, for readers of choices. */
export interface EventSubject {
  readonly unit: UnitName;
  /** Running number of its wave; absent for an event of no wave. */
  readonly wave?: number;
  /** Number of its packer, instruction cache or other unit, for an event of no wave. */
  readonly index: number;
}

/** An event that may come next. */
export interface NextStep {
  /** Identifies it within its run. */
  readonly token: number;
  /** Token of the event that scheduled it, -1 for none. */
  readonly by: number;
  /** Names it by its unit and wave, so that all runs that reach the same state use the same name. */
  readonly name: string;
  /** Names of the events that only this one holds up. */
  readonly heldUp: readonly string[];
  /** Events of one queue keep their order; -1 for none. */
  readonly queue: number;
  readonly subject: EventSubject;
  /** The subject as a number. */
  readonly number: number;
  /** What it touches. */
  readonly footprint: () => Footprint;
}

/** An event of an order when it is scheduled, with its delay where the model keeps times. */
export interface ScheduledEvent extends Pick<PendingEvent, 'token' | 'by' | 'least' | 'free' | 'queue'> {
  /** Subject of the event in progress as a number (`subjectOfNumber`), -1 before the first one. */
  readonly during: number;
}

const UNIT_NAMES = Object.keys(UNIT) as UnitName[];

/** Units that a device has one of. */
const SINGLE: readonly number[] = [UNIT.SCAN, UNIT.LAUNCH];

/** Units whose events are of waves. */
const OF_WAVES: ReadonlySet<UnitName> = new Set([
  'WAVE',
  'EXIT_ARRIVES',
  'EXPORT_SPACE',
  'EXPORT_DONE',
  'EXPORT_READY',
  'PERFORM',
  'RETURN',
]);

/** The subject of a decision from its number in schedules; undefined for a decision that belongs to no event. */
export function subjectOfNumber(number: number): EventSubject | undefined {
  if (number < 0) return undefined;
  const unit = UNIT_NAMES[unitOf(number)];
  const index = indexOf(number);
  return { unit, index, ...(OF_WAVES.has(unit) ? { wave: index } : {}) };
}

/** The device under test: the loop that hands events to its units. */
export class Device {
  readonly context: DeviceContext;
  private readonly units: Units;
  private event = NO_EVENT;

  /** @param design takes the place of one of the units. */
  constructor(
    scenario: Scenario,
    choices: Choices,
    sink: TransactionSink | null,
    memory: WordSource,
    design?: Design,
  ) {
    this.context = new DeviceContext(scenario, choices, sink, memory);
    this.units = new Units(this.context, design);
    const { wheel } = this.context;
    if (wheel instanceof OrderWheel) wheel.isStale = (pending) => this.isStale(pending);
  }

  /** Tells a listener of each event that is scheduled, where the schedule is an order of events. */
  set onScheduled(listener: (scheduled: ScheduledEvent) => void) {
    this.orderWheel().onScheduled = ({ token, by, least, free, queue }) =>
      listener({ token, by, least, free, queue, during: this.currentNumber ?? NO_EVENT });
  }

  /** Waves formed so far. */
  get waves(): number {
    return this.units.waves;
  }

  /** Instructions executed so far. */
  get instructions(): number {
    return this.units.sequencer.instructions;
  }

  /** The loop in which the wave with the most instructions branched back last; undefined if no wave branched back. */
  get longestLoop(): LongestLoop | undefined {
    const { longest, mostExecuted } = this.units.sequencer;
    if (longest === undefined || longest.loops.first < 0) return undefined;
    const { number, loops, work } = longest;
    const { instructions } = work.program;
    assert(loops.first <= loops.last && loops.last < instructions.length, 'a loop leads back in its program');
    return {
      wave: number,
      first: instructions[loops.first].pc,
      last: instructions[loops.last].pc,
      rounds: loops.rounds,
      executed: mostExecuted,
    };
  }

  /** The subject of the event in progress; undefined before the first event. */
  get current(): EventSubject | undefined {
    return this.event === NO_EVENT ? undefined : this.subjectOf(this.event);
  }

  /** The same as a number. */
  get currentNumber(): number | undefined {
    return this.event === NO_EVENT ? undefined : this.numberOf(this.event);
  }

  /** The subject of an event as a number, which names the wave itself, not its record, since records are reused. */
  numberOf(event: number): number {
    const unit = unitOf(event);
    const index = indexOf(event);
    const number = eventOf(unit, this.waveOf(unit, index) ?? index);
    assert(unitOf(number) === unit, 'the number of a subject has its unit');
    return number;
  }

  /** The subject of an event that has not been handled yet. */
  readonly subjectOf = (event: number): EventSubject => {
    const unit = unitOf(event);
    const index = indexOf(event);
    assert(unit < UNIT_NAMES.length, 'an event is of a unit');
    const wave = this.waveOf(unit, index);
    assert(wave === undefined || wave >= 0, 'the wave of an event was formed');
    return { unit: UNIT_NAMES[unit], index, ...(wave === undefined ? {} : { wave }) };
  };

  /** Whether an event would run a wave that no longer awaits it, or is a formation timeout: an order of events has no time. */
  private isStale({ event, token }: PendingEvent): boolean {
    // Partial waves close when nothing else moves, or at the end of their draw.
    if (unitOf(event) === UNIT.FORMATION_TIMEOUT) return true;
    if (unitOf(event) !== UNIT.WAVE) return false;
    const wave = this.units.records.at(indexOf(event));
    assert(token >= 0, 'an event that is to come was scheduled');
    return wave.resumeToken !== token || wave.rests;
  }

  private waveOf(unit: number, index: number): number | undefined {
    const { records, memory } = this.units;
    if (!OF_WAVES.has(UNIT_NAMES[unit])) return undefined;
    return unit === UNIT.PERFORM || unit === UNIT.RETURN
      ? memory.recordAt(index).waveNumber
      : records.at(index).number;
  }

  /** Pairs of next events that may come in one cycle; none unless the schedule says so. */
  coincidences(): readonly Coincidence[] {
    return coincidencesOf(this.orderWheel(), this.units.records);
  }

  /** What the next events are, each with what it touches, in the order of the alternatives. */
  nextSteps(): readonly NextStep[] {
    assert(this.context.wheel.pending > 0, 'something is still to come');
    return this.orderWheel().nextPending.map(({ event, token, by, queue }) => ({
      ...{ token, by, queue, number: this.numberOf(event) },
      name: this.nameOf(event),
      heldUp: this.heldUpBy(event),
      subject: this.subjectOf(event),
      footprint: () => footprintOf(this.units, event),
    }));
  }

  /** All events that are to come, each with the name that all runs use which reach the same state. */
  comingEvents(): readonly { readonly token: number; readonly name: string }[] {
    const before = new Map<number, number>();
    return this.orderWheel().all.map(({ token, event, queue }) => {
      const place = before.get(queue) ?? 0;
      if (queue !== NO_QUEUE) before.set(queue, place + 1);
      return { token, name: `${this.nameOf(event)} ${place}` };
    });
  }

  /** Tokens of the events that may come next, in the order of the alternatives. */
  nextTokens(): readonly number[] {
    return this.orderWheel().nextPending.map(({ token }) => token);
  }

  /** Names an event by its unit and wave: all runs that reach the same state use the same name. */
  private nameOf(event: number): string {
    const { records, memory, localDataShare, exports } = this.units;
    const [unit, index] = [unitOf(event), indexOf(event)];
    assert(unit < UNIT_NAMES.length, 'an event is of a unit');
    const name = UNIT_NAMES[unit];
    if (unit === UNIT.LDS)
      return `${name} ${waveName(localDataShare.waveAt(index))} ${localDataShare.instructionAt(index).index}`;
    const granted = unit === UNIT.EXPORT_BUS ? exports.nextGranted(index) : undefined;
    if (granted !== undefined) return `${name} ${waveName(granted)}`;
    if (!OF_WAVES.has(name)) return `${name} ${index}`;
    if (unit !== UNIT.PERFORM && unit !== UNIT.RETURN) return `${name} ${waveName(records.at(index))}`;
    const { wave, instruction } = memory.recordAt(index);
    return `${name} ${waveName(wave)} ${instruction.index}`;
  }

  private heldUpBy(event: number): readonly string[] {
    const { exports } = this.units;
    if (unitOf(event) !== UNIT.EXPORT_BUS || exports.nextGranted(indexOf(event)) === undefined) return [];
    const [, ...others] = exports.wavesWaiting(indexOf(event));
    return others.map((wave) => `EXPORT_BUS ${waveName(wave)}`);
  }

  /** Hash of the state of the device between two events, where the schedule is an order of events. */
  fingerprint(): string {
    return fingerprintOf(this.units, this.orderWheel());
  }

  private orderWheel(): OrderWheel {
    const { wheel } = this.context;
    assert(wheel instanceof OrderWheel, 'only an order of events has states to tell apart');
    return wheel;
  }

  /** Runs until nothing can move any more, or a budget is exhausted; true if a budget ended it. */
  run(budget: Budget): boolean {
    const { units } = this;
    const { wheel, sink } = this.context;
    let cycle = wheel.now;
    units.scan.resume();
    units.arrivals.start();
    for (let event = this.nextEvent(); event !== NO_EVENT; event = this.nextEvent()) {
      const used = usedUp(budget, wheel.now, units.sequencer);
      if (used !== undefined) {
        if (sink) sink({ kind: 'stopped', cycle: wheel.now, ...used });
        this.dump();
        return true;
      }
      assert(wheel.now >= cycle, 'time never goes back');
      cycle = wheel.now;
      this.event = event;
      assert(
        indexOf(event) === 0 || !SINGLE.includes(unitOf(event)),
        'a unit that there is one of has number 0',
      );
      this.dispatch(unitOf(event), indexOf(event));
    }
    assert(wheel.pending === 0, 'a device at rest has no event');
    assertAtRest(units);
    if (sink) sink({ kind: 'quiesced', cycle: wheel.now, waiting: waitingParties(units) });
    this.dump();
    return false;
  }

  /** The next event; when none is left, partial waves that waited for a hang go first (ON_HANG_ONLY). */
  private nextEvent(): number {
    const { wheel } = this.context;
    const event = wheel.next();
    if (event !== NO_EVENT) return event;
    const launched = this.units.packers.filter((packer) => packer.launchPartialWave());
    if (launched.length === 0) return NO_EVENT;
    this.units.sequencer.loops.resume();
    return wheel.next();
  }

  private dispatch(unit: number, index: number): void {
    const { units } = this;
    switch (unit) {
      case UNIT.WAVE:
        units.sequencer.run(units.records.at(index));
        break;
      case UNIT.PERFORM:
        units.memory.perform(index);
        break;
      case UNIT.RETURN:
        units.memory.return(index);
        break;
      case UNIT.WRITE_BACK:
        units.memory.writeBack(index);
        break;
      case UNIT.SCAN:
        units.scan.step();
        break;
      case UNIT.EXPORT_DONE:
        units.exportDone(units.records.at(index));
        break;
      case UNIT.EXIT_ARRIVES:
        units.exitArrives(units.records.at(index));
        break;
      case UNIT.EXIT_VISIBLE:
        units.trackers[index].arrive();
        break;
      case UNIT.LAUNCH:
        units.launched(units.launcher.launch());
        break;
      case UNIT.EXPORT_SPACE:
        units.exports.allocated(units.records.at(index));
        break;
      case UNIT.EXPORT_READY:
        units.exportReady(units.records.at(index));
        break;
      case UNIT.EXPORT_BUS:
        units.exports.arbitrate(index);
        break;
      case UNIT.LDS:
        units.localDataShare.return(index);
        break;
      case UNIT.LDS_BANKS:
        units.localDataShare.step(index);
        break;
      case UNIT.FETCH:
        units.instructionCache.step(index);
        break;
      case UNIT.FORMATION_TIMEOUT:
        units.packers[index].timeout();
        break;
      case UNIT.GDS:
        units.globalDataShare.return(index);
        break;
      case UNIT.BACKGROUND:
        units.arrivals.step(index);
        break;
      default:
        assert(unit === UNIT.BORDER, 'an event is of a unit');
        units.place.border!.step();
    }
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

function waveName({ packer, sequence }: Wave): string {
  return `${packer}.${sequence}`;
}
