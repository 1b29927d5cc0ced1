import type { MemoryIssued, Transaction } from '../../transactions/index.js';
import type { TestFacts } from './test-facts.js';
import type { WaveFacts } from './wave-facts.js';
import type { WaveTable } from './wave-table.js';

/** Bit flags for what a draw's waves have done. Program features count as exercised only if these bits prove it. */
export const ACTIVITY = {
  FORMED: 1,
  /** An access to ordered memory. */
  ACCESS: 2,
  /** An ordered access at or before the pc of an earlier one by the same wave, so the wave must have looped. */
  LOOPED: 4,
  /** An access to ordered memory by a wave that overlaps itself. */
  LAYERS: 8,
  /**
   * A load from or store to ordered memory, which bypasses caches only if its coherence bits are set. Atomics always
   * bypass them (S-102).
   */
  NON_ATOMIC: 16,
  /** A load from or store to ordered memory with coherence bits. */
  COHERENT: 32,
  /** A poll that does not admit the wave or, on GFX11 and later, the event wait of a wave that overlaps another. */
  WAIT: 64,
  /** The end of a wave in the program's last part, including early exits. */
  LAST_PART: 128,
  /** The normal end of the program. */
  END: 256,
} as const;

/** Collects the `ACTIVITY` bits of each draw in a test. */
export class DrawActivity {
  readonly #facts: WaveFacts;
  readonly #bits = new Map<number, number>();
  /** The program address just past each wave's furthest access to ordered memory. */
  readonly #furthest;

  constructor(facts: WaveFacts, table: WaveTable) {
    this.#facts = facts;
    this.#furthest = table.column();
  }

  /** Returns the `ACTIVITY` bits of a draw, or 0 if it has not formed any waves. */
  get(draw: number): number {
    return this.#bits.get(draw) ?? 0;
  }

  /** Clears all draws. Must be called when a test starts. */
  clear(): void {
    this.#bits.clear();
  }

  /** Observes a transaction that `WaveFacts` has already observed. */
  observe(transaction: Transaction, test: TestFacts): void {
    switch (transaction.kind) {
      case 'wave-formed':
        this.#add(transaction.wave, ACTIVITY.FORMED);
        break;
      case 'memory-issued':
        if (this.#facts.isOrdered) this.#recordAccess(transaction);
        break;
      case 'exiting-id-polled':
        if (!this.#facts.isAdmittedBy(transaction.wave, transaction.id, test)) {
          this.#add(transaction.wave, ACTIVITY.WAIT);
        }
        break;
      case 'event-wait-done':
        if (this.#facts.overlaps.get(transaction.wave) === 1) this.#add(transaction.wave, ACTIVITY.WAIT);
        break;
      case 'wave-ended': {
        const draw = test.draws[this.#facts.draw.get(transaction.wave)];
        if (draw === undefined) break;
        if (transaction.pc >= draw.lastPart) this.#add(transaction.wave, ACTIVITY.LAST_PART);
        if (!draw.isEarlyEnd(transaction.pc)) this.#add(transaction.wave, ACTIVITY.END);
        break;
      }
      default:
    }
  }

  #recordAccess({ wave, pc, operation, glc, dlc, slc }: MemoryIssued): void {
    const furthest = this.#furthest.get(wave);
    const isNonAtomic = operation !== 'atomic';
    if (pc >= furthest) this.#furthest.set(wave, pc + 1);
    this.#add(
      wave,
      ACTIVITY.ACCESS |
        (pc < furthest ? ACTIVITY.LOOPED : 0) |
        (this.#facts.layered.get(wave) === 1 ? ACTIVITY.LAYERS : 0) |
        (isNonAtomic ? ACTIVITY.NON_ATOMIC : 0) |
        (isNonAtomic && (glc || dlc || slc) ? ACTIVITY.COHERENT : 0),
    );
  }

  #add(wave: number, bits: number): void {
    const draw = this.#facts.draw.get(wave);
    this.#bits.set(draw, this.get(draw) | bits);
  }
}
