import {
  type CounterName,
  counterMaximum,
  DEALLOC_VGPRS,
  type Instruction,
  type MemorySpace,
  ORDERED_PS_DONE,
} from '../../arch/index.js';
import { setting } from '../../transactions/index.js';
import { indexOf, UNIT, unitOf } from '../context.js';
import { reachFar } from '../fault-reach.js';
import type { AccessRecord } from '../memory/access-record.js';
import { STEP } from '../spi/wave-plan.js';
import { COUNTERS } from '../sq/counters.js';
import { SKIP_EXPORT_READY } from '../sq/entry.js';
import { ROUNDS_APART } from '../sq/spec.js';
import type { Units } from '../units.js';
import { counterNumber, STATUS, type Wave } from '../wave.js';
import { burstOf, meets } from './burst.js';
import { delivers, outstandingOf } from './outstanding.js';
import { type Footprint, nameOf } from './parts.js';
import { mayWake, polledBy, releasersOf } from './reach.js';
import { wordsOf } from './touched-words.js';

const AT_MESSAGE = setting('exitAdvance', 'message');

/** Bits of the `s_sendmsg` immediate that name the message. */
const MESSAGE_FIELD = 0xf;

/** Kinds of memory whose accesses touch no unit that another wave's touch, until they perform. */
const UNSHARED: ReadonlySet<MemorySpace> = new Set(['buffer', 'global', 'image', 'scalar']);

/** Read by every event: an event that writes it commutes with none. */
const DEVICE = 'device';

/**
 * What the event touches that comes next, told before it comes. It may name too much, never too little: a part that was left out would
 * make a search skip orders that differ. `test/rtl-model/footprint.conform.ts` runs pairs of events that commute in both orders, and
 * the search without reductions holds the whole to it.
 */
export function footprintOf(units: Units, event: number): Footprint {
  const parts = new Parts(units);
  parts.event(event);
  return parts;
}

class Parts implements Footprint {
  readonly reads = new Set<string>([DEVICE]);
  readonly writes = new Set<string>();
  readonly adds = new Set<string>();
  readonly needs = new Set<string>();

  constructor(private readonly units: Units) {}

  event(event: number): void {
    const { units } = this;
    const index = indexOf(event);
    switch (unitOf(event)) {
      case UNIT.WAVE:
        this.resumes(units.records.at(index));
        break;
      case UNIT.PERFORM:
        this.performs(units.memory.recordAt(index));
        break;
      case UNIT.RETURN:
        this.returns(units.memory.recordAt(index));
        break;
      case UNIT.LDS:
        this.answers(units.localDataShare.waveAt(index), units.localDataShare.instructionAt(index));
        break;
      case UNIT.EXPORT_DONE:
        this.leavesRegisters(units.records.at(index));
        break;
      case UNIT.EXPORT_SPACE:
        this.wakesAt(units.records.at(index), STATUS.EXPORT_SPACE);
        break;
      case UNIT.EXPORT_READY:
        this.wakesAt(units.records.at(index), STATUS.EXPORT_READY);
        break;
      case UNIT.EXPORT_BUS:
        this.arbitrates(index);
        break;
      case UNIT.LDS_BANKS:
        this.writes.add(`banks ${index}`);
        for (const wave of units.localDataShare.accessesWaiting(index)) this.writesRegisters(wave);
        break;
      case UNIT.EXIT_ARRIVES:
        this.arrives(units.records.at(index));
        break;
      case UNIT.EXIT_VISIBLE:
        this.shows(index);
        break;
      case UNIT.LAUNCH:
        this.launches();
        break;
      case UNIT.SCAN:
        this.writes.add('packers').add('blocked');
        for (const packer of units.trackers.keys()) this.reads.add(`exits ${packer}`).add(`shown ${packer}`);
        break;
      default:
        this.everything();
    }
  }

  private writesRegisters(wave: Wave): void {
    this.writes.add(`registers ${nameOf(wave)}`).add(`vectors ${nameOf(wave)}`);
  }

