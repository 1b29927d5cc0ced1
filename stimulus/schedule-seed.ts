import { deriveSeed, formatSeed, parseSeed } from '../transactions/index.js';

/** Seed of the schedule: a separate stream, so a different scene does not change the timing. */
export function scheduleSeed(seed: string): string {
  return sideSeed(seed, 'schedule');
}

/** Seed of a separate stream for the part of a scenario named by `purpose`. */
export function sideSeed(seed: string, purpose: string): string {
  const parsed = parseSeed(seed);
  if (!parsed.ok) throw new Error(parsed.error);
  return formatSeed(deriveSeed(parsed.seed, purpose, 0));
}
