/** How often a batch may lose its worker process before the run reports it. */
export const MAX_LOSSES = 10;