  /** `WAVE` event. */
  private resumes(wave: Wave): void {
    this.adds.add(`wave ${nameOf(wave)}`);
    // A wave that wakes leaves the list of sleepers, which moves of the exiting id walk.
    if (wave.status === STATUS.SLEEPING)
      for (const packer of this.units.trackers.keys())
        if (mayWake(this.units, packer, wave)) this.polls(packer);
    this.runs(wave, undefined);
  }

  /** The wave goes on where it stopped: up to the next instruction that others see, or with that. `back` has come back. */
  private runs(wave: Wave, back: AccessRecord | Instruction | undefined): void {
    const name = nameOf(wave);
    const outstanding = outstandingOf(this.units, wave, back);
    const { visible, waits, needs, definesVectors, overtakes } = burstOf(wave, outstanding);
    for (const counter of needs) this.needs.add(`${counter} ${name}`);
    for (const counter of waits) this.adds.add(`${counter} ${name}`);
    (overtakes ? this.writes : this.adds).add(`registers ${name}`);
    if (definesVectors) this.adds.add(`vectors ${name}`);
    // From there on the watch for endless loops looks at the whole device.
    if (wave.loops.rounds >= ROUNDS_APART - 1) this.everything();
    if (visible !== undefined) this.performsVisibly(wave, visible);
  }

  private performsVisibly(wave: Wave, { kind, memory, immediate }: Instruction): void {
    switch (kind) {
      case 'alu':
        this.polls(polledBy(this.units, wave));
        break;
      case 'sleep':
        // Whether the loop only polls depends on what is outstanding.
        this.reads.add(`lgkm ${nameOf(wave)}`);
        this.polls(polledBy(this.units, wave));
        break;
      case 'wait-event':
        this.adds.add(`ready ${nameOf(wave)}`);
        if ((immediate & SKIP_EXPORT_READY) === 0) this.needs.add(`ready ${nameOf(wave)}`);
        break;
      case 'setreg':
      case 'invalidate':
      case 'illegal':
        break;
      case 'memory':
        this.issues(wave, memory!);
        break;
      case 'message':
        this.sends(wave, immediate & MESSAGE_FIELD);
        break;
      case 'export':
        this.requests(wave);
        break;
      case 'parameter-load':
        this.takesRoom(wave, 'exp');
        this.writes.add(`banks ${wave.place.wgp}`);
        break;
      case 'end':
        this.ends(wave);
        break;
      default:
        this.everything();
    }
  }

  private issues(wave: Wave, { space, counter }: NonNullable<Instruction['memory']>): void {
    this.takesRoom(wave, counter);
    if (space === 'lds') this.writes.add(`banks ${wave.place.wgp}`);
    else if (!UNSHARED.has(space)) this.everything();
  }

  /** An export asks for the bus. Judges see the counters at an exit. */
  private requests(wave: Wave): void {
    const name = nameOf(wave);
    this.takesRoom(wave, 'exp');
    this.adds.add(`space ${name}`).add(`asks ${name}`);
    this.needs.add(`space ${name}`);
    if (!this.units.exports.grantsByAge) this.writes.add('exports');
    for (const counter of ['vm', 'vs'] as const) this.reads.add(`${counter} ${name}`);
  }

  /**
   * `EXPORT_BUS` event. Where exports go in the order of their waves' age, the oldest goes. That holds the others up, which changes
   * nothing but when they go.
   */
  private arbitrates(cycle: number): void {
    const { exports } = this.units;
    const next = exports.nextGranted(cycle);
    if (next !== undefined) {
      this.needs.add(`asks ${nameOf(next)}`);
      this.reads.add(`vectors ${nameOf(next)}`);
      return;
    }
    this.writes.add('exports');
    for (const wave of exports.wavesWaiting(cycle)) this.reads.add(`vectors ${nameOf(wave)}`);
  }

  /** The counter goes up; where it is full, the wave waits until it falls. */
  private takesRoom(wave: Wave, counter: CounterName): void {
    if (wave.counters[counterNumber(counter)] >= counterMaximum(this.units.context.gfx, counter))
      this.everything();
    this.adds.add(`${counter} ${nameOf(wave)}`);
  }

