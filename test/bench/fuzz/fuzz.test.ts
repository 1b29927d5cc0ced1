import { describe, expect, it } from 'vitest';
import { fuzz } from '../../../bench/fuzz/fuzz.js';
import { getOutcome, Tally } from '../../../bench/fuzz/tally.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import type { Corpus } from '../../../stimulus/index.js';

const corpus = openCorpus();
/** Enough for some words and for one program, one scenario and one trace. */
const request = { seed: { high: 0, low: 2 }, count: 1000 };

describe('fuzzing', () => {
  it('assigns a named outcome to every random word and every mutated program, scenario and trace', () => {
    const report = fuzz(request, corpus);
    expect(report.failure).toBeUndefined();
    expect([report.words, report.otherCases]).toEqual([1000, 3]);
  });

  it('stops at a case that crashes and returns the command that reruns it', () => {
    const broken: Corpus = {
      ...corpus,
      descriptors: () => {
        throw new Error('missing descriptors');
      },
    };
    const { failure } = fuzz({ ...request, count: 3000 }, broken);
    expect(failure?.error).toEqual(new Error('missing descriptors'));
    expect(failure?.reproCommand).toBe(
      `npm run fuzz -- --seed 0x2 --count ${1000 * (Number(failure?.name.slice('program:'.length)) + 1)} --only ${failure?.name}`,
    );
    const rerun = fuzz({ ...request, count: 3000, only: failure!.name }, broken);
    expect([rerun.words, rerun.otherCases, rerun.failure?.name]).toEqual([0, 1, failure?.name]);
  });
});

describe('getOutcome', () => {
  it.each([
    ['truncated', 'truncated'],
    ['reserved encoding 0xffffffff', 'reserved encoding'],
    ['branch outside the program, to byte -4', 'branch outside the program'],
    ['overlaps the instruction at byte 8', 'overlaps an instruction'],
    ['register v77 is outside the allocation of 64', 'register outside the allocation'],
    ['unsupported: mubuf opcode 0x7f', 'unsupported'],
    ['ran past the end of the program', 'past the end of the program'],
    ['nothing is mapped at 0x0', 'nothing is mapped'],
    ['misaligned 4-byte atomic', 'misaligned atomic'],
  ])('maps the reason "%s" to "%s"', (reason, outcome) => {
    expect(getOutcome(reason)).toBe(outcome);
  });

  it('rejects a reason without a named outcome', () => {
    expect(() => new Tally().addReason('executor', 'something odd')).toThrow("'something odd'");
  });
});
