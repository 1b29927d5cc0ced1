import { expect, it } from 'vitest';
import { DeviceContext } from '../../rtl-model/context.js';
import { ReplayChoices } from '../../rtl-model/kernel/index.js';
import { planDraws } from '../../rtl-model/spi/draw-plan.js';
import { COUNTER, PATH, STATUS, Wave } from '../../rtl-model/wave.js';
import { scene } from '../checkers/support/scenes.js';

/** What formation, launch, a wait or the park of a polling loop sets anew before anything reads it. */
const SET_LATER = [
  ...['index', 'number', 'id', 'layer', 'quads', 'entries', 'didOverlap', 'newest'],
  ...['state', 'place', 'staged', 'localFirst', 'localDwords', 'vectorFirst', 'vectorRows'],
  ...['scalarFirst', 'scalarCount', 'scratchSlot', 'thresholds', 'parkCycle', 'parkPeriod', 'parkTarget'],
];

/** Another value of the kind that a field has. */
function other(value: unknown): unknown {
  if (value instanceof Int32Array || value instanceof Float64Array) return value.slice().fill(7);
  if (Array.isArray(value)) return [new Wave(9)];
  if (typeof value === 'boolean') return !value;
  return typeof value === 'number' ? value + 7 : 'of the wave before';
}

it('a record that is used again has nothing of the wave before that its next wave could read', () => {
  const scenario = scene();
  const [plan] = planDraws(new DeviceContext(scenario, new ReplayChoices([]), null), scenario);
  const fresh = new Wave(0);
  fresh.reset(1, 5, plan!);
  const used = new Wave(0);
  for (const [name, value] of Object.entries(fresh)) Object.assign(used, { [name]: other(value) });
  used.reset(1, 5, plan!);
  const kept = (wave: Wave) => Object.entries(wave).filter(([name]) => !SET_LATER.includes(name));
  expect(kept(used)).toEqual(kept(fresh));
});

it('each thing that a wave does or waits for has a number of its own', () => {
  const numbers = Object.values(STATUS);
  expect(new Set(numbers).size).toBe(numbers.length);
});

it('operations keep an order of their own on each path, beside those of the counters', () => {
  const paths = [...Object.values(COUNTER), ...Object.values(PATH)];
  expect(paths.toSorted((a, b) => a - b)).toEqual(Array.from(new Wave(0).lastReturn, (_, path) => path));
});
