import { describe, expect, it } from 'vitest';
import { modelRequest, readOptions } from '../../../bench/mutants/requests.js';

const requestOf = (...args: string[]) => modelRequest(readOptions(args));

describe('the request for a fresh sample of mutants', () => {
  it('draws another seed each time, and takes the one that repeats a sample', () => {
    const draw = (...more: string[]) => requestOf('--model', '--fresh', '200', ...more);
    const [one, other] = [draw(), draw()];
    expect(one).toMatchObject({ fresh: true, sample: 200, write: false });
    expect(one).not.toEqual(other);
    expect(draw('--seed', '0x1dea')).toMatchObject({ seed: '0x1dea', sample: 200 });
    expect(requestOf('--model')).toMatchObject({ seed: '0x5eed', fresh: false });
  });

  it.each([['--sample', '3'], ['--write']])('is refused with %s', (...option) => {
    expect(() => requestOf('--model', '--fresh', '200', ...option)).toThrow(
      `--fresh and ${option[0]} exclude each other`,
    );
  });

  it('may be of several units, each of which the model has', () => {
    const draw = (...units: string[]) =>
      requestOf('--model', '--fresh', '9', ...units.flatMap((unit) => ['--unit', unit]));
    expect(draw('sq', 'device')).toMatchObject({ units: ['sq', 'device'] });
    expect(draw()).toMatchObject({ units: [] });
    expect(() => draw('sq', 'tv')).toThrow(/^Invalid --unit: expected one of .* sq .*, got tv$/);
  });

  it('says what a count has to be', () => {
    expect(() => requestOf('--model', '--fresh', 'many')).toThrow(
      'Invalid --fresh: expected 1 or more, got many',
    );
  });
});
