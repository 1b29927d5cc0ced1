import { checkProgram } from '../../regression/index.js';
import {
  type CorpusRecord,
  editedRecord,
  PROGRAM_VARIATIONS,
  type ProgramVariation,
  withWords,
} from '../../stimulus/index.js';
import { formatSeed, type RuleId } from '../../transactions/index.js';
import { ROOT, type RunPlan } from './judge.js';
import { chosenPrograms, type MutantsRequest } from './run.js';

/** What `check` says of one legal variation of a program. */
export interface JudgedVariation {
  readonly variation: string;
  readonly program: string;
  readonly verdict: 'pass' | 'fail' | 'unsupported';
  /** Errors, none of which is right. */
  readonly rules: readonly RuleId[];
}

/** Checks every variation of every chosen program; the same request gives the same list. */
export function* runVariations({ corpus, sample, scenes }: MutantsRequest): Generator<JudgedVariation> {
  for (const record of chosenPrograms(corpus, sample)) {
    for (const variation of PROGRAM_VARIATIONS) {
      const judged = judgeVariation(record, variation, { corpus, scenes });
      if (judged !== undefined) yield judged;
    }
  }
}

/** Checks one variation, in one variant of the program; undefined where the program cannot be written so. */
export function judgeVariation(
  record: CorpusRecord,
  variation: ProgramVariation,
  { corpus, scenes }: RunPlan,
): JudgedVariation | undefined {
  const words = variation.vary(editedRecord(record));
  if (words === undefined) return undefined;
  const [first] = record.variants;
  const varied = { ...withWords(record, words), variants: [first!] };
  const { id, gfx } = record;
  const subject = { id, gfx, file: id, record: varied, seedName: id, assumed: [] };
  const { verdict, violations } = checkProgram(subject, { seeds: scenes, seed: formatSeed(ROOT) }, corpus);
  const errors = violations.filter(({ violation }) => violation.severity === 'error');
  return {
    variation: variation.name,
    program: record.id,
    verdict,
    rules: errors.map(({ violation }) => violation.rule as RuleId),
  };
}
