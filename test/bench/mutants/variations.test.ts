import { describe, expect, it } from 'vitest';
import { judgeVariation } from '../../../bench/mutants/programs/run.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { editedRecord, PROGRAM_VARIATIONS } from '../../../stimulus/index.js';

const corpus = openCorpus();

/** Programs that together can be written in every way. */
const RECORDS = (['vega10/w64', 'navi21/w32', 'navi31/w32'] as const).map((place) => {
  const [chip, wave] = place.split('/');
  const id = `rmw_buffer/${place}/mono`;
  return corpus.records(chip, Number(wave.slice(1)) as 32 | 64).find((record) => record.id === id)!;
});

describe('legal variations of real programs', () => {
  it.each(PROGRAM_VARIATIONS)('$name changes a program and breaks no rule', (variation) => {
    const judged = RECORDS.flatMap((record) => {
      const words = variation.vary(editedRecord(record));
      if (words === undefined) return [];
      expect(words).not.toEqual(editedRecord(record).words);
      return judgeVariation(record, variation, corpus, 1) ?? [];
    });
    expect(judged.length).toBeGreaterThan(0);
    expect(judged.flatMap(({ verdict, rules }) => [verdict, ...rules])).toEqual(judged.map(() => 'pass'));
  });
});
