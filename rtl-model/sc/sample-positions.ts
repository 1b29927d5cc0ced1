import { SAMPLE_POSITIONS, type SampleCount } from '../../arch/index.js';

/**
 * Returns the x and y coordinates of each sample of a pixel in turn, in 1/256ths of a pixel. Throws for sample counts
 * that the scan converter does not support.
 */
export function samplePositions(samples: number): Int32Array {
  const sixteenths = SAMPLE_POSITIONS[samples as SampleCount];
  if (sixteenths === undefined) throw new Error(`the scan converter does not support ${samples} samples`);
  return Int32Array.from(sixteenths.flat(), (p) => p * 16);
}
