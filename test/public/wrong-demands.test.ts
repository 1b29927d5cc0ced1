import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { runScenario } from '../../public/harness.js';
import { drawing, type ScenarioDemands, scenarios, type Triangle } from '../../public/stimulus.js';

const ONE: Triangle = [0, 0, 2048, 0, 0, 2048];

test.each([
  ['rmw_buffer', { chips: ['navi21'], knobs: { idWrap: 7, idWindow: 500 } }, /idWindow=500 with idWrap=7/],
  ['rmw_buffer', { chips: ['raven'], knobs: { packers: 4 } }, /packers=4 on raven; expected at most 2/],
  ['rmw_buffer', { knobs: { idwrap: 7 } }, /^Unknown knob "idwrap": did you mean idWrap\?$/],
  ['rmw_buffer', { chips: [] }, /^Impossible chips of rmw_buffer: none; expected some of raven/],
  ['rmw_buffer', { faults: ['F999'] }, /^Unknown fault "F999"/],
  ['rmw_buffer', { faults: ['F109'] }, /^Fault F109 cannot act in rmw_buffer/],
  [
    'coarse_rates',
    { chips: ['vega10'] },
    /^Impossible chips of coarse_rates: vega10; expected some of navi21/,
  ],
])('scenarios.%s of %j are refused in one line', (name, demands, message) => {
  expect(() => scenarios[name](demands as ScenarioDemands)).toThrow(message);
});

it('refuses what nobody can draw in one line', () => {
  expect(() => drawing([])).toThrow(/^Invalid draws: expected one at least/);
  expect(() => drawing([[ONE]], { chip: 'vega10', wave: 32 })).toThrow(
    /^Invalid wave 32: expected 64 on vega10$/,
  );
  expect(() => drawing([[ONE], [[0.5, 0, 1, 1, 2, 2]]])).toThrow(
    /^Invalid primitive \[0.5, 0, 1, 1, 2, 2\]: expected six/,
  );
});

it('throws for a scenario that makes no sense, in place of blaming the device', () => {
  const [scenario] = fc.sample(scenarios.rmw_buffer({ chips: ['navi21'] }), 1);
  const freedoms = { ...scenario.freedoms, idWrap: 7.5 };
  expect(() => runScenario({ ...scenario, freedoms })).toThrow(/freedoms.idWrap is 7.5; expected an integer/);
});
