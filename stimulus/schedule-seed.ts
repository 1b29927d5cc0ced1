import { deriveSeed, formatSeed, parseSeed } from '../transactions/index.js';

/** The schedule has a stream of its own, so that another scene does not mean another timing. */
export function scheduleSeed(seed: string): string {
  const parsed = parseSeed(seed);
  if (!parsed.ok) throw new Error(parsed.error);
  return formatSeed(deriveSeed(parsed.seed, 'schedule', 0));
}
