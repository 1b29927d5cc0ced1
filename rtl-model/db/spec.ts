/** Bits of a coverage mask that overlap detection uses. */
export const PLANES = 16;

/** Edge of the zone in which `overlapReach` takes any two quads for overlapping, in pixels; the last is a packer's region. */
export const ZONES = [0, 2, 8] as const;
