import type { Instruction } from '../../arch/index.js';
import { DEALLOC_VGPRS, ORDERED_PS_DONE } from '../../arch/index.js';
import { setting } from '../../transactions/index.js';
import type { DeviceContext } from '../context.js';
import { EXPORTS } from '../counters.js';
import { assert } from '../kernel/assert.js';
import type { ExportPath } from '../sx/export-path.js';
import type { Wave } from '../wave.js';
import { STATUS } from '../wave.js';
import { countUp } from '../wave-counters.js';
import { CounterRoom } from './counter-room.js';
import { ALL_ZERO, meetsThresholds, setThresholds, withCounters } from './counters.js';
import { clearPacker } from './hwreg.js';
import { MESSAGE_MASK } from './spec.js';

/** Receives exits, exports and anything else a wave does that affects the rest of the device. */
export interface DeparturePorts {
  readonly exports: ExportPath;
  /** Called when an exit is sent to the wave's tracker. */
  exitSent(wave: Wave): void;
  /** Called when the wave deallocates its VGPRs. */
  vectorsReleased(wave: Wave): void;
  /** Called when the wave's program has ended. */
  waveEnded(wave: Wave): void;
}

/** Handles messages, exports and the end of the program. */
export class Departures {
  private readonly counterRoom: CounterRoom;

  constructor(
    private readonly context: DeviceContext,
    private readonly ports: DeparturePorts,
    /** Reports that a single instruction was issued on its own rather than as part of a run. */
    private readonly reportIssued: (wave: Wave, instruction: Instruction) => void,
  ) {
    this.counterRoom = new CounterRoom(context);
    context.inject(this);
  }

  /**
   * Sends a message. The message that ends an ordered section goes to the exit tracker (S-076). Returns false while
   * the wave is waiting because its counter is full.
   */
  sendMessage(wave: Wave, instruction: Instruction): boolean {
    const message = instruction.immediate & MESSAGE_MASK;
    const isExit = message === ORDERED_PS_DONE && !this.context.facts.exitsByExport;
    if (isExit && !this.counterRoom.has(wave, this.context.counterMap.message)) return false;
    wave.state.next++;
    const { sink, now } = this.context;
    const { pc } = instruction;
    assert(wave.slot >= 0, 'only a running wave can send a message');
    if (sink) {
      sink(
        withCounters(
          { kind: 'message-sent', cycle: now, wave: wave.number, pc, message },
          wave,
          this.context.counterMap,
        ),
      );
    }
    if (isExit) this.exitByMessage(wave);
    if (message === DEALLOC_VGPRS && this.context.facts.deallocatesVgprs) this.ports.vectorsReleased(wave);
    return true;
  }

  /**
   * Executes an export. Returns false while the wave is waiting for export space (P-078) or because its counter is
   * full. On GFX11 and later, `done` is the exit (S-092).
   */
  export(wave: Wave, instruction: Instruction): boolean {
    const { exports } = this.ports;
    const isSkipped = wave.work.skipsExports;
    if (!isSkipped && !exports.mayExport(wave)) {
      wave.status = STATUS.EXPORT_SPACE;
      return false;
    }
    if (!this.counterRoom.has(wave, EXPORTS)) return false;
    this.reportIssued(wave, instruction);
    wave.state.next++;
    if (isSkipped) return true;
    const { target, enabled, done } = instruction.export!;
    const { sink, now } = this.context;
    const { pc } = instruction;
    if (sink) {
      const { number } = wave;
      sink(
        withCounters(
          { kind: 'exported', cycle: now, wave: number, pc, target, enabled, done },
          wave,
          this.context.counterMap,
        ),
      );
    }
    exports.request(wave, instruction);
    if (!done) return true;
    assert(wave.counters[EXPORTS] > 0, 'the export is outstanding');
    wave.exports.doneIssued = true;
    if (this.context.facts.exitsByExport) this.exitByExport(wave);
    return true;
  }

  /**
   * Ends the program. An instruction that also ends the ordered section first waits for all counters and sends the
   * message (S-090). Returns false while it is waiting.
   */
  end(wave: Wave, instruction: Instruction): boolean {
    const { sink, now } = this.context;
    const { pc } = instruction;
    const alsoEndsSection = instruction.sendsOrderedDone === true;
    if (alsoEndsSection && !this.waitForAll(wave)) return false;
    if (alsoEndsSection) this.exitByMessage(wave);
    const by = alsoEndsSection ? 'end-ordered' : 'end';
    if (sink) sink({ kind: 'wave-ended', cycle: now, wave: wave.number, pc, by, reason: '' });
    assert(!wave.ended, 'a program ends only once');
    assert(wave.slot >= 0 && !wave.drained, 'an ending wave still has its slot');
    wave.ended = true;
    wave.status = STATUS.DRAINING;
    this.ports.waveEnded(wave);
    return true;
  }

  /** Makes the wave exit via its `done` export. */
  exitByExport(wave: Wave): void {
    this.ports.exitSent(wave);
  }

  /** Makes the wave exit via its message, which counts as outstanding until it has been sent. */
  exitByMessage(wave: Wave): void {
    const { counterMap, facts, freedoms } = this.context;
    countUp(wave, counterMap.message);
    wave.section.messageSent = true;
    assert(wave.counters[counterMap.message] > 0, 'the message is outstanding');
    if (freedoms.packerAfterExit === setting('packerAfterExit', 'cleared')) clearPacker(facts, wave.state.hw);
    this.ports.exitSent(wave);
  }

  /** Makes the wave wait for all counters if anything is outstanding. Returns whether it can continue immediately. */
  waitForAll(wave: Wave): boolean {
    setThresholds(wave, ALL_ZERO);
    return this.tryWait(wave);
  }

  /** Makes the wave wait unless its thresholds are already met. Returns whether it can continue immediately. */
  tryWait(wave: Wave): boolean {
    if (meetsThresholds(wave)) return true;
    wave.status = STATUS.COUNTER;
    return false;
  }
}
