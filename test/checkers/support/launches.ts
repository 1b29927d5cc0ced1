import type { HeldResources, Transaction } from '../../../transactions/index.js';

type WaveLaunched = Extract<Transaction, { readonly kind: 'wave-launched' }>;

/** The resources held by a wave with a single granule of VGPRs, at the bottom of the register file. */
export const SMALL_HOLDINGS: HeldResources = {
  vectorFirst: 0,
  vectorRows: 16,
  scalarFirst: 0,
  scalarCount: 0,
  localFirst: 0,
  localDwords: 0,
  scratchSlot: -1,
};

/** Creates a launch without initial registers, by default on the SIMD with the same number as the slot. */
export function makeLaunch(
  cycle: number,
  wave: number,
  slot: number,
  changes: Partial<WaveLaunched> = {},
): WaveLaunched {
  return {
    kind: 'wave-launched',
    cycle,
    wave,
    waveType: 'PS',
    slot,
    simd: slot,
    sgprs: new Int32Array(),
    sgprCount: 0,
    vgprs: new Int32Array(),
    vgprCount: 0,
    mode: 0,
    popsPacker: 0,
    controller: 0,
    loadCycles: 1,
    holds: SMALL_HOLDINGS,
    ...changes,
  };
}
