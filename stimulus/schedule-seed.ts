import { deriveSeed, formatSeed, parseSeed } from '../transactions/index.js';

/** Derives the seed of the schedule. It is a separate stream, so that a different scene does not change the timing. */
export function scheduleSeed(seed: string): string {
  return sideSeed(seed, 'schedule');
}

/** Derives the seed of a separate stream for the part of a scenario that `purpose` names. */
export function sideSeed(seed: string, purpose: string): string {
  const parsed = parseSeed(seed);
  if (!parsed.ok) throw new Error(parsed.error);
  return formatSeed(deriveSeed(parsed.seed, purpose, 0));
}
