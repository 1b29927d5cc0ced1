import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Place, type RuleId, runScenario, type Severity } from '../../../cli/public/harness.js';
import { type SeededParameters, scenarios, seededBy } from '../../../cli/public/stimulus.js';

test('exports named types for violation fields and run parameters', () => {
  const parameters: SeededParameters = seededBy('0x1');
  const [scenario] = fc.sample(scenarios.rmw_buffer({ chips: ['navi21'], faults: ['F46'] }), {
    ...parameters,
    numRuns: 1,
  });
  const formatViolation = (rule: RuleId, severity: Severity, { wave }: Place): string =>
    `${severity} ${rule} ${typeof wave}`;
  const [{ rule, severity, place }] = runScenario(scenario).violations;
  expect(formatViolation(rule, severity, place)).toBe('error ORD-06 number');
});
