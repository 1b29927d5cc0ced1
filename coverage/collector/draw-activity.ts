import type { Handlers, MemoryIssued } from '../../transactions/index.js';
import type { TestFacts } from './test-facts.js';
import type { WaveFacts } from './wave-facts.js';

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

  constructor(facts: WaveFacts) {
    this.#facts = facts;
    this.#furthest = facts.table.column();
  }

  /** Returns the `ACTIVITY` bits of a draw, or 0 if it has not formed any waves. */
  get(draw: number): number {
    return this.#bits.get(draw) ?? 0;
  }

  /** Clears all draws. Must be called when a test starts. */
  clear(): void {
    this.#bits.clear();
  }

  /** Returns the handlers that must run after those of `WaveFacts`. `test` returns the facts of the current test. */
  makeHandlers(test: () => TestFacts): Handlers {
    return {
      'wave-formed': (t) => this.#add(t.wave, ACTIVITY.FORMED),
      'memory-issued': (t) => {
        if (this.#facts.isOrdered) this.#recordAccess(t);
      },
      'exiting-id-polled': (t) => {
        if (!this.#facts.isAdmittedBy(t.wave, t.id, test())) this.#add(t.wave, ACTIVITY.WAIT);
      },
      'event-wait-done': (t) => {
        if (this.#facts.overlaps.get(t.wave) === 1) this.#add(t.wave, ACTIVITY.WAIT);
      },
      'wave-ended': (t) => {
        const draw = test().draws[this.#facts.draw.get(t.wave)];
        if (draw === undefined) return;
        if (t.pc >= draw.lastPart) this.#add(t.wave, ACTIVITY.LAST_PART);
        if (!draw.isEarlyEnd(t.pc)) this.#add(t.wave, ACTIVITY.END);
      },
    };
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
