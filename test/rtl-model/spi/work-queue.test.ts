import { WorkQueue } from '../../../rtl-model/spi/background/work-queue.js';
import { Staging } from '../../../rtl-model/spi/staging.js';
import { Wave } from '../../../rtl-model/wave.js';

it('stages geometry waves once there is room in their staging registers, and other waves immediately (P-012)', () => {
  const staging = new Staging(1);
  const addAndStage = (queue: WorkQueue): boolean[] => {
    const waves = [new Wave(0), new Wave(1)];
    for (const wave of waves) queue.add(wave);
    staging.admit(0);
    return waves.map((wave) => wave.launch.staged);
  };
  expect(addAndStage(new WorkQueue('geometry', staging))).toEqual([true, false]);
  expect(addAndStage(new WorkQueue('compute', undefined))).toEqual([true, true]);
});
