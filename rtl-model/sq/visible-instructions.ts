import { getSetpcTarget, type Instruction } from '../../arch/index.js';
import type { DeviceContext } from '../context.js';
import { assert } from '../kernel/assert.js';
import type { Wave } from '../wave.js';
import type { Accesses } from './accesses.js';
import type { Barriers } from './barriers.js';
import type { Departures } from './departures.js';
import type { Entry } from './entry.js';

/** The parts of the sequencer needed to execute instructions other than memory accesses. */
interface InstructionPorts {
  readonly entry: Entry;
  readonly departures: Departures;
  /** Stops a wave permanently. */
  halt(wave: Wave, reason: string): void;
  /** Frees the slot of a wave that has ended, once nothing is outstanding. */
  drain(wave: Wave): void;
  /** Called when the wave has written a hardware register. */
  updatePacker(wave: Wave): void;
}

/** Executes externally visible instructions, each in its own cycle and event. */
export class VisibleInstructions {
  constructor(
    private readonly context: DeviceContext,
    private readonly barriers: Barriers,
    private readonly accesses: Accesses,
    private readonly sequencer: InstructionPorts,
    private readonly reportIssued: (wave: Wave, instruction: Instruction) => void,
  ) {}

  /** Executes an externally visible instruction. Returns false if the wave cannot continue immediately. */
  perform(wave: Wave, instruction: Instruction): boolean {
    switch (instruction.kind) {
      case 'alu':
        this.sequencer.entry.poll(wave, instruction);
        return true;
      case 'setreg':
        return this.setHardwareRegister(wave, instruction);
      case 'memory':
        return this.accesses.issue(wave, instruction);
      case 'sleep':
        return this.sequencer.entry.sleep(wave, instruction);
      case 'wait-event':
        return this.sequencer.entry.waitForEvent(wave, instruction);
      case 'message':
        return this.sequencer.departures.sendMessage(wave, instruction);
      case 'parameter-load':
        return this.accesses.readParameter(wave, instruction);
      case 'invalidate':
        this.accesses.invalidateCaches(wave, instruction);
        return true;
      case 'export':
        return this.sequencer.departures.export(wave, instruction);
      case 'end':
        if (this.sequencer.departures.end(wave, instruction)) this.sequencer.drain(wave);
        return false;
      case 'barrier':
        return this.waitAtBarrier(wave, instruction);
      case 'illegal':
        this.sequencer.halt(wave, instruction.reason ?? 'illegal instruction');
        return false;
      case 'setpc':
        return this.jump(wave, instruction);
      default:
        throw new Error(`the sequencer cannot execute ${instruction.kind}`);
    }
  }

  private setHardwareRegister(wave: Wave, instruction: Instruction): boolean {
    this.reportIssued(wave, instruction);
    assert(instruction.hwreg !== undefined, 'the instruction names a hardware register');
    instruction.execute(wave.state);
    wave.state.next++;
    this.sequencer.updatePacker(wave);
    const { sink, now } = this.context;
    const { id, offset, size } = instruction.hwreg!;
    if (sink) {
      const value = wave.state.hw[id];
      const { pc } = instruction;
      sink({ kind: 'hwreg-written', cycle: now, wave: wave.number, pc, register: id, offset, size, value });
    }
    return true;
  }

  /** Executes a barrier, which synchronises the waves of a group. A wave that has no group passes straight through. */
  private waitAtBarrier(wave: Wave, instruction: Instruction): boolean {
    this.reportIssued(wave, instruction);
    wave.state.next++;
    return wave.group === undefined || this.barriers.reach(wave, wave.group, instruction);
  }

  private jump(wave: Wave, instruction: Instruction): boolean {
    const target = getSetpcTarget(wave.work.program, instruction.execute(wave.state));
    if (target < 0) {
      this.sequencer.halt(wave, `${instruction.mnemonic} jumps outside the program`);
      return false;
    }
    this.reportIssued(wave, instruction);
    wave.state.next = target;
    return true;
  }
}
