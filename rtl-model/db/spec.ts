/** Bits of a coverage mask that overlap detection uses. */
export const PLANES = 16;

/** Edge in pixels of the zone in which `overlapReach` treats any two quads as overlapping; the last is a packer's region. */
export const ZONES = [0, 2, 8] as const;
