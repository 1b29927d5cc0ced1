import type { OfWave } from './at.js';

/** Pixel wave types, by packer (P-063). */
export const WAVE_TYPES = ['PS', 'PS1', 'PS2', 'PS3'] as const;

/** A wave requests a slot (trace.md). */
export type LaunchRequested = OfWave & { readonly kind: 'launch-requested' };
/** A wave's launch was refused because a resource was exhausted (trace.md). */
export type LaunchRefused = OfWave & {
  readonly kind: 'launch-refused';
  readonly resource: LaunchResource;
};
/** Resources a launch may be refused for (P-067). */
export type LaunchResource = 'wave-slot' | 'vgpr' | 'sgpr' | 'lds' | 'scratch' | 'barrier';
/**
 * What a launched wave holds until its slot is free (P-067): its first vector row, SGPR and dword, and how many of each
 * (`vectorRows`, `scalarCount` and `localDwords`).
 */
export interface HeldResources {
  /** First of its 32-lane rows in its SIMD's vector register file. */
  readonly vectorFirst: number;
  readonly vectorRows: number;
  /** First of its SGPRs in its SIMD's file; none if every wave has a fixed number. */
  readonly scalarFirst: number;
  readonly scalarCount: number;
  /** First of its dwords in its work-group processor's local data share. */
  readonly localFirst: number;
  readonly localDwords: number;
  /** Number of its private memory part; -1 if none. */
  readonly scratchSlot: number;
}
/**
 * The wave starts on slot number `slot` (trace.md). `sgprs` are the initial values of its first `sgprCount` SGPRs, `vgprs` of
 * its first `vgprCount` VGPRs, both borrowed; `popsPacker` is a hardware register like `mode`, `loadCycles` is the time
 * `controller` takes.
 */
export type WaveLaunched = OfWave & {
  readonly kind: 'wave-launched';
  /** One type per packer (P-063). */
  readonly waveType: (typeof WAVE_TYPES)[number];
  readonly slot: number;
  /** SIMD, numbered across the engine; its waves share one issue slot per clock. */
  readonly simd: number;
  readonly sgprs: Int32Array;
  readonly sgprCount: number;
  /** Initial VGPRs, register-major, one value per lane; `vgprCount` registers were loaded. */
  readonly vgprs: Int32Array;
  readonly vgprCount: number;
  /** Initial hardware registers MODE and POPS_PACKER; the latter is 0 if the generation has none. */
  readonly mode: number;
  readonly popsPacker: number;
  /** Launch controller that loads the registers, and the cycles it takes (P-071, P-072). */
  readonly controller: number;
  readonly loadCycles: number;
  readonly holds: HeldResources;
};
/**
 * The wave released its vector registers before its end (MSG_DEALLOC_VGPRS, since GFX11) and keeps everything else (trace.md).
 */
export type VgprsReleased = OfWave & { readonly kind: 'vgprs-released' };
/** Slot and registers of a wave are free again; `slot` is the slot number (trace.md). */
export type ResourceReleased = OfWave & { readonly kind: 'resource-released'; readonly slot: number };
