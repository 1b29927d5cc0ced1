import fc from 'fast-check';
import { explainScenario, runScenario } from '../../../cli/public/harness.js';
import {
  type ChipName,
  drawing,
  type PrimitiveKind,
  type ScenarioDemands,
  scenarios,
  scenes,
  seededBy,
  type Triangle,
} from '../../../cli/public/stimulus.js';

const TRIANGLE: Triangle = [0, 0, 2048, 0, 0, 2048];

test.each([
  ['rmw_buffer', { chips: ['navi21'], knobs: { idWrap: 7, idWindow: 500 } }, /idWindow=500 with idWrap=7/],
  ['rmw_buffer', { chips: ['raven'], knobs: { packers: 4 } }, /packers=4 on raven; this chip has only 2/],
  ['rmw_buffer', { knobs: { idwrap: 7 } }, /^Unknown knob "idwrap": did you mean idWrap\?$/],
  ['rmw_buffer', { knobs: { idWrap: 7.5 } }, /^Invalid knob idWrap 7.5: expected an integer from 7 to 1023/],
  [
    'rmw_buffer',
    { knobs: { storeLatency: [9, 3] } },
    /^Invalid knob storeLatency \[9,3\]: expected \[lo, hi\]/,
  ],
  [
    'rmw_buffer',
    { chips: ['navi31', 'vega10'], faults: ['F43'] },
    /^Faults not available on vega10: F43; use a gfx9 fault/,
  ],
  ['rmw_buffer', { chips: [] }, /^Invalid chips for rmw_buffer: none given; expected one or more of raven/],
  ['rmw_buffer', { faults: ['F999'] }, /^Unknown fault "F999"/],
  ['rmw_buffer', { faults: ['F109'] }, /^These faults have no effect in rmw_buffer: F109/],
  [
    'coarse_rates',
    { chips: ['vega10'] },
    /^Invalid chips for coarse_rates: vega10; expected one or more of navi21/,
  ],
] as const)('scenarios.%s rejects %j with a one-line error', (name, demands, message) => {
  expect(() => scenarios[name](demands as ScenarioDemands)).toThrow(message);
});

it('picks chips to which the fault applies if no chips are given', () => {
  const sampled = fc.sample(scenarios.rmw_buffer({ faults: ['F43'] }), { ...seededBy('0x1'), numRuns: 8 });
  expect(sampled.every(({ chip }) => chip.startsWith('navi3'))).toBe(true);
});

it('rejects invalid drawings with a one-line error', () => {
  expect(() => drawing([])).toThrow(/^Invalid draws: expected at least one primitive/);
  expect(() => drawing([[]])).toThrow(/^Invalid draws: expected at least one primitive/);
  expect(() => drawing([[TRIANGLE]], { chip: 'vega10', wave: 32 })).toThrow(
    /^Invalid wave 32: expected 64 on vega10$/,
  );
  for (const invalid of [0.5, 2 ** 31]) {
    expect(() => drawing([[TRIANGLE], [[invalid, 0, 1, 1, 2, 2]]])).toThrow(
      `Invalid primitive [${invalid}, 0, 1, 1, 2, 2]: expected six`,
    );
  }
  expect(() => drawing([[TRIANGLE]], { chip: 'navi99' as ChipName })).toThrow(/^Unknown chip "navi99"/);
  expect(() => drawing([[TRIANGLE]], { kind: 'quads' as PrimitiveKind })).toThrow(/^Unknown kind "quads"/);
  expect(() => drawing([[TRIANGLE]], { area: { width: 1.5, height: 4 } })).toThrow(/^Invalid area 1.5x4/);
});

it('rejects scenes that have no area or no primitives, with a one-line error', () => {
  expect(() => scenes.fan({ width: 0, height: 4 })).toThrow(
    /^Invalid area 0x4: expected width and height from 1/,
  );
  for (const maximum of [0, 2.5]) {
    expect(() => scenes.stack(undefined, maximum)).toThrow(
      `Invalid maximum ${maximum}: expected a positive integer`,
    );
  }
});

it('throws for an invalid scenario instead of blaming the device', () => {
  const [scenario] = fc.sample(scenarios.rmw_buffer({ chips: ['navi21'] }), 1);
  const freedoms = { ...scenario.freedoms, idWrap: 7.5 };
  for (const run of [runScenario, explainScenario]) {
    expect(() => run({ ...scenario, freedoms })).toThrow(/freedoms.idWrap is 7.5; expected an integer/);
  }
});
