import type { Instruction, MemorySpace } from '../../arch/index.js';
import { ORDERED_PS_DONE } from '../../arch/index.js';
import { setting } from '../../transactions/index.js';
import { indexOf, UNIT, unitOf } from '../context.js';
import { STEP } from '../spi/wave-plan.js';
import type { Units } from '../units.js';
import { STATUS, type Wave } from '../wave.js';

const AT_MESSAGE = setting('exitAdvance', 'message');

/** Bits of the `s_sendmsg` immediate that name the message. */
const MESSAGE_FIELD = 0xf;

/** Kinds of memory whose accesses touch no unit that another wave's touch, until they perform. */
const UNSHARED: ReadonlySet<MemorySpace> = new Set(['buffer', 'global', 'image', 'scalar']);

/**
 * What one event touches: names of parts of the device, each read or written. Two events that touch no part in common, or only read
 * those that they do, commute: they leave the same device in either order. Parts are `wave N.M` (packer and running number),
 * `line N` of memory, `tracker N`, `packers`, `launcher`, `exports` (the bus) and `banks`. What commutes by itself is no part: counts of
 * export space that never runs out, and the merger, which takes waves in the order of their formation.
 */
export interface Footprint {
  readonly reads: ReadonlySet<string>;
  readonly writes: ReadonlySet<string>;
}

/** Whether two events may not commute. */
export function conflict(one: Footprint, other: Footprint): boolean {
  for (const part of one.writes) if (other.writes.has(part) || other.reads.has(part)) return true;
  for (const part of one.reads) if (other.writes.has(part)) return true;
  return false;
}

/**
 * What the event touches that comes next, told before it comes. It may name too much, never too little: a part that was left out would
 * make a search skip orders that differ. The search without reductions holds it to that (`test/regression/explore`).
 */
export function footprintOf(units: Units, event: number): Footprint {
  const parts = new Parts(units);
  parts.event(event);
  return parts;
}

class Parts implements Footprint {
  readonly reads = new Set<string>();
  readonly writes = new Set<string>();

  constructor(private readonly units: Units) {}

  event(event: number): void {
    const { units, writes } = this;
    const index = indexOf(event);
    switch (unitOf(event)) {
      case UNIT.WAVE:
        this.runs(units.records.at(index));
        break;
      case UNIT.PERFORM:
        this.performs(index);
        break;
      case UNIT.RETURN:
        this.falls(units.memory.recordAt(index).wave);
        break;
      case UNIT.LDS:
        this.falls(units.localDataShare.waveAt(index));
        this.givesVectorsBack(units.localDataShare.waveAt(index));
        break;
      case UNIT.EXPORT_DONE:
        this.falls(units.records.at(index));
        this.givesVectorsBack(units.records.at(index));
        break;
      case UNIT.EXPORT_SPACE:
        this.wakesAt(units.records.at(index), STATUS.EXPORT_SPACE);
        break;
      case UNIT.EXPORT_READY:
        this.wakesAt(units.records.at(index), STATUS.EXPORT_READY);
        break;
      case UNIT.EXPORT_BUS:
        writes.add('exports');
        for (const { packer, sequence } of units.exports.wavesWaiting())
          this.reads.add(`wave ${packer}.${sequence}`);
        break;
      case UNIT.LDS_BANKS:
        writes.add('banks');
        for (const wave of units.localDataShare.wavesWaiting()) this.wave(wave);
        break;
      case UNIT.EXIT_ARRIVES:
        this.exits(units.records.at(index));
        this.falls(units.records.at(index));
        break;
      case UNIT.EXIT_VISIBLE:
        this.shows(index);
        break;
      case UNIT.LAUNCH:
        writes.add('launcher').add('packers');
        for (const { waiting } of units.packers) for (const wave of waiting) this.wave(wave);
        break;
      case UNIT.SCAN:
        writes.add('packers').add('launcher');
        for (const packer of units.trackers.keys()) this.reads.add(`tracker ${packer}`);
        break;
      default:
        throw new Error(`no footprint of unit ${unitOf(event)}`);
    }
  }

  private wave({ packer, sequence }: Wave): void {
    this.writes.add(`wave ${packer}.${sequence}`);
  }

  /** The wave goes on where it stopped: up to the next instruction that others see, or with that. */
  private runs(wave: Wave): void {
    this.wave(wave);
    if (wave.status === STATUS.SLEEPING) this.tracker(true);
    const instruction = wave.work.program.instructions[wave.state.next];
    if (instruction === undefined || wave.work.steps[wave.state.next] !== STEP.VISIBLE) return;
    this.performsVisibly(wave, instruction);
  }

  private performsVisibly(wave: Wave, { kind, memory, immediate }: Instruction): void {
    switch (kind) {
      case 'alu':
        this.tracker(false);
        break;
      case 'sleep':
        this.tracker(true);
        break;
      case 'setreg':
      case 'invalidate':
      case 'illegal':
      case 'setpc':
      case 'wait-event':
        break;
      case 'memory':
        if (!UNSHARED.has(memory!.space)) this.everything(wave);
        break;
      case 'message':
        if ((immediate & MESSAGE_FIELD) !== ORDERED_PS_DONE) this.everything(wave);
        break;
      case 'export':
        this.writes.add('exports');
        break;
      case 'parameter-load':
        this.writes.add('banks');
        break;
      case 'end':
        this.ends(wave);
        break;
      default:
        this.everything(wave);
    }
  }

  /** A counter of the wave falls: it may go on, or drain. */
  private falls(wave: Wave): void {
    this.wave(wave);
    if (wave.status === STATUS.COUNTER) this.runs(wave);
    else if (wave.status === STATUS.DRAINING) this.drains();
  }

