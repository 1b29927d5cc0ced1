import { makeLaunch, SMALL_HOLDINGS } from '../../support/launches.js';
import {
  corruptLaunch,
  createCrowdedScenario,
  getFiredLaunchRules,
} from '../../support/mistaken-launches.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

describe('LAUNCH-02', () => {
  test.each([
    ['a slot that does not exist', corruptLaunch(2, () => ({ slot: 64 }))],
    [
      'half of the registers it needs',
      corruptLaunch(2, ({ holds }) => ({ holds: { ...holds, vectorRows: holds.vectorRows / 2 } })),
    ],
    [
      'registers past the end of the register file',
      corruptLaunch(2, ({ holds }) => ({ holds: { ...holds, vectorFirst: 512 } })),
    ],
    [
      'fewer SGPRs than RSRC1 requests',
      corruptLaunch(2, ({ holds }) => ({ holds: { ...holds, scalarCount: holds.scalarCount - 16 } })),
    ],
    ['LDS space past the end', corruptLaunch(2, ({ holds }) => ({ holds: { ...holds, localFirst: 16384 } }))],
    [
      'a scratch slot that its draw does not request',
      corruptLaunch(2, ({ holds }) => ({ holds: { ...holds, scratchSlot: 40 } })),
    ],
  ])('fires when a wave gets %s', (_, mistake) => {
    expect(getFiredLaunchRules(createCrowdedScenario(), mistake)).toContain('LAUNCH-02');
  });

  test.each([
    ['too many registers', { vectorRows: 24 }, [false, true]],
    ['registers past the end of the file', { vectorFirst: 4096 }, [true, true]],
  ] as const)('fires for %s, whether or not the draw sets RSRC1', (_, changes, expected) => {
    const fires = (registers: Readonly<Record<string, number>>): boolean => {
      const stream = new Stream(scene({ draw: { registers } })).form([{ x: 0, y: 0, primitive: 0 }]);
      stream.add(makeLaunch(3, 0, 0, { holds: { ...SMALL_HOLDINGS, ...changes } }));
      return listFiredRules(stream.judge()).includes('LAUNCH-02');
    };
    expect([fires({}), fires({ SPI_SHADER_PGM_RSRC1_PS: 0 })]).toEqual(expected);
  });
});
