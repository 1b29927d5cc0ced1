import type { GroupDefinition } from './definition.js';

const PRIME = 0x01000193;

/** Hashes a string's UTF-16 code units with two 32-bit FNV-1a variants, and returns 16 hex digits. */
function fingerprint(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    low = Math.imul(low ^ unit, PRIME);
    high = Math.imul(high ^ (unit + i), PRIME);
  }
  return [high, low].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}

/**
 * Hashes everything that gives a covergroup's counters their meaning: names, values, kinds, sequences, selections and
 * the version. Excludes descriptions, weights, goals and `atLeast`, since changing them does not invalidate old counts.
 */
export function hashDefinition(group: GroupDefinition): string {
  const points = Object.entries(group.points).map(([name, point]) => [
    name,
    'bins' in point
      ? point.bins.map((b) => [b.name, b.kind, b.values])
      : point.transitions.map((b) => [b.name, b.kind, '=>', b.steps]),
  ]);
  const crosses = group.crosses.map((cross) => [
    cross.name,
    cross.of,
    cross.automatic ?? true,
    (cross.bins ?? []).map((b) => [b.name, b.kind, Object.entries(b.where)]),
  ]);
  return fingerprint(JSON.stringify([group.name, group.version, points, crosses]));
}
