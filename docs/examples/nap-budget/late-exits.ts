import { defineFault } from 'pops-testbench';

/** One exit in four becomes visible to polls only when the next wave exits. */
export const lateExits = defineFault({
  id: 'orbit.F-01',
  title: 'one exit in four becomes visible late',
  output: 'exitingId',
  generations: ['gfx10.3'],
  create: () => (oldest) => (oldest % 4 === 3 ? oldest - 1 : oldest),
});
