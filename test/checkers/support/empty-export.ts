/** The data of a granted export without words. */
export const EMPTY_EXPORT = {
  target: 0,
  enabled: 0,
  compressed: false,
  lanesLo: 0,
  lanesHi: 0,
  data: new Int32Array(0),
} as const;
