import { memoisePerProgram } from '../../arch/index.js';
import type { DeviceContext } from '../context.js';
import { assert } from '../kernel/assert.js';
import { countSimds } from '../placement.js';
import type { Wave } from '../wave.js';

/** Mask for the length field of the `s_nop` immediate. 0 means one cycle. */
const NOP_MASK = 0xf;

/** Returns the number of SIMD issue cycles for each instruction of a program. */
export const issueCyclesOf = memoisePerProgram(({ instructions }) =>
  Uint8Array.from(instructions, ({ mnemonic, immediate }) =>
    mnemonic === 's_nop' ? (immediate & NOP_MASK) + 1 : 1,
  ),
);

/**
 * The issue slots of the SIMDs. Each SIMD issues one instruction per clock (P-110, P-116). Which wave issues
 * first in a cycle depends on the schedule; the others issue in the following cycles.
 */
export class IssueSlots {
  /** The cycle in which the SIMD last issued for a wave, or -1 if it has not issued yet. */
  private readonly startedAt: Float64Array;
  /** The first cycle in which the SIMD is idle again. */
  private readonly freeAt: Float64Array;

  constructor(private readonly context: DeviceContext) {
    const simds = countSimds(context.chip);
    this.startedAt = new Float64Array(simds).fill(-1);
    this.freeAt = new Float64Array(simds);
  }

  /** Claims the SIMD's issue slot in this cycle for the wave. Returns false if it is taken. */
  tryStart(wave: Wave): boolean {
    const { now } = this.context;
    const { simd } = wave.place;
    if (this.startedAt[simd] === now) return false;
    assert(this.startedAt[simd] < now, 'a SIMD starts at most one wave per cycle');
    this.startedAt[simd] = now;
    return true;
  }

  /**
   * Queues `issueCycles` cycles of work on the SIMD. Returns how many cycles the wave must wait: `gap` per issue
   * cycle, or until the SIMD drains, whichever is longer.
   */
  delay(wave: Wave, issueCycles: number, gap: number): number {
    const { now } = this.context;
    const { simd } = wave.place;
    this.freeAt[simd] = Math.max(this.freeAt[simd], now) + issueCycles;
    assert(issueCycles >= 0 && gap > 0, 'an instruction takes at least one cycle');
    return Math.max(issueCycles * gap, this.freeAt[simd] - now);
  }
}