  /** Judges see the counters at the exit. */
  private sends(wave: Wave, message: number): void {
    if (message === DEALLOC_VGPRS) {
      this.adds.add(`exp ${nameOf(wave)}`);
      this.writes.add(`vectors ${nameOf(wave)}`);
      this.givesBack(wave);
    } else if (message === ORDERED_PS_DONE) {
      for (const counter of COUNTERS) this.reads.add(`${counter} ${nameOf(wave)}`);
    } else this.everything();
  }

  private polls(packer: number): void {
    this.reads.add(`shown ${packer}`);
  }

  /** A counter of the wave falls: it may go on, or drain. */
  private falls(wave: Wave, counter: CounterName, back: AccessRecord | Instruction | undefined): void {
    const name = nameOf(wave);
    this.adds.add(`${counter} ${name}`);
    if (wave.status !== STATUS.COUNTER && wave.status !== STATUS.DRAINING) return;
    this.adds.add(`wave ${name}`);
    for (const one of COUNTERS) this.adds.add(`${one} ${name}`);
    if (wave.status === STATUS.COUNTER) this.runs(wave, back);
    else this.givesBack(wave);
  }

  private returns(record: AccessRecord): void {
    const { wave, operation, instruction } = record;
    if (delivers(record)) this.delivers(wave, instruction, record);
    this.falls(wave, operation.counter, record);
  }

  /** Data comes to registers; where other data on its way comes to the same ones, their order matters. */
  private delivers(wave: Wave, { defines }: Instruction, back: AccessRecord | Instruction): void {
    const isApart = outstandingOf(this.units, wave, back).every(
      ({ registers }) => !meets(registers, defines),
    );
    const touched = isApart ? this.adds : this.writes;
    touched.add(`registers ${nameOf(wave)}`);
    if (defines.vectors.length > 0) touched.add(`vectors ${nameOf(wave)}`);
  }

  /** `LDS` event. */
  private answers(wave: Wave, instruction: Instruction): void {
    this.delivers(wave, instruction, instruction);
    if (instruction.kind === 'parameter-load') this.leavesRegisters(wave, instruction);
    else this.falls(wave, 'lgkm', instruction);
  }

  /** `exp` falls; with the last export, registers that the wave gave up before are free. */
  private leavesRegisters(wave: Wave, back?: Instruction): void {
    this.falls(wave, 'exp', back);
    if (!wave.launch.givesUpVectors) return;
    this.writes.add(`vectors ${nameOf(wave)}`);
    this.givesBack(wave);
  }

  /** Space or the flag of the gate comes, for which the wave may wait. */
  private wakesAt(wave: Wave, status: number): void {
    const name = nameOf(wave);
    if (status === STATUS.EXPORT_SPACE) this.adds.add(`space ${name}`).add(`gate ${name}`);
    else {
      this.adds.add(`ready ${name}`);
      this.needs.add(`gate ${name}`);
    }
    if (wave.drained) this.everything();
    if (wave.status !== status) return;
    this.adds.add(`wave ${name}`);
    this.runs(wave, undefined);
  }

  /** Lanes touch their words. */
  private performs(record: AccessRecord): void {
    const { operation, fault, wave } = record;
    const touched = operation.access === 'load' ? this.reads : this.writes;
    for (const word of wordsOf(record)) touched.add(`word ${word}`);
    if (fault !== '') this.everything();
    if (operation.space === 'scalar') return;
    for (let older = 0; older < wave.sequence; older++) this.reads.add(`left ${wave.packer}.${older}`);
  }

  /** The program of the wave is over: where it has taken no part in ordering, it exits. */
  private ends(wave: Wave): void {
    const { exits, context } = this.units;
    const { facts, freedoms } = context;
    const name = nameOf(wave);
    const isExit = facts.exitsByExport ? !wave.plan.ordering.ordered : exits.tookNoPart(wave);
    if (isExit || this.isFaulty || freedoms.exitAdvance !== AT_MESSAGE) this.exits(wave);
    for (const counter of COUNTERS) this.adds.add(`${counter} ${name}`);
    // Vectors that were given up are released with the last export, or else with the wave.
    if (wave.launch.givesUpVectors) this.writes.add(`vectors ${name}`);
    (facts.exitsByExport ? this.writes : this.adds).add(`space ${name}`).add(`ready ${name}`);
    this.givesBack(wave);
  }

