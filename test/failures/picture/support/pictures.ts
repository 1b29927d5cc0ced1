import type { PictureStyle } from '../../../../failures/picture/violation-picture.js';
import { chooseWaves, createWitnessSink, type Witness } from '../../../../harness/records/witness.js';
import { makeColours } from '../../../../harness/text/colours.js';
import type { RuleId, Transaction, Violation, WaveFormed } from '../../../../transactions/index.js';
import { scene } from '../../../checkers/support/scenes.js';
import { Stream } from '../../../checkers/support/stream.js';

/** Creates an ASCII style without colour. */
export function asciiStyle(width: number): PictureStyle {
  return { width, unicode: false, colour: makeColours(false) };
}

/** Returns the witness for a rule's first violation in a stream, as collected by `replay`. */
export function findWitness(stream: Stream, rule: RuleId): Witness {
  const firstViolation = stream.judge().violations.find((candidate) => candidate.rule === rule);
  if (firstViolation === undefined) throw new Error(`${rule} did not fire`);
  return buildWitness(firstViolation, stream.transactions);
}

/** Returns the witness for a violation in a list of transactions. */
export function buildWitness(reported: Violation, events: readonly Transaction[]): Witness {
  const waves = chooseWaves(
    reported,
    events.filter((t): t is WaveFormed => t.kind === 'wave-formed'),
    scene().draws,
  );
  const transactions: Transaction[] = [];
  const sink = createWitnessSink(waves, transactions);
  for (const transaction of events) sink(transaction);
  return { violation: reported, waves, transactions };
}

/** Creates a violation with the given changes. All other text fields are empty. */
export function violation(changes: Partial<Violation> = {}): Violation {
  return {
    rule: 'ORD-01',
    severity: 'error',
    cycle: 1,
    unit: 'db',
    place: {},
    allowed: '',
    observed: '',
    steps: [],
    hint: '',
    ...changes,
  };
}

/**
 * Creates a stream in which wave 1 covers wave 0's pixels but does not wait for it, and loads while wave 0's store is
 * in flight.
 */
export function makeBrokenSection(): Stream {
  const left = { x: 4, y: 6, primitive: 0 };
  const right = { x: 6, y: 6, primitive: 0 };
  const above = { x: 4, y: 6, primitive: 1 };
  const stream = new Stream(scene());
  stream.form([left, right]).form([above], { didOverlap: true, newest: 0 });
  stream.setPacker(0).access({ wave: 0 });
  const store = stream.issue({ wave: 0, operation: 'store' });
  stream.setPacker(1).poll(1, 0);
  const load = stream.issue({ wave: 1, cycle: 20 });
  stream.perform(0, store).perform(1, load);
  return stream.sendMessage(0).countExit(0, 1).showId(1).sendMessage(1).end(0).end(1);
}
