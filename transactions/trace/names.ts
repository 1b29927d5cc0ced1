/** Resources a launch may be refused for, as named in traces. */
export const RESOURCES = ['wave-slot', 'vgpr', 'sgpr', 'lds', 'scratch', 'barrier'] as const;

/** Counters of a wave, as named in traces. */
export const COUNTER_NAMES = ['vm', 'vs', 'lgkm', 'exp', 'sample', 'bvh', 'km'] as const;
