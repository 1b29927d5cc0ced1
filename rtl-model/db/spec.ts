/** Number of coverage mask bits that overlap detection uses. */
export const PLANES = 16;

/**
 * Edge length, in pixels, of the zone in which any two quads count as overlapping, by value of `overlapReach`; 0 means no
 * zone. The last value, `region`, is not listed: its zone is a region of the packer.
 */
export const ZONES = [0, 2, 8] as const;
