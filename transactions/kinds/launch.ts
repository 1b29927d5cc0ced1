import type { OfWave } from './at.js';

/** The types of pixel waves, by packer (P-063). */
export const WAVE_TYPES = ['PS', 'PS1', 'PS2', 'PS3'] as const;

/** A wave requests a slot (trace.md). */
export type LaunchRequested = OfWave & { readonly kind: 'launch-requested' };
/** A wave could not be launched because a resource was exhausted (trace.md). */
export type LaunchRefused = OfWave & {
  readonly kind: 'launch-refused';
  readonly resource: LaunchResource;
};
/** A resource that prevents a launch when it is exhausted (P-067). */
export type LaunchResource = 'wave-slot' | 'vgpr' | 'sgpr' | 'lds' | 'scratch' | 'barrier';
/**
 * The resources that a launched wave holds until its slot is free (P-067). Vector rows, SGPRs and LDS dwords
 * are given as a start and a count (`vectorRows`, `scalarCount`, `localDwords`).
 */
export interface HeldResources {
  /** Index of the wave's first 32-lane row in its SIMD's vector register file. */
  readonly vectorFirst: number;
  readonly vectorRows: number;
  /**
   * Index of the wave's first SGPR in its SIMD's scalar register file. Unused on chips where every wave gets a fixed
   * number.
   */
  readonly scalarFirst: number;
  readonly scalarCount: number;
  /** Offset of the wave's allocation in the LDS of its work-group processor, in dwords. */
  readonly localFirst: number;
  readonly localDwords: number;
  /** The number of its scratch memory slot, or -1 if it has none. */
  readonly scratchSlot: number;
}
/**
 * The wave starts in slot number `slot` (trace.md). `sgprs` are the initial values of its first `sgprCount`
 * SGPRs and `vgprs` those of its first `vgprCount` VGPRs; both are valid only during the callback. `popsPacker` is a
 * hardware register like `mode`, and `loadCycles` is the time `controller` takes to load the wave.
 */
export type WaveLaunched = OfWave & {
  readonly kind: 'wave-launched';
  /** Determined by the packer (P-063). */
  readonly waveType: (typeof WAVE_TYPES)[number];
  readonly slot: number;
  /** Engine-wide index of the SIMD, whose waves share one issue slot per clock. */
  readonly simd: number;
  readonly sgprs: Int32Array;
  readonly sgprCount: number;
  /** Initial VGPRs in register-major order, with one value per lane; `vgprCount` registers were loaded. */
  readonly vgprs: Int32Array;
  readonly vgprCount: number;
  /** The initial value of the hardware register MODE. */
  readonly mode: number;
  /** The initial value of the hardware register POPS_PACKER; 0 if the generation does not have it. */
  readonly popsPacker: number;
  /** The launch controller that loads the registers (P-071). */
  readonly controller: number;
  /** The number of cycles that loading takes (P-072). */
  readonly loadCycles: number;
  readonly holds: HeldResources;
};
/**
 * The wave released its vector registers before its end (MSG_DEALLOC_VGPRS, on GFX11 and later) and keeps
 * everything else (trace.md).
 */
export type VgprsReleased = OfWave & { readonly kind: 'vgprs-released' };
/** The slot and registers of a wave are free again; `slot` is the slot number (trace.md). */
export type ResourceReleased = OfWave & { readonly kind: 'resource-released'; readonly slot: number };
