/** The two triangles of a 16x16 square, as corner coordinates in 1/256ths of a pixel. They share a diagonal. */
const [UPPER, LOWER] = [
  [0, 0, 4096, 0, 0, 4096],
  [4096, 0, 4096, 4096, 0, 4096],
];

/** A scene file with a 16x16 square made of two triangles, the first drawn twice. */
export const SQUARE_SCENE = { width: 16, height: 16, samples: 1, primitives: [UPPER, LOWER, UPPER] };

/** The same square, but with the second triangle drawn twice and with inputs for the corpus shaders. */
export const CORPUS_SCENE = {
  ...SQUARE_SCENE,
  primitives: [UPPER, LOWER, LOWER],
  attributes: [{ vPrim: 3 }, { vPrim: 5 }, { vPrim: 7 }],
  pushConstants: { width: 16 },
};
