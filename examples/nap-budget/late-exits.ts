import { defineFault } from 'pops-testbench';

/** Exits of one wave in four are shown to polls when the next wave exits. */
export const lateExits = defineFault({
  id: 'orbit.F-01',
  title: 'one exit in four is shown late',
  output: 'exitingId',
  generations: ['gfx10.3'],
  create: () => (oldest) => (oldest % 4 === 3 ? oldest - 1 : oldest),
});
