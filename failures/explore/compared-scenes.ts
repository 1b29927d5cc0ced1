import type { ChipName, MemorySpace } from '../../arch/index.js';
import type { FaultId, KnobValues } from '../../transactions/index.js';

/** Describes a scene with only a few waves. */
export interface SmallScene {
  /** The test whose first draw the scene uses. */
  readonly test: string;
  readonly chip: ChipName;
  /** Each wave's pixel (see `small-scene.ts`). */
  readonly pixels: string;
  readonly faults: readonly FaultId[];
  readonly knobs: Partial<KnobValues>;
  /** Whether a unit may receive several events in the same cycle. */
  readonly sameClock?: boolean;
}

/** A scene that was searched completely, both with and without reduction. */
interface ComparedScene extends SmallScene {
  readonly spaces: readonly MemorySpace[];
}

/** Creates a scene without faults, with default knobs, unless others are given. */
export const scene = (
  test: string,
  chip: ChipName,
  pixels: string,
  { faults = [], knobs = {}, spaces = ['buffer', 'scalar'], sameClock = false }: Partial<ComparedScene> = {},
): ComparedScene => ({ test, chip, pixels, faults, knobs, spaces, sameClock });

/** Ids that wrap from 7 to 0 after the first wave. */
export const WRAPPING: Partial<KnobValues> = { idWrap: 7, idWindow: 4, idStart: 7 };

/** Waves with two primitives each, which form two layers if both cover the same pixel. */
export const LAYERED: Partial<KnobValues> = { primitivesPerWave: 2 };

/**
 * Two-wave scenes for which the reduced search and the exhaustive search found the same signatures and final memory
 * contents. "Complete" is printed only for scenes whose features (generation, faults on that generation, memory, knobs)
 * all appear in at least one row. `test/failures/explore` holds the results of the exhaustive search.
 */
export const COMPARED_SCENES: readonly ComparedScene[] = [
  scene('rmw_buffer', 'vega10', 'AA', { faults: ['F51'] }),
  scene('rmw_buffer', 'navi10', 'AA'),
  scene('rmw_buffer', 'vega10', 'AA'),
  scene('rmw_buffer', 'navi21', 'AA'),
  scene('bda_rmw', 'navi10', 'AA', { spaces: ['global'] }),
  scene('rmw_image', 'vega10', 'AA', { spaces: ['image', 'scalar'] }),
  scene('rmw_buffer', 'vega10', 'AA', { faults: ['F97'] }),
  scene('rmw_buffer', 'vega10', 'AA', { faults: ['F45'] }),
  scene('rmw_buffer', 'navi21', 'AA', { faults: ['F26'] }),
  scene('rmw_buffer', 'vega10', 'AA', { faults: ['F46'] }),
  scene('rmw_buffer', 'navi31', 'AA'),
  scene('rmw_buffer', 'vega10', 'AA', { faults: ['F26'] }),
  scene('atomic64', 'navi21', 'AA'),
  scene('rmw_buffer', 'navi21', 'AA', { faults: ['F46'] }),
  scene('rmw_buffer', 'vega10', 'AA', { faults: ['F19'] }),
  scene('rmw_buffer', 'vega10', 'AB'),
  scene('rmw_buffer', 'vega10', 'Aa'),
  scene('rmw_buffer', 'vega10', 'AA', { knobs: WRAPPING }),
  scene('intrawave_layers', 'vega10', 'AAAA', { knobs: LAYERED, spaces: ['buffer'] }),
  scene('rmw_buffer', 'vega10', 'AA', { sameClock: true }),
  scene('rmw_buffer', 'navi10', 'AA', { sameClock: true }),
  scene('rmw_buffer', 'navi21', 'AA', { sameClock: true }),
  scene('rmw_buffer', 'navi31', 'Aa'),
];

/** Returns the name of a scene: test, chip, pixels, faults and knobs, and whether events may share a cycle. */
export function getSceneName({ test, chip, pixels, faults, knobs, sameClock }: SmallScene): string {
  const settings = Object.entries(knobs).map(([knob, value]) => `${knob}=${value}`);
  return [test, chip, pixels, ...faults, ...settings, ...(sameClock === true ? ['same-clock'] : [])].join(
    ' ',
  );
}