  private wakesAt(wave: Wave, status: number): void {
    this.wave(wave);
    if (wave.drained) this.everything(wave);
    else if (wave.status === status) this.runs(wave);
  }

  private givesVectorsBack(wave: Wave): void {
    if (wave.launch.givesUpVectors) this.everything(wave);
  }

  private performs(index: number): void {
    const { operation, lines, lineCount, fault, wave } = this.units.memory.recordAt(index);
    const touched = operation.access === 'load' ? this.reads : this.writes;
    for (let i = 0; i < lineCount; i++) touched.add(`line ${lines[i]}`);
    if (fault !== '') this.wave(wave);
  }

  /** The program of the wave is over: where it has taken no part in ordering, it exits. */
  private ends(wave: Wave): void {
    const { facts, freedoms } = this.units.context;
    const exits = facts.exitsByExport
      ? !wave.plan.ordering.ordered
      : !wave.section.packerEnabled || freedoms.exitAdvance !== AT_MESSAGE;
    if (exits || this.isFaulty) this.exits(wave);
    this.drains();
  }

  /** A wave gives back what it holds: that matters as long as others are formed or launched. */
  private drains(): void {
    const { scan, packers } = this.units;
    if (
      !this.isFaulty &&
      scan.finished &&
      packers.every(({ waiting, waitsFor }) => waiting.length === 0 && waitsFor === undefined)
    )
      return;
    this.writes.add('packers').add('launcher');
  }

  /** Faults may add to what ends and exits do. */
  private get isFaulty(): boolean {
    return this.units.context.scenario.faults.length > 0;
  }

  /** The exit of a wave counts, and those that wait for it are told; on GFX11 their exits may count as well. */
  private exits(wave: Wave): void {
    this.wave(wave);
    this.writes.add(`tracker ${wave.packer}`);
    if (!this.units.scan.finished || this.units.packers.some(({ waitsFor }) => waitsFor !== undefined))
      this.writes.add('packers');
    for (const younger of wave.overlap.dependents) this.exits(younger);
  }

  /** Polls see another id: waves that sleep wake, and a packer that waited for the window goes on. */
  private shows(packer: number): void {
    this.writes.add(`tracker ${packer}`);
    for (const wave of this.units.launcher.running)
      if (wave?.status === STATUS.PARKED || wave?.status === STATUS.SLEEPING) this.wave(wave);
    if (this.units.packers.some(({ waitsFor }) => waitsFor !== undefined)) this.writes.add('packers');
  }

  /** Any packer's: which one a wave has selected is in its registers. */
  private tracker(isWritten: boolean): void {
    for (const packer of this.units.trackers.keys())
      (isWritten ? this.writes : this.reads).add(`tracker ${packer}`);
  }

  /** The wave ends or drains, or does what is not looked at more closely. */
  private everything(wave: Wave): void {
    this.exits(wave);
    this.tracker(true);
    this.writes.add('packers').add('launcher').add('exports').add('banks');
  }
}

/** Whether no store of any wave ever reaches a line of memory, as far as a search knows. */
export type ReadOnly = (line: number) => boolean;

/** An event that may come next, the pixel wave that it is about, and what it touches. */
export interface OwnEvent {
  readonly wave: Wave | undefined;
  readonly unit: number;
  readonly footprint: Footprint;
}

/**
 * Which of the events that may come next a search has to follow, where it need not follow all: those of one wave, if they touch
 * nothing but that wave, and nothing else touches it or brings it a further event. Whatever the others do before, they do the same after,
 * so nothing is lost by letting the wave go first: its events are a persistent set (Godefroid, 1996).
 *
 * Example: a load of a constant comes back to wave 1 while wave 0 is in its section. Whether it does so before or after wave 0's
 * store makes no difference to either, so only "before" is followed.
 *
 * @returns places of the events to follow; undefined where all have to be followed.
 */
export function eventsToFollow(
  units: Units,
  events: readonly OwnEvent[],
  readOnly: ReadOnly,
): readonly number[] | undefined {
  const places = new Map<Wave, number[]>();
  for (const [place, { wave }] of events.entries())
    if (wave !== undefined) places.set(wave, [...(places.get(wave) ?? []), place]);
  let fewest: readonly number[] | undefined;
  for (const [wave, own] of places) {
    if (fewest !== undefined && fewest.length <= own.length) continue;
    const all = own.map((place) => events[place]!);
    if (isAlone(units, wave, all) && all.every(({ footprint }) => isPrivate(wave, footprint, readOnly)))
      fewest = own;
  }
  return fewest;
}

/** Whether nothing but the wave's own events touches it or brings it a further event. */
function isAlone({ exports, localDataShare }: Units, wave: Wave, own: readonly OwnEvent[]): boolean {
  const { status } = wave;
  const isReady = status === STATUS.EXPORT_READY && own.some(({ unit }) => unit === UNIT.EXPORT_READY);
  const isGoing =
    status === STATUS.RUNNING || status === STATUS.COUNTER || status === STATUS.DRAINING || isReady;
  // The bus reads registers when it takes an export, and the banks bring parameters.
  return isGoing && !exports.wavesWaiting().includes(wave) && !localDataShare.wavesWaiting().includes(wave);
}

function isPrivate({ packer, sequence }: Wave, { reads, writes }: Footprint, readOnly: ReadOnly): boolean {
  for (const part of writes) if (part !== `wave ${packer}.${sequence}`) return false;
  for (const part of reads) {
    const [kind, number] = part.split(' ');
    if (kind !== 'line' || !readOnly(Number(number))) return false;
  }
  return true;
}
