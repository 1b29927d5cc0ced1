import { LaunchControllers } from '../../../rtl-model/spi/launch-controllers.js';
import { Staging } from '../../../rtl-model/spi/staging.js';
import { Wave } from '../../../rtl-model/wave.js';

it('counts controllers loading from a staging buffer, and finds an idle one and the next one to finish (P-071)', () => {
  const [pixels, groups] = [new Staging(4), new Staging(4)];
  const controllers = new LaunchControllers();
  expect(controllers.findIdleController(0)).toBe(0);
  controllers.occupy(0, 10, pixels);
  expect([
    controllers.countLoading(5, pixels),
    controllers.countLoading(5, groups),
    controllers.findIdleController(5),
  ]).toEqual([1, 0, 1]);
  controllers.occupy(1, 20, groups);
  expect([
    controllers.countLoading(5, pixels),
    controllers.countLoading(5, groups),
    controllers.findIdleController(5),
  ]).toEqual([1, 1, -1]);
  expect([
    controllers.nextFinishCycle(5),
    controllers.nextFinishCycle(10),
    controllers.nextFinishCycle(20),
  ]).toEqual([10, 20, Number.POSITIVE_INFINITY]);
  controllers.occupy(0, 30, groups);
  expect([
    controllers.countLoading(12, groups),
    controllers.countLoading(20, groups),
    controllers.findIdleController(20),
  ]).toEqual([2, 1, 1]);
});

it('loads a wave with one VGPR and few SGPRs in one cycle per 32 lanes (P-074, P-076)', () => {
  const wave = new Wave(0);
  wave.work = { vgprCount: 1, sgprCount: 8, attributes: 0 } as Wave['work'];
  const controllers = new LaunchControllers();
  expect([32, 64].map((lanes) => controllers.loadCycles(wave, lanes, 0))).toEqual([1, 2]);
});

it('loads registers separately in each controller, but parameters over a shared path (P-072, P-073)', () => {
  const makeWave = (attributes: number): Wave => {
    const wave = new Wave(0);
    wave.work = { vgprCount: 2, sgprCount: 17, attributes } as Wave['work'];
    return wave;
  };
  const controllers = new LaunchControllers();
  expect([controllers.loadCycles(makeWave(0), 32, 10), controllers.loadCycles(makeWave(0), 64, 10)]).toEqual([
    3, 4,
  ]);
  // Sixteen attributes of one primitive take 192 dwords, which is eight cycles.
  expect([16, 16, 1].map((attributes) => controllers.loadCycles(makeWave(attributes), 32, 10))).toEqual([
    8, 16, 17,
  ]);
  // A wave without parameters does not wait for the shared path.
  expect(controllers.loadCycles(makeWave(0), 32, 10)).toBe(3);
  expect(controllers.loadCycles(makeWave(16), 32, 50)).toBe(8);
  expect(new LaunchControllers().loadCycles(makeWave(16), 32, 0)).toBe(8);
});
