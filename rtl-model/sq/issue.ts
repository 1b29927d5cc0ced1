import { oncePerProgram } from '../../arch/index.js';
import type { DeviceContext } from '../context.js';
import { eventOf, UNIT } from '../context.js';
import { simdCount } from '../placement.js';
import type { Wave } from '../wave.js';
import { CLEAN_ISSUE, ISSUE_FAULTS, type IssueOutputs } from './faults.js';

/** The field of `s_nop`; it counts from one cycle up. */
const NOP_FIELD = 0xf;

/** Issue cycles that each instruction of a program takes of its SIMD. */
export const issueCyclesOf = oncePerProgram(({ instructions }) =>
  Uint8Array.from(instructions, ({ mnemonic, immediate }) =>
    mnemonic === 's_nop' ? (immediate & NOP_FIELD) + 1 : 1,
  ),
);

/**
 * Issue slots of the SIMDs: each issues one instruction a clock (P-110, P-116). Which of its waves goes first in a
 * cycle is the schedule's choice; the others come in the next cycles.
 */
export class IssueSlots {
  /** Cycle in which the SIMD last started a wave, -1 before. */
  private readonly startedAt: Float64Array;
  /** First cycle in which the SIMD has issued all that was started. */
  private readonly freeAt: Float64Array;
  private readonly outputs: IssueOutputs;
  /** By SIMD, the wave that keeps it between two polls, and those that wait for it: none but with a fault. */
  private readonly keepers: (Wave | undefined)[] = [];
  private readonly kept: (Wave[] | undefined)[] = [];

  constructor(private readonly context: DeviceContext) {
    const simds = simdCount(context.chip);
    this.startedAt = new Float64Array(simds).fill(-1);
    this.freeAt = new Float64Array(simds);
    this.outputs = context.outputs(CLEAN_ISSUE, ISSUE_FAULTS);
  }

  /** Whether the wave's SIMD can start it in this cycle; taken when it can. */
  tryStart(wave: Wave): boolean {
    const { now } = this.context;
    const { simd } = wave.place;
    if (this.startedAt[simd] === now) return false;
    this.startedAt[simd] = now;
    return true;
  }

  /** The wave sleeps between two polls. */
  polls(wave: Wave): void {
    if (!this.outputs.yields()) this.keepers[wave.place.simd] ??= wave;
  }

  /** Whether the wave has to wait for one that keeps its SIMD; it runs again when that one does. */
  isKept(wave: Wave): boolean {
    const { simd } = wave.place;
    const keeper = this.keepers[simd];
    if (keeper === undefined) return false;
    if (keeper === wave) this.giveBack(simd);
    else this.keep(simd, wave);
    return keeper !== wave;
  }

  private keep(simd: number, wave: Wave): void {
    this.kept[simd] ??= [];
    this.kept[simd].push(wave);
  }

  private giveBack(simd: number): void {
    const { now, wheel } = this.context;
    this.keepers[simd] = undefined;
    for (const wave of this.kept[simd]?.splice(0) ?? []) {
      wave.resumeCycle = now + 1;
      wheel.schedule(1, eventOf(UNIT.WAVE, wave.index));
    }
  }

  /** Cycles from now until instructions of this many issue cycles are through, `gap` each if the SIMD has nothing else. */
  delay(wave: Wave, issueCycles: number, gap: number): number {
    const { now } = this.context;
    const { simd } = wave.place;
    this.freeAt[simd] = Math.max(this.freeAt[simd], now) + issueCycles;
    return Math.max(issueCycles * gap, this.freeAt[simd] - now);
  }
}
