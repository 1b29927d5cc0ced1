import { describe, expect, it } from 'vitest';
import { assembleProgram } from '../../../arch/index.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { decodeRecord, PROGRAM_VARIATIONS } from '../../../stimulus/index.js';
import { decodeForEditing } from '../../../stimulus/programs/edit.js';
import { checkVariation } from './support/judge.js';

const corpus = openCorpus();
const LOAD = 'buffer_load_dword v1, v0, s[4:7], 0 offen';

/** Programs chosen so that every variation applies to at least one. */
const RECORDS = (['vega10/w64', 'navi21/w32', 'navi31/w32'] as const).map((target) => {
  const [chip, wave] = target.split('/');
  const id = `rmw_buffer/${target}/mono`;
  return corpus.records(chip, Number(wave.slice(1)) as 32 | 64).find((record) => record.id === id)!;
});

describe('legal variations of real programs', () => {
  it.each(PROGRAM_VARIATIONS)('$name changes a program without violating any rule', (variation) => {
    const verdicts = RECORDS.flatMap((record) => {
      const words = variation.vary(decodeRecord(record));
      if (words === undefined) return [];
      expect(words).not.toEqual(decodeRecord(record).words);
      return checkVariation(record, variation, corpus, 1) ?? [];
    });
    expect(verdicts.length).toBeGreaterThan(0);
    expect(verdicts.flatMap(({ verdict, rules }) => [verdict, ...rules])).toEqual(verdicts.map(() => 'pass'));
  });

  it('do not remove a wait that a later register read still needs', () => {
    const combinedEnd = PROGRAM_VARIATIONS.find(({ name }) => name === 'combined-end')!;
    const end = ['s_waitcnt vmcnt(0)', 's_sendmsg sendmsg(MSG_ORDERED_PS_DONE)'];
    const vary = (...after: string[]): unknown =>
      combinedEnd.vary(
        decodeForEditing(
          assembleProgram([LOAD, ...end, ...after, 's_endpgm'].join('\n'), 'gfx10'),
          'gfx10',
          32,
        ),
      );
    expect(vary('v_mov_b32_e32 v2, v1')).toBeUndefined();
    expect(vary('v_mov_b32_e32 v2, v3')).toBeDefined();
  });
});
