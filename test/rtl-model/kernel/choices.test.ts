import fc from 'fast-check';
import {
  type Choices,
  PctChoices,
  RandomChoices,
  RecordingChoices,
  ReplayChoices,
  WatchedChoices,
} from '../../../rtl-model/kernel/index.js';

const seed = fc.record({ high: fc.nat(), low: fc.nat() });
const questions = fc.array(fc.record({ point: fc.nat(40), n: fc.integer({ min: 1, max: 20 }) }), {
  maxLength: 200,
});
type Questions = readonly { readonly point: number; readonly n: number }[];

function ask(choices: Choices, sequence: Questions): number[] {
  return sequence.map(({ point, n }) => choices.choose(point, n));
}

const strategies: readonly [string, (value: { high: number; low: number }) => Choices][] = [
  ['RandomChoices', (value) => new RandomChoices(value)],
  ['PctChoices', (value) => new PctChoices(value, 3, 50)],
  ['RecordingChoices', (value) => new RecordingChoices(new RandomChoices(value))],
  ['ReplayChoices', () => new ReplayChoices([3, 1, 4, 1, 5, 9, 2, 6])],
];

describe.each(strategies)('%s as an implementation of Choices', (_name, makeChoices) => {
  it('returns answers from 0 to n - 1', () => {
    fc.assert(
      fc.property(seed, questions, (value, sequence) => {
        const answers = ask(makeChoices(value), sequence);
        answers.forEach((answer, index) => {
          expect(Number.isInteger(answer) && answer >= 0 && answer < sequence[index]!.n).toBe(true);
        });
      }),
    );
  });

  it('returns the same answers if constructed identically', () => {
    fc.assert(
      fc.property(seed, questions, (value, sequence) => {
        expect(ask(makeChoices(value), sequence)).toEqual(ask(makeChoices(value), sequence));
      }),
    );
  });

  it('consumes no randomness for a choice with only one option', () => {
    fc.assert(
      fc.property(seed, questions, (value, sequence) => {
        const answers = ask(makeChoices(value), sequence).filter((_, index) => sequence[index]!.n > 1);
        expect(
          ask(
            makeChoices(value),
            sequence.filter(({ n }) => n > 1),
          ),
        ).toEqual(answers);
      }),
    );
  });
});

describe('RecordingChoices', () => {
  it('keeps every answer, even beyond its initial capacity', () => {
    const recording = new RecordingChoices(new RandomChoices('0x1'));
    const answers = Array.from({ length: 5000 }, (_, index) => recording.choose(index, 7));
    expect(Array.from(recording.values())).toEqual(answers);
  });

  it('forwards the sources', () => {
    const sources = new Int32Array([0, 0, 0, 5, 6]);
    let forwarded: unknown[] = [];
    const inner: Choices = {
      choose(...question) {
        forwarded = question;
        return 1;
      },
    };
    expect(new RecordingChoices(inner).choose(0, 2, sources, 3)).toBe(1);
    expect(forwarded).toEqual([0, 2, sources, 3]);
  });
});

describe('ReplayChoices', () => {
  it('repeats the recorded answers', () => {
    fc.assert(
      fc.property(seed, questions, (value, sequence) => {
        const recording = new RecordingChoices(new RandomChoices(value));
        const answers = ask(recording, sequence);
        const replay = new ReplayChoices(recording.values());
        expect(ask(replay, sequence)).toEqual(answers);
      }),
    );
  });

  it('answers 0 when the list is exhausted or the value is out of range', () => {
    const replay = new ReplayChoices([4, 1]);
    expect([0, 0, 0].map(() => replay.choose(0, 3))).toEqual([0, 1, 0]);
  });
  it('continues with another strategy after the end of the list, if given one', () => {
    const replay = new ReplayChoices([2, 1], new ReplayChoices([3]));
    expect([0, 0, 0].map(() => replay.choose(0, 4))).toEqual([2, 1, 3]);
  });
});

it('a listener receives each question that has more than one option, including the index of its first source', () => {
  const received: unknown[] = [];
  const watched = new WatchedChoices({ choose: (_, n) => n - 1 }, (...question) => received.push(question));
  const sources = Int32Array.from([4, 5, 6]);
  expect([watched.choose(7, 1, sources), watched.choose(7, 2, sources), watched.choose(8, 3)]).toEqual([
    0, 1, 2,
  ]);
  watched.choose(9, 2, sources, 1);
  expect(received).toEqual([
    [7, 2, 1, sources, 0],
    [8, 3, 2, undefined, 0],
    [9, 2, 1, sources, 1],
  ]);
});
