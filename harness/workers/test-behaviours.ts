import { createHash } from 'node:crypto';
import { EventPairs, PAIR_SLOTS } from '../../coverage/index.js';
import { RULE_IDS, type RuleId, type Scenario, type TransactionSink } from '../../transactions/index.js';

const RULE_NUMBERS: ReadonlyMap<string, number> = new Map(
  RULE_IDS.map((rule, index) => [rule, PAIR_SLOTS + index]),
);

/** Packs a test's behaviour into numbers: the slots of its event pairs, followed by the built-in rules it checked. */
export function packBehaviour(
  pairs: readonly number[],
  armed: Readonly<Partial<Record<RuleId, number>>>,
): number[] {
  const rules = Object.entries(armed).flatMap(([rule, count]) =>
    (count ?? 0) > 0 ? (RULE_NUMBERS.get(rule) ?? []) : [],
  );
  return [...pairs, ...rules.sort((a, b) => a - b)];
}

/**
 * The size of a fingerprint in bytes: small enough to be an exact integer, and large enough that collisions among a
 * million scenarios are very unlikely.
 */
const FINGERPRINT_BYTES = 6;

/** The maximum number of primitives in a tiny scene, which different seeds may well generate by chance. */
const MAX_TINY_PRIMITIVES = 4;

/**
 * Computes a number that identifies what a test runs, regardless of timing: equal scenarios have equal numbers. It is
 * negative for scenes that may recur with other seeds: tiny ones, and the fixed scenes of litmus cells.
 */
export function fingerprintScenario(scenario: Scenario): number {
  const { schedule: _, name: _name, memory, programs, ...settings } = scenario;
  const hash = createHash('sha1').update(JSON.stringify(settings));
  // Words are hashed as bytes, since hashing them as text would dominate the cost.
  for (const { words } of programs) hash.update(Int32Array.from(words));
  for (const { address, initial } of memory) hash.update(`${address}`).update(Int32Array.from(initial));
  const fingerprint = hash.digest().readUIntBE(0, FINGERPRINT_BYTES);
  const primitives = scenario.draws.reduce((sum, { depths }) => sum + depths.length, 0);
  return primitives <= MAX_TINY_PRIMITIVES || scenario.litmus !== undefined ? -fingerprint : fingerprint;
}

/** Collects the behaviour of each test in a batch, in order. */
export class TestBehaviours {
  readonly collected: number[][] = [];
  private readonly pairs = new EventPairs();

  /** Starts a test. The caller must pass its transactions to the returned sink. */
  begin(): { readonly sink: TransactionSink } {
    this.pairs.begin();
    return { sink: this.pairs.observe };
  }

  /** Ends the test. `armed` is undefined if there was no verdict. */
  end(armed: Readonly<Partial<Record<RuleId, number>>> = {}): void {
    this.collected.push(packBehaviour(this.pairs.listSeenSlots(), armed));
  }
}
