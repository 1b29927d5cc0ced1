/** Number of coverage mask bits that overlap detection uses. */
export const PLANES = 16;

/**
 * Edge in pixels of the zone in which any two quads count as overlapping, by the value of `overlapReach`; 0: no zone. For the
 * last value, `region`, which is not listed, the zone is a packer's region.
 */
export const ZONES = [0, 2, 8] as const;
