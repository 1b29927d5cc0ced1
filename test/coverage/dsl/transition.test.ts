import fc from 'fast-check';
import {
  bin,
  compileGroup,
  NOT_SAMPLED,
  Sampler,
  type TransitionBin,
  transition,
} from '../../../coverage/index.js';
import { countHits, group } from '../support/sampling.js';

const makeGroup = (...transitions: TransitionBin[]) => group({ value: { text: '', transitions } });
const column = (values: readonly number[]) => values.map((value) => [value]);

describe('a transition coverpoint', () => {
  it('counts a sequence each time its last step occurs, including overlapping ones', () => {
    const definition = makeGroup(transition('1 => 1', [[1], [1]]), transition('1 => 2', [[1], [2]]));
    expect(countHits(definition, column([1, 1, 1, 2, 1]))).toEqual({
      'value: 1 => 1': 2,
      'value: 1 => 2': 1,
    });
  });

  it('restarts a sequence after a value that no step lists, but not after an unsampled value', () => {
    const definition = makeGroup(transition('up', [[1], [2]]));
    expect(countHits(definition, column([1, 77, 2]))).toEqual({});
    expect(countHits(definition, column([1, NOT_SAMPLED, 2]))).toEqual({ 'value: up': 1 });
  });

  it('is reset when a test starts', () => {
    const compiled = compileGroup(makeGroup(transition('up', [[1], [2]])));
    const hits = new Uint32Array(1);
    const sampler = new Sampler(compiled, hits);
    sampler.values[0] = 1;
    sampler.sample();
    sampler.reset();
    sampler.values[0] = 2;
    sampler.sample();
    expect(hits[0]).toBe(0);
  });

  it('counts the same hits as directly comparing the latest samples with the steps', () => {
    const value = fc.integer({ min: 0, max: 4 });
    const step = fc.array(value, { minLength: 1, maxLength: 3 });
    const steps = fc.array(step, { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(
        fc.array(steps, { minLength: 1, maxLength: 4 }),
        fc.array(value, { maxLength: 30 }),
        (bins, values) => {
          const expected: Record<string, number> = {};
          values.forEach((_, end) => {
            bins.forEach((binSteps, i) => {
              const from = end + 1 - binSteps.length;
              if (from < 0 || !binSteps.every((set, k) => set.includes(values[from + k]!))) return;
              expected[`value: ${i}`] = (expected[`value: ${i}`] ?? 0) + 1;
            });
          });
          const definition = makeGroup(...bins.map((binSteps, i) => transition(`${i}`, binSteps)));
          expect(countHits(definition, column(values))).toEqual(expected);
        },
      ),
    );
  });

  it('cannot be crossed, and needs at least two steps', () => {
    const crossed = group(
      {
        value: { text: '', transitions: [transition('up', [[1], [2]])] },
        other: { text: '', bins: [bin('a', [1])] },
      },
      [{ name: 'both', text: '', of: ['value', 'other'] }],
    );
    expect(() => compileGroup(crossed)).toThrow("names 'value', whose bins are transitions");
    expect(() => compileGroup(makeGroup(transition('short', [[1]])))).toThrow("'short'");
  });
});
