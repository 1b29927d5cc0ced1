import type { Verdict } from '../../../../transactions/index.js';
import {
  createCountingScene,
  createCountingStream,
  FIRST,
  type Grant,
  RED_GREEN,
  SECOND,
} from '../../support/counting-scene.js';
import { Stream } from '../../support/stream.js';

function checkGrants(
  grants: readonly (Grant | undefined)[],
  { x = 0, formats = RED_GREEN as object } = {},
): Verdict {
  return createCountingStream(createCountingScene(formats as Record<string, number>), grants, x).judge();
}

const countFirings = (verdict: Verdict): number => verdict.fired?.['EXP-06'] ?? 0;

test('accepts exports that match primitive order, and checks each of them', () => {
  const verdict = checkGrants([FIRST, SECOND]);
  expect(countFirings(verdict)).toBe(0);
  expect(verdict.armed['EXP-06']).toBe(2);
});

test('fires if the exports match a different order, and reports what the lane exported', () => {
  const verdict = checkGrants([SECOND, FIRST]);
  expect(countFirings(verdict)).toBe(2);
  const finding = verdict.violations.find(({ rule }) => rule === 'EXP-06')!;
  expect(finding.allowed).toContain('0x00000000 0x00000007 in lane 0, pixel (0, 0)');
  expect(finding.observed).toContain('0x00000001 0x00000007 in lane 0, pixel (0, 0)');
});

test('skips waves that read unordered writes by other waves, and counts their exports as uncompared', () => {
  const verdict = checkGrants([SECOND, FIRST], { x: 4 });
  expect(countFirings(verdict)).toBe(0);
  expect(verdict.uncompared).toBeGreaterThanOrEqual(2);
});

test('fires for wrong lanes, targets and channels, but ignores uncovered lanes', () => {
  expect(countFirings(checkGrants([FIRST, { ...SECOND, lanesLo: 0 }]))).toBe(1);
  expect(countFirings(checkGrants([FIRST, { ...SECOND, target: 1 }]))).toBe(1);
  expect(countFirings(checkGrants([FIRST, { ...SECOND, enabled: 1 }]))).toBe(1);
  expect(countFirings(checkGrants([FIRST, { ...SECOND, lanesLo: 0b11 }]))).toBe(0);
});

test('fires for a missing export and for an extra one', () => {
  expect(countFirings(checkGrants([FIRST, undefined]))).toBe(1);
  expect(countFirings(checkGrants([FIRST, SECOND, { ...SECOND, wave: 1 }]))).toBe(1);
});

test('expects no exports from draws that skip them, or whose registers are missing', () => {
  const formats = { SPI_SHADER_COL_FORMAT: 0, SPI_SHADER_Z_FORMAT: 0 };
  expect(countFirings(checkGrants([SECOND, undefined], { formats }))).toBe(0);
  expect(countFirings(checkGrants([SECOND, undefined], { formats: {} }))).toBe(0);
});

test('the rule is checked only if every wave has ended; otherwise, it reports what is missing', () => {
  const stream = new Stream(createCountingScene(RED_GREEN)).form([{ x: 0, y: 0, primitive: 0 }]).quiesce();
  expect(stream.judge().unchecked).toContainEqual({ rule: 'EXP-06', missing: 'the end of every wave' });
});
