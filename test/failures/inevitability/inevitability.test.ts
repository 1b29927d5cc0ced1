import fc from 'fast-check';
import { findMinimalChoices } from '../../../failures/inevitability/chunks.js';
import {
  findValueBands,
  measureFailureCurve,
  searchNearestPass,
  type Trial,
  Trials,
} from '../../../failures/inevitability/curve.js';
import { formatSeed, RandomStream } from '../../../transactions/index.js';

const ALTERNATIVES = 100;
/** The answer to every choice in the failing run. */
const RECORDED = 12;

/** Returns the answers of a trial, with a hundred alternatives per choice. Equal trials give equal answers. */
function makeAnswers(recorded: readonly number[], { repeated, replacement, rest }: Trial): number[] {
  const answers = recorded.slice(0, repeated);
  if (replacement !== undefined) answers.push(replacement);
  if (rest === 'recorded') return [...answers, ...recorded.slice(answers.length)];
  const stream = new RandomStream(formatSeed({ high: repeated, low: 1000 * rest + (replacement ?? 999) }));
  while (answers.length < recorded.length) answers.push(stream.below(ALTERNATIVES));
  return answers;
}

/**
 * Creates the trials for a failing run whose answers are all `RECORDED`. A trial fails if its answers satisfy `fails`.
 */
function makeTrials(length: number, fails: (answers: readonly number[]) => boolean, maxRuns = 2000): Trials {
  const recorded = Array.from({ length }, () => RECORDED);
  return new Trials((trial) => (fails(makeAnswers(recorded, trial)) ? 'fails' : 'passes'), maxRuns);
}

const lengths = fc.integer({ min: 1, max: 400 });
/** Generates a length and `count` distinct indices below it. */
const lengthWithIndices = (count: number) =>
  lengths
    .filter((length) => length >= count)
    .chain((length) =>
      fc.record({
        length: fc.constant(length),
        indices: fc.uniqueArray(fc.nat(length - 1), { minLength: count, maxLength: count }),
      }),
    );

describe('the curve', () => {
  it('finds the single choice that a failure depends on, wherever it is', () => {
    fc.assert(
      fc.property(lengthWithIndices(1), ({ length, indices: [index] }) => {
        const { points, jumps } = measureFailureCurve(
          makeTrials(length, (answers) => answers[index!] === RECORDED),
          length,
        );
        expect(jumps.map(({ before, after }) => [before.choice, after.choice])).toEqual([
          [index, index! + 1],
        ]);
        expect([points[0]!.choice, points.at(-1)!.choice]).toEqual([0, length]);
        expect(points.at(-1)!.failures).toBe(points.at(-1)!.runs);
      }),
      { numRuns: 40 },
    );
  });

  it('finds the second of two necessary choices, after which failure is certain', () => {
    fc.assert(
      fc.property(lengthWithIndices(2), ({ length, indices }) => {
        const { jumps } = measureFailureCurve(
          makeTrials(length, (answers) => indices.every((index) => answers[index]! < 40)),
          length,
        );
        expect(jumps.at(-1)!.after.choice).toBe(Math.max(...indices) + 1);
      }),
      { numRuns: 40 },
    );
  });

  it('is flat and takes only a few runs when choices do not matter', () => {
    const trials = makeTrials(300, () => true);
    expect(measureFailureCurve(trials, 300)).toMatchObject({
      points: [{ failures: 12 }, { failures: 1 }],
      jumps: [],
    });
    expect(trials.runCount).toBe(13);
  });

  it('stops narrowing an interval once the runs are used up', () => {
    const { jumps } = measureFailureCurve(
      makeTrials(300, (answers) => answers[77] === RECORDED, 60),
      300,
    );
    expect(jumps).toHaveLength(1);
    const [{ before, after }] = jumps as [(typeof jumps)[number]];
    expect(before.choice).toBeLessThanOrEqual(77);
    expect(after.choice).toBeGreaterThan(78);
  });
});

describe('the answers to a choice', () => {
  it('fall into bands on either side of the threshold', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 998 }), fc.integer({ min: 0, max: 999 }), (threshold, lowest) => {
        const answer = Math.max(lowest, threshold + 1);
        const trials = new Trials(
          ({ replacement }) => (replacement !== undefined && replacement > threshold ? 'fails' : 'passes'),
          2000,
        );
        const bands = findValueBands(trials, 5, { answer, alternatives: 1000 });
        expect(bands.map(({ from, to, failures, runs }) => [from, to, failures / runs])).toEqual([
          [0, threshold, 0],
          [threshold + 1, 999, 1],
        ]);
      }),
      { numRuns: 40 },
    );
  });

  it('form one band if the answer does not matter', () => {
    const bands = findValueBands(new Trials(() => 'fails-differently', 500), 0, {
      answer: 4,
      alternatives: 9,
    });
    expect(bands).toEqual([{ from: 0, to: 8, failures: 0, otherFailures: 108, runs: 108 }]);
  });
});

describe('the nearest pass', () => {
  it('differs only in the last decisive choice, by the smallest step that makes it pass', () => {
    fc.assert(
      fc.property(lengthWithIndices(2), ({ length, indices }) => {
        const trials = makeTrials(length, (answers) => indices.every((index) => answers[index]! < 40));
        measureFailureCurve(trials, length);
        const choices = Array.from({ length }, () => ({ answer: RECORDED, alternatives: ALTERNATIVES }));
        expect(searchNearestPass(trials, choices)).toEqual({
          repeated: Math.max(...indices),
          replacement: 40,
          rest: 'recorded',
        });
      }),
      { numRuns: 40 },
    );
  });

  it('is undefined if no run passed', () => {
    const trials = makeTrials(20, () => true);
    measureFailureCurve(trials, 20);
    expect(searchNearestPass(trials, [])).toBeUndefined();
  });
});

describe('the fewest choices', () => {
  it('are exactly the choices that the failure needs', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(60)), fc.uniqueArray(fc.nat(60)), (needed, others) => {
        const indices = [...new Set([...needed, ...others])].sort((a, b) => a - b);
        const fails = (kept: readonly number[]) => needed.every((index) => kept.includes(index));
        expect(findMinimalChoices(indices, fails, 10_000)).toEqual({
          kept: [...needed].sort((a, b) => a - b),
          complete: true,
        });
      }),
    );
  });

  it('are the choices that remain when no more runs are allowed', () => {
    expect(findMinimalChoices([1, 2, 3], () => false, 2)).toEqual({ kept: [1, 2, 3], complete: false });
  });
});