  /** A wave gives back what it holds, to others that are launched; a packer or a draw may wait for its end. */
  private givesBack(wave: Wave): void {
    const { scan, packers, launcher, context } = this.units;
    this.adds.add(`held ${nameOf(wave)}`);
    this.reads.add('blocked');
    const isAwaited = packers.some(({ waiting }) => waiting.length > 0) && !launcher.isAwake;
    const mayResume = context.scenario.draws.length > 1 || wave.plan.ordering.drains;
    const resumes = (mayResume && !scan.finished) || this.isBlocked || this.isFaulty;
    if (isAwaited || resumes) this.writes.add('packers');
    if (resumes) this.writes.add('blocked');
  }

  private launches(): void {
    const { packers } = this.units;
    this.writes.add('packers');
    if (this.isBlocked || this.isFaulty) this.writes.add('blocked');
    const waiting = packers.flatMap((packer) => packer.waiting);
    for (const wave of waiting) this.writes.add(`wave ${nameOf(wave)}`);
    for (const wave of releasersOf(this.units, waiting)) this.writes.add(`held ${nameOf(wave)}`);
  }

  private get isBlocked(): boolean {
    return this.units.packers.some(({ waits }) => waits);
  }

  /** Faults may add to what launches, wakes, ends and exits do. */
  private get isFaulty(): boolean {
    return reachFar(this.units.context.scenario.faults);
  }

  /** `EXIT_ARRIVES` event. */
  private arrives(wave: Wave): void {
    const { facts, freedoms } = this.units.context;
    this.exits(wave);
    if (facts.exitsByExport) return;
    this.falls(wave, 'lgkm', undefined);
    if (!this.isLocal(wave)) this.writes.add(`lgkm ${nameOf(wave)}`);
    if (freedoms.exitAdvance !== AT_MESSAGE) this.writes.add(`section ${nameOf(wave)}`);
  }

  /** Whether what a wave does as soon as its last counter falls, before its next event, touches nothing but the wave. */
  private isLocal({ status, state, work }: Wave): boolean {
    const { scan, packers, context } = this.units;
    if (status === STATUS.COUNTER && work.steps[state.next] === STEP.VISIBLE) return false;
    const isLast = context.scenario.draws.length === 1 && scan.finished;
    return isLast && !this.isFaulty && packers.every(({ waiting }) => waiting.length === 0);
  }

  /** The exit of a wave counts, and those that wait for it are told; on GFX11 their exits may count as well. */
  private exits(wave: Wave): void {
    const name = nameOf(wave);
    this.writes.add(`exits ${wave.packer}`).add(`left ${name}`).add(`section ${name}`);
    this.reads.add('blocked');
    if (this.units.context.facts.exitsByExport) this.writes.add(`shown ${wave.packer}`);
    if (this.isBlocked) this.writes.add('packers').add('blocked');
    for (const younger of wave.overlap.dependents) {
      this.adds.add(`gate ${nameOf(younger)}`);
      if (younger.section.messageArrived) this.exits(younger);
    }
  }

  /** Polls see another id: waves that sleep wake, and a packer that waited for the window goes on. */
  private shows(packer: number): void {
    this.writes.add(`shown ${packer}`);
    this.reads.add(`exits ${packer}`).add('blocked');
    for (const wave of this.units.launcher.running)
      if (
        (wave?.status === STATUS.PARKED || wave?.status === STATUS.SLEEPING) &&
        mayWake(this.units, packer, wave)
      )
        this.writes.add(`wave ${nameOf(wave)}`);
    if (this.isBlocked) this.writes.add('packers').add('blocked');
  }

  /** What is not looked at more closely. */
  private everything(): void {
    this.writes.add(DEVICE);
  }
}
