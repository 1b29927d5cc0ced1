import type { ChipName, WaveSize } from '../../arch/index.js';
import { type Corpus, type CorpusRecord, editedRecord, MUTANT_OPERATORS } from '../../stimulus/index.js';
import { type Judged, judgeMutant, rulesByPaths } from './judge.js';

/** Where mutants are made: one chip a generation, and one wave size of it. */
const TARGETS: readonly (readonly [chip: ChipName, wave: WaveSize])[] = [
  ['vega10', 64],
  ['navi10', 32],
  ['navi21', 32],
  ['navi31', 32],
];

/** What is asked for. */
export interface MutantsRequest {
  readonly corpus: Corpus;
  /** Programs of each chip, spread over its file; absent: all of them. */
  readonly sample?: number | undefined;
  /** Scenes that a mutant runs on at most. */
  readonly scenes: number;
}

/** Judges every mutant of every chosen program, program by program; the same request gives the same list. */
export function* runMutants({ corpus, sample, scenes }: MutantsRequest): Generator<Judged> {
  for (const record of chosenPrograms(corpus, sample)) {
    const program = editedRecord(record);
    for (const operator of MUTANT_OPERATORS)
      for (const mutant of operator.mutants(program))
        yield judgeMutant(record, operator, mutant, { corpus, scenes });
  }
}

/** Programs of all targets in the order of their files; those that break a rule themselves have no mutants. */
export function chosenPrograms(corpus: Corpus, sample = Number.POSITIVE_INFINITY): readonly CorpusRecord[] {
  return TARGETS.flatMap(([chip, wave]) => {
    const clean = corpus.records(chip, wave).filter((record) => rulesByPaths(record).length === 0);
    const count = Math.min(sample, clean.length);
    return Array.from({ length: count }, (_, at) => clean[Math.floor((at * clean.length) / count)]);
  });
}
