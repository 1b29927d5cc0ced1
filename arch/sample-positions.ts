/** The sample counts with standard positions. */
export type SampleCount = 1 | 2 | 4 | 8 | 16;

/**
 * The standard sample positions by sample count, in 1/16ths of a pixel from the top-left corner of the pixel, with y
 * down (Vulkan, "Standard sample locations"; golden README, "Conventions"). Drivers program these positions, and both
 * the model and the rules use them for rasterisation.
 */
export const SAMPLE_POSITIONS: Readonly<Record<SampleCount, readonly (readonly [x: number, y: number])[]>> = {
  1: [[8, 8]],
  2: [
    [12, 12],
    [4, 4],
  ],
  4: [
    [6, 2],
    [14, 6],
    [2, 10],
    [10, 14],
  ],
  8: [
    [9, 5],
    [7, 11],
    [13, 9],
    [5, 3],
    [3, 13],
    [1, 7],
    [11, 15],
    [15, 1],
  ],
  16: [
    [9, 9],
    [7, 5],
    [5, 10],
    [12, 7],
    [3, 6],
    [10, 13],
    [13, 11],
    [11, 3],
    [6, 14],
    [8, 1],
    [4, 2],
    [2, 12],
    [0, 8],
    [15, 4],
    [14, 15],
    [1, 0],
  ],
};
