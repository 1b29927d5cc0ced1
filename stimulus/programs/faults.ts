import type { Gfx, WaveSize } from '../../arch/index.js';
import type { FaultId } from '../../transactions/index.js';
import { decodeForEditing, type ProgramFaults } from './edit.js';
import { ENTRY_FAULTS } from './entry-faults.js';
import { EXIT_FAULTS } from './exit-faults.js';
import { EXPORT_FAULTS } from './export-faults.js';
import { SCOPE_FAULTS } from './scope-faults.js';
import { SECTION_FAULTS } from './section-faults.js';

/** Program features on which some faults depend. */
export type ProgramFeature =
  | 'discard-after-packer'
  /** Sections that end together with the program (`s_endpgm_ordered_ps_done`). */
  | 'combined-exit'
  /** Waves that store to scratch memory. */
  | 'private-memory'
  /** Waits that leave some loads outstanding. */
  | 'counted-waits'
  /** Mode switches and loads between the packer write and the first poll. */
  | 'busy-entry'
  /** Loads still in flight when the message is sent. */
  | 'busy-exit'
  /** Ordered accesses with coherence bits, on caches that may be stale. */
  | 'stale-caches'
  /** Like `stale-caches`, but all scoped accesses use device scope. */
  | 'device-scopes'
  /** Stores with narrow scopes, released by a write-back. */
  | 'written-back'
  /** Layers of overlapping quads within one wave. */
  | 'intrawave-layers'
  /** Plain, image and scalar reads of a word that has already been read coherently. */
  | 'mixed-reads'
  | 'atomics-without-return'
  /** Draws that request coarse fragments. */
  | 'coarse-rates'
  /** Draws that drain and have more depth samples than rasterisation samples, on chips where that matters. */
  | 'drains'
  /** Draws whose sample count differs from the previous draw's. */
  | 'mixed-samples'
  /** Sample interlocks with several samples. */
  | 'sample-interlock'
  /** Draws without ordering. */
  | 'plain-draws'
  /** A section without ordered accesses. */
  | 'empty-section'
  /** Depth or stencil tests after the shader. */
  | 'late-depth'
  /** A section with two divergent halves, many kinds of access, and a read that is used after the exit. */
  | 'many-paths'
  | 'null-export'
  | 'several-exports'
  /** GFX11 and later: alpha is exported to the depth target before the colour. */
  | 'depth-and-colour'
  /** A separate final export through which fully discarded waves exit. */
  | 'early-exit'
  /** GFX11 and later: an epilog that exports alpha to the depth target, where it determines coverage. */
  | 'alpha-through-depth'
  /** Programs that store in one part and exit in the next. */
  | 'separate-epilog';

/** Mutators for all program faults, each of which breaks a correct program. */
const PROGRAM_FAULTS: ProgramFaults = {
  ...ENTRY_FAULTS,
  ...EXIT_FAULTS,
  ...SECTION_FAULTS,
  ...EXPORT_FAULTS,
  ...SCOPE_FAULTS,
};

/** Faults listed here only take effect in programs with at least one of the features. */
const REQUIRED_FEATURES: Readonly<Partial<Record<FaultId, readonly ProgramFeature[]>>> = {
  F10: ['intrawave-layers'],
  F11: ['intrawave-layers'],
  F12: ['intrawave-layers'],
  F13: ['intrawave-layers'],
  F18: ['coarse-rates'],
  F20: ['mixed-samples'],
  F21: ['drains'],
  F30: ['mixed-samples'],
  F31: ['mixed-samples'],
  F32: ['mixed-samples'],
  F33: ['sample-interlock'],
  F36: ['drains'],
  F40: ['empty-section'],
  F60: ['busy-exit'],
  F63: ['counted-waits'],
  F64: ['combined-exit'],
  F67: ['busy-entry'],
  F68: ['busy-entry'],
  F69: ['early-exit', 'discard-after-packer'],
  F70: ['early-exit', 'discard-after-packer'],
  F71: ['discard-after-packer'],
  F77: ['many-paths'],
  F78: ['many-paths'],
  F79: ['many-paths'],
  F96: ['many-paths'],
  F99: ['many-paths'],
  F104: ['many-paths'],
  F105: ['many-paths'],
  F107: ['many-paths'],
  F108: ['intrawave-layers'],
  F109: ['intrawave-layers'],
  F110: ['many-paths'],
  F117: ['mixed-samples'],
  F118: ['mixed-samples'],
  F122: ['mixed-samples'],
  F125: ['empty-section'],
  F126: ['late-depth'],
  F127: ['late-depth'],
  F129: ['private-memory'],
  F132: ['several-exports'],
  F133: ['several-exports'],
  F136: ['early-exit'],
  F137: ['depth-and-colour'],
  F138: ['null-export'],
  F139: ['separate-epilog'],
  F146: ['alpha-through-depth'],
  F147: ['stale-caches'],
  F148: ['stale-caches'],
  F149: ['stale-caches'],
  F150: ['mixed-reads'],
  F152: ['written-back'],
  F153: ['mixed-reads'],
  F155: ['atomics-without-return'],
  F156: ['mixed-reads'],
  F174: ['private-memory'],
  F187: ['sample-interlock'],
  F191: ['many-paths'],
  F192: ['many-paths'],
  F199: ['mixed-samples'],
  F201: ['plain-draws'],
  F202: ['plain-draws'],
  F249: ['device-scopes'],
  F250: ['device-scopes'],
};

/** Returns whether a fault only takes effect in programs with certain features. */
export function faultNeedsFeature(id: FaultId): boolean {
  return REQUIRED_FEATURES[id] !== undefined;
}

/** Returns whether a fault can take effect in a program with the given features. */
export function canFaultTakeEffect(id: FaultId, features: readonly ProgramFeature[]): boolean {
  const needed = REQUIRED_FEATURES[id];
  return needed === undefined || needed.some((feature) => features.includes(feature));
}

/** Injects the program faults in `faults` and ignores all others. */
export function applyProgramFaults(
  words: readonly number[],
  gfx: Gfx,
  wave: WaveSize,
  faults: readonly FaultId[],
): readonly number[] {
  return faults.reduce<readonly number[]>((current, id) => {
    const mutate = PROGRAM_FAULTS[id];
    return mutate === undefined ? current : mutate(decodeForEditing(current, gfx, wave));
  }, words);
}

/** The ids of all faults that are injected into programs. */
export const PROGRAM_FAULT_IDS = Object.keys(PROGRAM_FAULTS) as FaultId[];
