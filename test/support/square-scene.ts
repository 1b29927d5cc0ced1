/** Corners of the two halves of a 16x16 square, in 1/256 pixel; they meet in a diagonal. */
const [UPPER, LOWER] = [
  [0, 0, 4096, 0, 0, 4096],
  [4096, 0, 4096, 4096, 0, 4096],
];

/** Scene file of a 16x16 square in two halves, the first one drawn twice. */
export const SQUARE_SCENE = {
  width: 16,
  height: 16,
  samples: 1,
  primitives: [UPPER, LOWER, UPPER],
};

/** Scene file of that square with its second half drawn twice, and the corpus shaders' inputs. */
export const CORPUS_SCENE = {
  ...SQUARE_SCENE,
  primitives: [UPPER, LOWER, LOWER],
  attributes: [{ vPrim: 3 }, { vPrim: 5 }, { vPrim: 7 }],
  pushConstants: { width: 16 },
};
