import { castOf, type Witness, witnessSink } from '../../../../regression/index.js';
import { colours, type PictureStyle } from '../../../../report/index.js';
import type { RuleId, Transaction, Violation, WaveFormed } from '../../../../transactions/index.js';
import { scene } from '../../../checkers/support/scenes.js';
import type { Stream } from '../../../checkers/support/stream.js';

/** Plain ASCII without colour. */
export function plain(width: number): PictureStyle {
  return { width, unicode: false, colour: colours(false) };
}

/** The witness of the first violation of a rule in a stream, as `replay` collects it. */
export function witnessOf(stream: Stream, rule: RuleId): Witness {
  const violation = stream.judge().violations.find((candidate) => candidate.rule === rule);
  if (violation === undefined) throw new Error(`${rule} did not fire`);
  return witnessFor(violation, stream.transactions);
}

/** The witness of a violation in a list of transactions. */
export function witnessFor(violation: Violation, all: readonly Transaction[]): Witness {
  const waves = castOf(
    violation,
    all.filter((t): t is WaveFormed => t.kind === 'wave-formed'),
    scene().draws,
  );
  const transactions: Transaction[] = [];
  const sink = witnessSink(waves, transactions);
  for (const transaction of all) sink(transaction);
  return { violation, waves, transactions };
}

/** A violation with nothing in it but what a case says. */
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
