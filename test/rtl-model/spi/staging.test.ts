import { Staging } from '../../../rtl-model/spi/staging.js';
import { Wave } from '../../../rtl-model/wave.js';

it('holds the start data of one wave per entry, including waves that are still loading, in formation order', () => {
  const staging = new Staging(2);
  const waves = [0, 1, 2, 3].map((index) => new Wave(index));
  const findStaged = (): number[] => waves.flatMap((wave, index) => (wave.launch.staged ? [index] : []));
  for (const wave of waves) staging.add(wave);
  expect(findStaged()).toEqual([]);
  staging.admit(1);
  expect(findStaged()).toEqual([0]);
  staging.admit(0);
  expect(findStaged()).toEqual([0, 1]);
  staging.take();
  staging.admit(1);
  expect(findStaged()).toEqual([0, 1]);
  expect(staging.isFull).toBe(true);
  staging.admit(0);
  expect(findStaged()).toEqual([0, 1, 2]);
  staging.take();
  staging.admit(0);
  expect(findStaged()).toEqual([0, 1, 2, 3]);
  expect(staging.isFull).toBe(false);
});

it('is empty only if no wave holds or is waiting for an entry', () => {
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
