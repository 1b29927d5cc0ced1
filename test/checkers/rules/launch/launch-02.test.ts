import {
  corruptLaunch,
  createCrowdedScenario,
  getFiredLaunchRules,
} from '../../support/mistaken-launches.js';

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
});
