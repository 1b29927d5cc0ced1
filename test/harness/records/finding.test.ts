import { getFinding, getIllegalFinding, makeErrorFinding } from '../../../harness/records/finding.js';
import type { RuleId, Verdict, Violation } from '../../../transactions/index.js';
import { createSmallScenario } from '../../transactions/support/scenarios.js';

function makeViolation(rule: RuleId, changes: Partial<Violation> = {}): Violation {
  return {
    rule,
    severity: 'error',
    cycle: 10,
    unit: 'db',
    place: {},
    allowed: '',
    observed: '',
    steps: [],
    hint: '',
    ...changes,
  };
}

const UNCHECKED: Verdict['unchecked'] = [{ rule: 'ORD-03', missing: 'memory-dumped for buffer' }];

function makeVerdict(violations: readonly Violation[], inconclusive = false): Verdict {
  return { violations, armed: {}, unchecked: [], inconclusive, uncompared: 0 };
}

describe('a test without expectations', () => {
  const scenario = createSmallScenario();

  it('passes if no rule fired', () => {
    expect(getFinding(scenario, makeVerdict([]))).toBeUndefined();
  });

  it('passes with warnings', () => {
    expect(
      getFinding(scenario, makeVerdict([makeViolation('ORD-01', { severity: 'warning' })])),
    ).toBeUndefined();
  });

  it('fails with its first error, in a bucket whose name has no seed-dependent numbers', () => {
    const finding = getFinding(scenario, makeVerdict([makeViolation('ORD-02'), makeViolation('ORD-03')]));
    expect(finding).toEqual({ outcome: 'failed', rule: 'ORD-02', signature: 'ORD-02 db gfx10.3 end' });
  });

  it('is inconclusive if it exceeded its budget', () => {
    expect(getFinding(scenario, makeVerdict([], true))?.outcome).toBe('inconclusive');
  });

  it('does not pass if data was missing for a rule, and goes into a bucket named after that rule', () => {
    expect(getFinding(scenario, { ...makeVerdict([]), unchecked: UNCHECKED })).toEqual({
      outcome: 'failed',
      rule: 'unchecked',
      signature: 'unchecked ORD-03 gfx10.3 end',
    });
  });

  it('fails because of an error rather than missing data if it has both', () => {
    const finding = getFinding(scenario, {
      ...makeVerdict([makeViolation('HANG-01')]),
      unchecked: UNCHECKED,
    });
    expect(finding?.rule).toBe('HANG-01');
  });
});

describe('a test that expects rules to fire', () => {
  const scenario = createSmallScenario({ expects: ['RACE-01', 'ORD-03'] });

  it('passes if exactly those rules fired', () => {
    expect(
      getFinding(scenario, makeVerdict([makeViolation('ORD-03'), makeViolation('RACE-01')])),
    ).toBeUndefined();
  });

  it('passes even if an expected violation left another rule without data', () => {
    const verdict = makeVerdict([makeViolation('ORD-03'), makeViolation('RACE-01')]);
    expect(getFinding(scenario, { ...verdict, unchecked: UNCHECKED })).toBeUndefined();
  });

  it('fails if one of them does not fire', () => {
    expect(getFinding(scenario, makeVerdict([makeViolation('ORD-03')]))?.signature).toBe(
      'expected-RACE-01 gfx10.3 end',
    );
  });

  it('fails with the unexpected rule, even if it fired last', () => {
    const violations = [makeViolation('RACE-01'), makeViolation('ORD-03'), makeViolation('HANG-01')];
    expect(getFinding(scenario, makeVerdict(violations))?.rule).toBe('HANG-01');
  });
});

describe('a testbench error', () => {
  it('shares a bucket with errors that differ only in numbers', () => {
    const [first, second] = [new Error('wave 12 at 0xff'), new Error('wave 7 at 0x1')].map(makeErrorFinding);
    expect(first).toEqual(second);
    expect(first?.outcome).toBe('error');
  });

  it('has one bucket for all tests that timed out, regardless of the limit', () => {
    for (const time of ['10s', '0.5s']) {
      const { signature, rule } = makeErrorFinding(new Error(`timeout: exceeded --test-time ${time}`));
      expect({ signature, rule }).toEqual({ signature: 'timeout: exceeded --test-time', rule: 'error' });
    }
  });

  it('has a bucket without terminal control sequences', () => {
    const { signature } = makeErrorFinding(new Error('\u001b[2J\u0007boom\r\u009b31m\nmore'));
    expect(signature).toBe('error Error [NJ boom Nm');
  });
});

describe('a test checked for illegal bins', () => {
  const hits = [
    { bin: 'distance/distance/0', text: 'it waits for itself' },
    { bin: 'overlap/ids/own', text: 'it overlaps itself' },
  ];

  it('fails in the bucket of the first hit and explains each hit', () => {
    expect(getIllegalFinding(createSmallScenario(), hits)).toEqual({
      outcome: 'failed',
      rule: 'illegal-bin',
      signature: 'illegal-bin distance/distance/0 gfx10.3 end',
      message:
        'illegal bin distance/distance/0: it waits for itself\nillegal bin overlap/ids/own: it overlaps itself',
    });
  });

  it('passes if it is deliberately broken', () => {
    expect(getIllegalFinding(createSmallScenario({ expects: ['ORD-01'] }), hits)).toBeUndefined();
  });

  it('passes if it hit none', () => {
    expect(getIllegalFinding(createSmallScenario(), [])).toBeUndefined();
  });
});
