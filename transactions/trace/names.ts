/** Resources that a launch may lack, as traces name them. */
export const RESOURCES = ['wave-slot', 'vgpr', 'sgpr', 'lds', 'scratch', 'barrier'] as const;

/** Counters of a wave, as traces name them. */
export const COUNTER_NAMES = ['vm', 'vs', 'lgkm', 'exp', 'sample', 'bvh', 'km'] as const;
