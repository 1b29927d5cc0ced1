import { type Instruction, isDataShare } from '../../arch/index.js';
import type { DeviceContext } from '../context.js';
import { makeEvent, UNIT } from '../context.js';
import { EXPORTS, getCounterIndex } from '../counters.js';
import { assert } from '../kernel/assert.js';
import type { LocalDataShare } from '../lds/local-data-share.js';
import type { AccessRecord } from '../memory/access-record.js';
import type { Memory } from '../memory/memory.js';
import type { ExportPath } from '../sx/export-path.js';
import type { Wave } from '../wave.js';
import { STATUS } from '../wave.js';
import { countDown, countUp } from '../wave-counters.js';
import { CounterRoom } from './counter-room.js';
import { clearPacker, selectedPacker } from './hwreg.js';
import { CHECK_INTERVAL } from './spec.js';

/** The destinations of memory instructions. */
export interface AccessPorts {
  readonly memory: Memory;
  readonly localDataShare: LocalDataShare;
  readonly exports: ExportPath;
}

/** Issues memory instructions and maintains their counters. */
export class Accesses {
  private readonly counterRoom: CounterRoom;
  /** The hardware registers of waves that are in a trap handler. */
  private readonly savedRegisters = new Map<Wave, Int32Array>();

  constructor(
    private readonly context: DeviceContext,
    readonly ports: AccessPorts,
    /** Reports that a single instruction was issued on its own rather than as part of a run. */
    private readonly reportIssued: (wave: Wave, instruction: Instruction) => void,
  ) {
    this.counterRoom = new CounterRoom(context);
    context.inject(this);
  }

  /** Whether all trap handlers have finished. */
  get isIdle(): boolean {
    return this.savedRegisters.size === 0;
  }

  /** Completes an access and decrements its counter. */
  returned(record: AccessRecord): void {
    const { wave, access } = record;
    const { counter } = record.operation;
    countDown(wave, getCounterIndex(counter));
    const { sink, now } = this.context;
    if (sink) sink({ kind: 'memory-returned', cycle: now, wave: wave.number, access, counter });
  }

  /**
   * Requests a parameter of the wave's primitives from LDS (P-124). Returns false while the wave is waiting
   * because its counter is full.
   */
  readParameter(wave: Wave, instruction: Instruction): boolean {
    if (!this.counterRoom.has(wave, EXPORTS)) return false;
    this.reportIssued(wave, instruction);
    wave.state.next++;
    this.ports.localDataShare.readParameter(wave, instruction);
    return true;
  }

  /** Invalidates caches immediately, so later accesses do not find stale data in them. */
  invalidateCaches(wave: Wave, instruction: Instruction): void {
    this.reportIssued(wave, instruction);
    wave.state.next++;
    // In a loop that invalidates caches in every iteration, later invalidations change nothing.
    if (wave.loops.rounds < CHECK_INTERVAL) this.context.noteChange();
    this.ports.memory.invalidateCaches(wave, instruction.invalidates!);
  }

  /**
   * Issues a memory instruction. Returns false while the wave is waiting because a counter or its address unit is full,
   * or while it is in a trap handler.
   */
  issue(wave: Wave, instruction: Instruction): boolean {
    const { counter, space } = instruction.memory!;
    if (!this.hasRoom(wave, instruction)) return false;
    this.reportIssued(wave, instruction);
    if (isDataShare(space)) {
      if (instruction.memory!.access !== 'load') this.context.noteChange();
      this.sendToDataShare(wave, instruction);
      wave.state.next++;
      return true;
    }
    if (space === 'flat') this.ports.localDataShare.answerFlat(wave, instruction);
    countUp(wave, getCounterIndex(counter));
    const record = this.ports.memory.issue(wave, instruction);
    assert(record.wave === wave, 'the access belongs to the wave');
    assert(record.holdCycles >= 0, "the trap handler's duration is not negative");
    this.issued(record);
    wave.state.next++;
    if (record.holdCycles === 0) return true;
    this.trap(wave, record.holdCycles);
    return false;
  }

  /** Sends an access to its data share: directly to LDS, or over the export bus to GDS (P-084). */
  private sendToDataShare(wave: Wave, instruction: Instruction): void {
    if (instruction.memory!.space === 'lds') {
      this.ports.localDataShare.access(wave, instruction);
      return;
    }
    countUp(wave, this.context.counterMap.local);
    this.ports.exports.requestAccess(wave, instruction);
  }

  /** Ends a trap handler: restores the wave's hardware registers and resumes the wave after the access (P-147). */
  returnFromTrap(wave: Wave): void {
    const { facts } = this.context;
    const { hw } = wave.state;
    assert(this.savedRegisters.has(wave), 'only a wave in a trap handler can return from it');
    hw.set(this.savedRegisters.get(wave)!);
    this.savedRegisters.delete(wave);
    wave.section.packerEnabled = selectedPacker(facts, hw) >= 0;
  }

  /** Starts a trap handler, which saves the hardware registers and runs with no packer selected. */
  private trap(wave: Wave, cycles: number): void {
    const { hw } = wave.state;
    assert(!this.savedRegisters.has(wave), 'a wave is in at most one trap handler');
    assert(wave.status === STATUS.RUNNING && !wave.ended, 'only a running wave can trap');
    assert(cycles > 0, 'a trap takes at least one cycle');
    this.savedRegisters.set(wave, hw.slice());
    clearPacker(this.context.facts, hw);
    wave.status = STATUS.TRAPPED;
    this.scheduleTrapEnd(wave, cycles);
  }

  /** Schedules the end of the wave's trap handler, which takes the given number of cycles. */
  scheduleTrapEnd(wave: Wave, cycles: number): void {
    this.resumeAt(wave, this.context.now + cycles);
  }

  /** Whether the counters and the address unit can accept another access. If not, the wave retries when they can. */
  private hasRoom(wave: Wave, { pc, memory }: Instruction): boolean {
    const { counter, space } = memory!;
    const { context } = this;
    if (!this.counterRoom.has(wave, getCounterIndex(counter))) return false;
    if (space === 'flat' && !this.counterRoom.has(wave, context.counterMap.local)) return false;
    if (space === 'gds' && !this.counterRoom.has(wave, EXPORTS)) return false;
    if (space === 'scalar' || isDataShare(space)) return true;
    const readyCycle = this.ports.memory.roomAt(wave);
    const { sink, now } = context;
    if (readyCycle <= now) return true;
    if (sink) sink({ kind: 'address-unit-full', cycle: now, wave: wave.number, pc });
    this.resumeAt(wave, readyCycle);
    return false;
  }

  private resumeAt(wave: Wave, cycle: number): void {
    assert(cycle >= this.context.now, 'a wave cannot resume in the past');
    assert(!wave.ended, 'a wave that has ended cannot resume');
    const { wheel, now } = this.context;
    wave.resumeToken = wheel.schedule(cycle - now, makeEvent(UNIT.WAVE, wave.index));
  }

  /** Records the address accessed by the first active lane of an issued load or atomic. */
  issued({ wave, operation, lanesLo, lanesHi, addresses }: AccessRecord): void {
    if (operation.access === 'store' || (lanesLo | lanesHi) === 0) return;
    const lane = lanesLo !== 0 ? 31 - Math.clz32(lanesLo & -lanesLo) : 63 - Math.clz32(lanesHi & -lanesHi);
    wave.loops.loadedFrom = addresses[lane];
  }
}
