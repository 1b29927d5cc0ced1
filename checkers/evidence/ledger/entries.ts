import { factsOf, type Gfx, ORDERED_PS_DONE, waitsForExportReady } from '../../../arch/index.js';
import type { Exported, HwregWritten, MessageSent, WaveEnded } from '../../../transactions/index.js';
import type { Owner } from '../basics/dispatch.js';
import { allowsEntry } from '../program/entry-compare.js';
import type { PackerLedger } from './packers.js';
import { NEVER, NO_PACKER, type WaveRecord } from './wave-record.js';

/** Tracks each wave's progress: setting its packer, polling, entering and exiting. */
export class EntryLedger {
  /**
   * Whether an export with `done` is the exit and the event wait is the entry, as on GFX11 and later (S-054, S-092).
   */
  readonly exitsByExport: boolean;
  /** Number of waves that have entered and exited a section. */
  sectionCount = 0;
  /** Number of those waves that shared an overlap unit with an unfinished older wave. */
  overlappingCount = 0;

  constructor(
    private readonly packers: PackerLedger,
    private readonly gfx: Gfx,
  ) {
    this.exitsByExport = factsOf(gfx).exitsByExport;
  }

  /** Whether a wave may start its ordered section, because its entry wait has ended or is not needed (S-022). */
  mayEnter(wave: WaveRecord): boolean {
    return wave.enteredCycle !== NEVER || (!this.exitsByExport && !wave.didOverlap);
  }

  /**
   * Whether a transaction is its wave's exit: message 7 or the combined end; on GFX11 and later, the export with `done`
   * (S-076, S-090, S-092).
   */
  isExit(t: MessageSent | Exported | WaveEnded): boolean {
    if (t.kind === 'wave-ended') return t.by === 'end-ordered';
    if (t.kind === 'exported') return this.exitsByExport && t.done;
    return !this.exitsByExport && t.message === ORDERED_PS_DONE;
  }

  /** Whether a write selects a packer for its wave. */
  setsPacker(write: HwregWritten): boolean {
    return (this.decodePacker(write) ?? NO_PACKER) !== NO_PACKER;
  }

  /**
   * Returns the packer that a write selects (pops.md 3), `NO_PACKER` if it deselects the packer, or undefined for any
   * other write.
   */
  private decodePacker({ register, offset, size, value }: HwregWritten): number | undefined {
    const field = factsOf(this.gfx).packerField;
    if (field === undefined || register !== field.register) return undefined;
    if (offset >= field.low + field.bits || offset + size <= field.low) return undefined;
    const selected = (value >>> field.low) & (2 ** field.bits - 1);
    if (field.encoding === 'one-hot') return selected - 1;
    return (selected & 1) === 1 ? selected >>> 1 : NO_PACKER;
  }

  readonly on: Owner<WaveRecord> = {
    onWave: {
      'hwreg-written': (wave, t) => {
        const packer = this.decodePacker(t);
        if (packer === undefined) return;
        wave.selectedPacker = packer;
        if (packer === NO_PACKER || wave.firstPackerWriteCycle !== NEVER) return;
        wave.firstPackerWriteCycle = t.cycle;
        wave.firstPackerWritePc = t.pc;
      },
      'exiting-id-polled': (wave, t) => {
        if (wave.polledCycle === NEVER) wave.polledCycle = t.cycle;
        wave.pollPc = t.pc;
        wave.polledId = t.id;
        wave.polledIdCycle = t.cycle;
        if (wave.enteredCycle !== NEVER || t.packer !== wave.packer) return;
        if (!allowsEntry(wave, this.packers.getId(wave.newestSequence), t.id)) {
          wave.failedPollId = t.id;
          wave.failedPollCycle = t.cycle;
          return;
        }
        wave.enteredCycle = t.cycle;
        wave.enteredPc = t.pc;
      },
      'event-wait-done': (wave, t) => {
        if (wave.enteredCycle !== NEVER) return;
        if (waitsForExportReady(factsOf(this.gfx), t.immediate)) wave.enteredCycle = t.cycle;
      },
      slept: (wave, t) => {
        wave.sleptCycle = t.cycle;
      },
      woken: (wave, t) => {
        wave.wokenCycle = t.cycle;
        wave.wokenBy = t.by;
      },
      'message-sent': (wave, t) => this.recordExit(wave, t),
      exported: (wave, t) => this.recordExit(wave, t),
      'wave-ended': (wave, t) => this.recordExit(wave, t),
    },
  };

  private recordExit(wave: WaveRecord, t: MessageSent | Exported | WaveEnded): void {
    if (!this.isExit(t)) return;
    const { cycle, pc } = t;
    wave.exitCount++;
    if (wave.exitCount > 1) return;
    wave.exitIssuedCycle = cycle;
    wave.exitIssuedPc = pc;
    if (!wave.facts.interlocked || !this.mayEnter(wave)) return;
    this.sectionCount++;
    if (wave.predecessors.length > 0) this.overlappingCount++;
  }
}
