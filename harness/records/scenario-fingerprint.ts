import { createHash } from 'node:crypto';
import type { Scenario } from '../../transactions/index.js';

/** Bytes of a fingerprint: few enough that it stays an exact integer, and collisions among a million scenarios are very unlikely. */
const FINGERPRINT_BYTES = 6;

/** Maximum number of primitives of a scene that two seeds may well generate by chance. */
const TINY_PRIMITIVES_MAX = 4;

/**
 * A number for what a test runs, regardless of its timing: equal scenarios have equal numbers. Negative for a tiny scene and for
 * a litmus cell, whose scene is fixed: another seed may repeat them.
 */
export function scenarioFingerprint(scenario: Scenario): number {
  const { schedule: _, name: _name, memory, programs, ...plain } = scenario;
  const hash = createHash('sha1').update(JSON.stringify(plain));
  // Columns of words are hashed as bytes: as text they would be most of the cost.
  for (const { words } of programs) hash.update(Int32Array.from(words));
  for (const { address, initial } of memory) hash.update(`${address}`).update(Int32Array.from(initial));
  const print = hash.digest().readUIntBE(0, FINGERPRINT_BYTES);
  const primitives = scenario.draws.reduce((sum, { depths }) => sum + depths.length, 0);
  return primitives <= TINY_PRIMITIVES_MAX || scenario.litmus !== undefined ? -print : print;
}
