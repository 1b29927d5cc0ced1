/**
 * The corners of the two halves of a 16x16 square, in units of 1/256 pixel. The halves meet in a diagonal.
 */
const [UPPER, LOWER] = [
  [0, 0, 4096, 0, 0, 4096],
  [4096, 0, 4096, 4096, 0, 4096],
];

/** A scene file with a 16x16 square in two halves, the first of which is drawn twice. */
export const SQUARE_SCENE = {
  width: 16,
  height: 16,
  samples: 1,
  primitives: [UPPER, LOWER, UPPER],
};

/**
 * A scene file with that square, but with its second half drawn twice, and with the inputs of the corpus
 * shaders.
 */
export const CORPUS_SCENE = {
  ...SQUARE_SCENE,
  primitives: [UPPER, LOWER, LOWER],
  attributes: [{ vPrim: 3 }, { vPrim: 5 }, { vPrim: 7 }],
  pushConstants: { width: 16 },
};
