import { SAMPLE_POSITIONS, type SampleCount } from '../../arch/index.js';

/**
 * The positions of a pixel's samples in 1/256ths of a pixel, alternating between x and y. Throws for sample counts that
 * the scan converter does not support.
 */
export function samplePositions(samples: number): Int32Array {
  const sixteenths = SAMPLE_POSITIONS[samples as SampleCount];
  if (sixteenths === undefined) throw new Error(`the scan converter has no ${samples} sample positions`);
  return Int32Array.from(sixteenths.flat(), (p) => p * 16);
}
