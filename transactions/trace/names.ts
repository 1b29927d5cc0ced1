/** The resources whose exhaustion can prevent a launch, by their names in traces. */
export const RESOURCES = ['wave-slot', 'vgpr', 'sgpr', 'lds', 'scratch', 'barrier'] as const;

/** The counters of a wave, by their names in traces. */
export const COUNTER_NAMES = ['vm', 'vs', 'lgkm', 'exp', 'sample', 'bvh', 'km'] as const;
