import type { OfWave } from './at.js';

/** Types of pixel waves, by the packer that forms them (P-063). */
export const WAVE_TYPES = ['PS', 'PS1', 'PS2', 'PS3'] as const;

/** A wave asks for a slot (trace.md). */
export type LaunchRequested = OfWave & { readonly kind: 'launch-requested' };
/** A wave was not launched, since a resource was used up (trace.md). */
export type LaunchRefused = OfWave & {
  readonly kind: 'launch-refused';
  readonly resource: LaunchResource;
};
/** What a launch may lack (P-067). */
export type LaunchResource = 'wave-slot' | 'vgpr' | 'sgpr' | 'lds' | 'scratch' | 'barrier';
/**
 * What a launched wave holds until its slot is free again (P-067): its first vector row, SGPR and dword, and how many of each
 * (`vectorRows`, `scalarCount` and `localDwords`).
 */
export interface HeldResources {
  /** First of its rows of 32 lanes in the vector register file of its SIMD. */
  readonly vectorFirst: number;
  readonly vectorRows: number;
  /** First of its SGPRs in the file of its SIMD; it has none where every wave has a fixed set. */
  readonly scalarFirst: number;
  readonly scalarCount: number;
  /** First of its dwords in the local data share of its work-group processor. */
  readonly localFirst: number;
  readonly localDwords: number;
  /** Number of its part of the private memory, -1 for none. */
  readonly scratchSlot: number;
}
/**
 * The wave starts on the slot with the number `slot` (trace.md). `sgprs` are the initial values of its first `sgprCount` SGPRs,
 * `vgprs` those of its first `vgprCount` VGPRs, both borrowed; `popsPacker` is a hardware register like `mode`, `loadCycles` as
 * `controller` says.
 */
export type WaveLaunched = OfWave & {
  readonly kind: 'wave-launched';
  /** One type per packer (P-063). */
  readonly waveType: (typeof WAVE_TYPES)[number];
  readonly slot: number;
  /** SIMD, counted through the engine; its waves share one issue slot a clock. */
  readonly simd: number;
  readonly sgprs: Int32Array;
  readonly sgprCount: number;
  /** VGPRs at the start, register-major, one value a lane; `vgprCount` registers were loaded. */
  readonly vgprs: Int32Array;
  readonly vgprCount: number;
  /** Hardware registers MODE and POPS_PACKER at the start; the latter is 0 where the generation lacks it. */
  readonly mode: number;
  readonly popsPacker: number;
  /** Launch controller that loads the registers, and how many cycles that takes (P-071, P-072). */
  readonly controller: number;
  readonly loadCycles: number;
  readonly holds: HeldResources;
};
/**
 * The wave gave its vector registers back before its end (MSG_DEALLOC_VGPRS on GFX11); what else it holds stays its own (trace.md).
 */
export type VgprsReleased = OfWave & { readonly kind: 'vgprs-released' };
/** Slot and registers of a wave are free again; `slot` is the number of the slot (trace.md). */
export type ResourceReleased = OfWave & { readonly kind: 'resource-released'; readonly slot: number };
