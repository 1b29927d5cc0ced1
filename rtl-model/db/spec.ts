/** The number of coverage mask bits that overlap detection uses. */
export const PLANES = 16;

/**
 * The edge length, in pixels, of the zones within which any two quads count as overlapping, indexed by `overlapReach`;
 * 0 means that there are no zones. The last value of `overlapReach`, `region`, is not listed: its zones are the
 * packer's regions.
 */
export const ZONES = [0, 2, 8] as const;
