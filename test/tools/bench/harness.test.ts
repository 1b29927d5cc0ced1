import {
  compare,
  compareToLimit,
  getVerdict,
  measureInterleaved,
  measureMetric,
  type Side,
} from '../../../tools/bench/harness.js';
import { formatRate, formatTable } from '../../../tools/bench/report.js';

/** Creates a side whose rounds take the given numbers of seconds. Each round appends the side's name to `log`. */
function makeSide(name: string, seconds: readonly number[], log: string[] = []): Side {
  let round = 0;
  return {
    name,
    round() {
      log.push(name);
      return { work: 12, seconds: seconds[round++]! };
    },
  };
}

const makeResult = (name: string, bestRate: number) => ({ name, bestRate });

describe('measureInterleaved', () => {
  it('alternates between the sides', async () => {
    const log: string[] = [];
    await measureInterleaved([makeSide('a', [1, 1, 1, 1, 1], log), makeSide('b', [1, 1, 1, 1, 1], log)], 5);
    expect(log.join('')).toBe('ababababab');
  });

  it("returns each side's best rate", async () => {
    const sides = [makeSide('a', [4, 3, 6, 4, 4]), makeSide('b', [1, 2, 3, 4, 6])] as const;
    expect(await measureInterleaved(sides, 5)).toEqual([
      { name: 'a', bestRate: 4 },
      { name: 'b', bestRate: 12 },
    ]);
  });

  it('returns the rate over all rounds of a side that asks for it', async () => {
    const side = { ...makeSide('a', [1, 2, 3, 4, 5]), isTotal: true } as const;
    expect((await measureInterleaved([side], 5))[0]!.bestRate).toBe(4);
  });

  it('rejects fewer than the required number of rounds', async () => {
    await expect(measureInterleaved([makeSide('a', [])], 4)).rejects.toThrow('expected 5 or more, got 4');
  });
});

it('measureMetric measures a side of several pairs once per round, and closes what the metric set up', async () => {
  const log: string[] = [];
  const comparator = makeSide('b', [4, 4, 4, 4, 4], log);
  const setUp = () => ({
    pairs: [
      { subject: makeSide('a', [1, 1, 1, 1, 1], log), comparator, floor: 1, aim: 2 },
      compareToLimit(comparator, { max: 1, target: 0.5 }),
    ],
    close: () => log.push('closed'),
  });
  const { comparisons, skipped } = await measureMetric({ id: 'P0', title: '', unit: '', setUp }, 5);
  expect(log.join(' ')).toBe(`${'a b '.repeat(5)}closed`);
  expect(comparisons.map(({ ratio, aim }) => [ratio, aim])).toEqual([
    [4, 2],
    [3, 2],
  ]);
  expect(skipped).toEqual([]);
});

it('getVerdict returns the highest goal that a comparison meets', () => {
  const subject = makeResult('ours', 30);
  const verdicts = [10, 15, 30].map((rate) =>
    getVerdict(compare(subject, makeResult('other', rate), 1.5, 3)),
  );
  expect(verdicts).toEqual(['aim', 'floor', 'below']);
});

const report = {
  id: 'P0',
  title: 'an example',
  unit: 'waves/s',
  comparisons: [compare(makeResult('ours', 18_640_000), makeResult('other', 7_000_000), 1, 3)],
  skipped: [{ comparator: 'SystemC', install: 'apt-get install -y libsystemc-dev g++' }],
};

describe('formatTable', () => {
  it('prints both sides, the ratio and its goals', () => {
    expect(formatTable([report])).toContain(
      'P0      ours 18.6 M waves/s  other 7 M waves/s   2.66      1    3  floor',
    );
  });

  it('prints small ratios and goals with three digits', () => {
    const comparisons = [compare(makeResult('ours', 227), makeResult('other', 47_300), 1 / 1.2, 1 / 1.05)];
    expect(formatTable([{ ...report, comparisons }])).toContain('0.0048  0.833  0.952  below');
  });

  it('lists a skipped comparator with the command that installs it', () => {
    expect(formatTable([report])).toContain(
      'P0: SystemC skipped; install it with: apt-get install -y libsystemc-dev g++',
    );
  });

  it.each([
    [18_640_000, '18.6 M'],
    [21_800, '21.8 k'],
    [7.1234, '7.12'],
  ])('prints %d with three digits', (rate, text) => {
    expect(formatRate(rate)).toBe(text);
  });
});
