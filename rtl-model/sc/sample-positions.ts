/** Standard sample positions in 1/16 pixel from the pixel's top-left corner, x and y in turn (golden README; 16: Vulkan). */
const POSITIONS: Readonly<Record<number, readonly number[]>> = {
  1: [8, 8],
  2: [12, 12, 4, 4],
  4: [6, 2, 14, 6, 2, 10, 10, 14],
  8: [9, 5, 7, 11, 13, 9, 5, 3, 3, 13, 1, 7, 11, 15, 15, 1],
  16: [
    9, 9, 7, 5, 5, 10, 12, 7, 3, 6, 10, 13, 13, 11, 11, 3, 6, 14, 8, 1, 4, 2, 2, 12, 0, 8, 15, 4, 14, 15, 1,
    0,
  ],
};

/** Positions of a sample count in 1/256 pixel, x and y in turn. Throws for a count that the scan converter lacks. */
export function samplePositions(samples: number): Int32Array {
  const sixteenths = POSITIONS[samples];
  if (sixteenths === undefined) throw new Error(`the scan converter has no ${samples} sample positions`);
  return Int32Array.from(sixteenths, (p) => p * 16);
}
