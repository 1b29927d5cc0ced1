import fc from 'fast-check';
import {
  formatReproLine,
  formatTestId,
  formatTestName,
  parseTestId,
  parseTestName,
} from '../../../harness/selection/plan.js';
import { NO_OVERRIDES } from '../../../harness/selection/selection.js';

const hexString = (length: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });
const word = fc.stringMatching(/^[a-z][a-z0-9_-]{0,12}$/);
/** Suite names, and file names in Windows and POSIX style. */
const suite = fc.oneof(
  word,
  fc.constantFrom('C:\\suites\\own.suite.ts', 'd:/a b/own.json', '..\\x.mjs', 'a@b:c.ts'),
);
const testNames = fc.record(
  { suite, sequence: word, seed: hexString(16).map((digits) => `0x${digits}`), hash: hexString(8) },
  { requiredKeys: ['suite', 'sequence', 'seed'] },
);

describe('a test name', () => {
  it('round-trips through formatting and parsing', () => {
    fc.assert(
      fc.property(testNames, (name) => {
        expect(parseTestName(formatTestName(name))).toEqual(name);
      }),
    );
  });

  it.each([
    'smoke:rmw_buffer',
    'smoke:rmw_buffer@12',
    'smoke:rmw_buffer@0x',
    'smoke:rmw_buffer@0x12345678901234567',
    'smoke:rmw_buffer@0x1~12',
    'smoke:rmw buffer@0x1',
  ])('is rejected if it is %s', (text) => {
    expect(() => parseTestName(text)).toThrow(/^Invalid test name ".*": expected SUITE:TEST@0xSEED/);
  });
});

describe('a test id', () => {
  it('round-trips through formatting and parsing', () => {
    fc.assert(
      fc.property(word, fc.nat(999_999), (sequence, index) => {
        expect(parseTestId(formatTestId({ sequence, index }))).toEqual({ sequence, index });
      }),
    );
  });

  it('is rejected if the number is missing', () => {
    expect(() => parseTestId('rmw_buffer')).toThrow('expected SEQUENCE.NUMBER');
  });
});

describe('a repro line', () => {
  const name = { suite: 'smoke', sequence: 'rmw_buffer', seed: '0x1f', hash: '0123abcd' };

  it('is a single command that can be pasted into a shell', () => {
    expect(formatReproLine(name, NO_OVERRIDES)).toBe(
      "npx --no-install pops-tb replay 'smoke:rmw_buffer@0x1f~0123abcd'",
    );
  });

  it('includes every setting that the user overrode', () => {
    const overrides = {
      faults: ['F08' as const],
      chips: ['navi21' as const, 'navi10' as const],
      knobs: { idWrap: 7, loadLatency: [2, 9] as const },
    };
    expect(formatReproLine(name, overrides)).toBe(
      "npx --no-install pops-tb replay 'smoke:rmw_buffer@0x1f~0123abcd' --fault F08 --chip navi21,navi10 --set idWrap=7 --set loadLatency=2..9",
    );
  });
});
