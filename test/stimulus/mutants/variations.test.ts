import { assembleProgram } from '../../../arch/index.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { decodeForEditing } from '../../../stimulus/programs/edit.js';
import { findRecord } from '../../intake/check/support/check-text.js';
import { MUTANT_OPERATORS } from './mutants.js';
import { checkVariation, decodeRecord } from './support/judge.js';
import { PROGRAM_VARIATIONS } from './variations.js';

const corpus = openCorpus();
const LOAD = 'buffer_load_dword v1, v0, s[4:7], 0 offen';

/** Programs chosen so that every variation applies to at least one. */
const RECORDS = ['vega10/w64', 'navi21/w32', 'navi31/w32'].map((target) =>
  findRecord(`rmw_buffer/${target}/mono`),
);

describe('legal variations of real programs', () => {
  it.each(PROGRAM_VARIATIONS)('$name changes a program without violating any rule', (variation) => {
    const verdicts = RECORDS.flatMap((record) => {
      const program = decodeRecord(record);
      return variation.mutants(program).map((varied) => {
        expect(varied.words).not.toEqual(program.words);
        return checkVariation(record, varied, corpus, 1);
      });
    });
    expect(verdicts.length).toBeGreaterThan(0);
    expect(verdicts.flat()).toEqual(verdicts.map(() => 'pass'));
  });

  it('do not remove a wait that a later register read still needs', () => {
    const combinedEnd = PROGRAM_VARIATIONS.find(({ name }) => name === 'combined-end')!;
    const end = ['s_waitcnt vmcnt(0)', 's_sendmsg sendmsg(MSG_ORDERED_PS_DONE)'];
    const countVariations = (after: string): number => {
      const words = assembleProgram([LOAD, ...end, after, 's_endpgm'].join('\n'), 'gfx10');
      return combinedEnd.mutants(decodeForEditing(words, 'gfx10', 32)).length;
    };
    expect(['v_mov_b32_e32 v2, v1', 'v_mov_b32_e32 v2, v3'].map(countVariations)).toEqual([0, 1]);
  });
});

it('a wait for two counters is weakened for one counter at a time', () => {
  const words = assembleProgram('s_wait_loadcnt_dscnt 0x203\ns_endpgm', 'gfx12');
  const weaker = MUTANT_OPERATORS.find(({ name }) => name === 'wait-weakened')!.mutants(
    decodeForEditing(words, 'gfx12', 32),
  );
  const waits = weaker.map(
    (mutant) => decodeForEditing(mutant.words, 'gfx12', 32).decoded.instructions[0]!.wait,
  );
  expect(waits).toEqual([
    { vm: 3, lgkm: 3 },
    { vm: 2, lgkm: 4 },
  ]);
});
