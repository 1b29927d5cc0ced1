import { expect, it } from 'vitest';
import { Staging } from '../../../rtl-model/spi/staging.js';
import { Wave } from '../../../rtl-model/wave.js';

it("holds one wave's start data per entry, including loading waves, in formation order", () => {
  const staging = new Staging(2);
  const waves = [0, 1, 2, 3].map((at) => new Wave(at));
  const staged = (): number[] => waves.flatMap((wave, at) => (wave.launch.staged ? [at] : []));
  for (const wave of waves) staging.add(wave);
  expect(staged()).toEqual([]);
  staging.admit(1);
  expect(staged()).toEqual([0]);
  staging.admit(0);
  expect(staged()).toEqual([0, 1]);
  staging.take();
  staging.admit(1);
  expect(staged()).toEqual([0, 1]);
  expect(staging.isFull).toBe(true);
  staging.admit(0);
  expect(staged()).toEqual([0, 1, 2]);
  staging.take();
  staging.admit(0);
  expect(staged()).toEqual([0, 1, 2, 3]);
  expect(staging.isFull).toBe(false);
});

it('the staging is empty only when no wave has or awaits an entry', () => {
  const staging = new Staging(1);
  const steps = [
    () => staging.add(new Wave(0)),
    () => staging.admit(0),
    () => staging.add(new Wave(1)),
    () => staging.take(),
    () => staging.admit(0),
    () => staging.take(),
  ];
  const empty = steps.map((step) => {
    step();
    return staging.isEmpty;
  });
  expect(empty).toEqual([false, false, false, false, false, true]);
});
