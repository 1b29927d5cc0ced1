/** Fields of a granted export that carries no data. */
export const EMPTY_EXPORT = {
  target: 0,
  enabled: 0,
  compressed: false,
  lanesLo: 0,
  lanesHi: 0,
  data: new Int32Array(0),
} as const;
