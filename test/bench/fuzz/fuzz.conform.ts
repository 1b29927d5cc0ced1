import { describe, expect, it } from 'vitest';
import { fuzz } from '../../../bench/fuzz/fuzz.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';

const corpus = openCorpus();
const request = { seed: { high: 0, low: 21 }, count: 12_000 };

describe('fuzzing', () => {
  const report = fuzz(request, corpus);

  it('assigns a named outcome to every random word and every mutated program, scenario and trace', () => {
    expect(report.failure).toBeUndefined();
    expect([report.words, report.otherCases]).toEqual([12_000, 36]);
  });

  it.each([
    'decoding words: an instruction',
    'decoding words: reserved encoding',
    'decoding words: truncated',
    'decoding words: unsupported',
    'decoding words: branch outside the program',
    'decoding programs: register outside the allocation',
    'executor: the program ended',
    'model runs: went idle',
    'waves in the model: register outside the allocation',
    'verdicts: no rules were violated',
    'verdicts: rules were violated',
    'scenarios: refused',
    'scenarios: pass',
    'traces: refused',
    'traces: fail',
  ])('counts "%s" at least once', (line) => {
    expect(report.tally.format()).toMatch(new RegExp(`[1-9]\\d*  ${line}$`, 'm'));
  });

  it('generates the same cases for the same seed', () => {
    const shorter = { ...request, count: 3000 };
    expect(fuzz(shorter, corpus).tally.format()).toBe(fuzz(shorter, corpus).tally.format());
  });
});
