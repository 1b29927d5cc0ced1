import { deriveSeed, formatSeed, parseSeed } from '../transactions/index.js';

/** Derives the seed of the schedule. It has a separate stream, so changes to the scene do not affect the timing. */
export function deriveScheduleSeed(seed: string): string {
  return deriveSubSeed(seed, 'schedule');
}

/** Derives the seed of a separate stream for the part of a scenario named by `purpose`. */
export function deriveSubSeed(seed: string, purpose: string): string {
  const parsed = parseSeed(seed);
  if (!parsed.ok) throw new Error(parsed.error);
  return formatSeed(deriveSeed(parsed.seed, purpose, 0));
}
