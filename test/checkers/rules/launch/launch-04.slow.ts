import { checkRun } from '../../support/checked-run.js';
import {
  type Corruption,
  corruptLaunch,
  createCrowdedScenario,
  getFiredLaunchRules,
  rmwBuffer,
} from '../../support/mistaken-launches.js';

/** Returns the LAUNCH rules that fire if a monitor misreports the launches of a crowded run. */
const getFired = (corruption: Corruption): string[] =>
  getFiredLaunchRules(createCrowdedScenario(), corruption);

/** Returns the register of a pixel shader's argument. */
const findRegister = (argument: string): number =>
  createCrowdedScenario().programs[0].arguments.find(({ name }) => name === argument)!.register;

describe('LAUNCH-04', () => {
  const changeSgprs = (change: (sgprs: Int32Array) => void): Corruption =>
    corruptLaunch(1, ({ sgprs }) => {
      const copy = sgprs.slice();
      change(copy);
      return { sgprs: copy };
    });

  test('fires for a user SGPR with a wrong value', () => {
    // s2 is the low half of the descriptor set's address.
    expect(getFired(changeSgprs((s) => (s[2] ^= 1)))).toContain('LAUNCH-04');
  });

  test('fires when the collision argument is one register off', () => {
    const register = findRegister('pops_collision_wave_id');
    const shiftArgument = changeSgprs((s) => {
      s[register - 1] = s[register];
      s[register] = 0;
    });
    expect(getFired(shiftArgument)).toContain('LAUNCH-04');
  });

  test('ignores unused bits of the collision argument', () => {
    const register = findRegister('pops_collision_wave_id');
    expect(getFired(changeSgprs((s) => (s[register] ^= 0x4000fc00)))).toEqual([]);
  });

  test('fires for a wrong VGPR input in one lane', () => {
    const register = findRegister('pos_fixed_pt');
    const mistake = corruptLaunch(1, ({ vgprs }) => {
      const copy = vgprs.slice();
      copy[register * 64] ^= 1;
      return { vgprs: copy };
    });
    expect(getFired(mistake)).toContain('LAUNCH-04');
  });

  test("compares one quad of a draw's later waves, a different one for each", () => {
    const register = findRegister('pos_fixed_pt');
    const firesFor = (launch: number, lane: number): boolean =>
      getFired(
        corruptLaunch(launch, ({ vgprs }) => {
          const copy = vgprs.slice();
          copy[register * 64 + lane] ^= 1;
          return { vgprs: copy };
        }),
      ).includes('LAUNCH-04');
    expect([firesFor(3, 0), firesFor(3, 4)]).toEqual([true, true]);
    expect([firesFor(5, 0), firesFor(5, 4)]).toEqual([true, false]);
    expect([firesFor(8, 0), firesFor(8, 4)]).toEqual([false, true]);
  });

  test.each(['sgprCount', 'vgprCount'] as const)(
    'fires when the register count is off by one: %s',
    (field) => {
      for (const difference of [-1, 1])
        expect(getFired(corruptLaunch(1, (t) => ({ [field]: t[field] + difference })))).toEqual([
          'LAUNCH-04',
        ]);
    },
  );

  test("fires when a wave's float mode differs from its draw's, but not when no mode is reported", () => {
    expect(getFired(corruptLaunch(1, ({ mode }) => ({ mode: mode ^ 0x10 })))).toContain('LAUNCH-04');
    expect(getFired(corruptLaunch(1, () => ({ mode: -1 })))).toEqual([]);
  });

  test('fires when the packer is already set at launch', () => {
    expect(getFired(corruptLaunch(1, ({ mode }) => ({ mode: mode | (1 << 24) })))).toContain('LAUNCH-04');
    expect(
      getFiredLaunchRules(
        createCrowdedScenario(rmwBuffer, 'navi23'),
        corruptLaunch(1, () => ({ popsPacker: 1 })),
      ),
    ).toContain('LAUNCH-04');
  });
});

test.each([
  ['VGPRs', ['vgprs']],
  ['SGPRs', ['sgprs']],
  ['registers', ['sgprs', 'vgprs']],
] as const)('LAUNCH-04 is reported as unchecked if launches omit their %s', (missing, fields) => {
  const emptyFields = Object.fromEntries(fields.map((list) => [list, new Int32Array()]));
  const { violations, unchecked } = checkRun(createCrowdedScenario(), (t) =>
    t.kind === 'wave-launched' ? { ...t, ...emptyFields } : t,
  );
  expect(violations).toEqual([]);
  expect(unchecked).toContainEqual({
    rule: 'LAUNCH-04',
    missing: `the initial ${missing} of launched waves`,
  });
});

test('LAUNCH-04 fires for a wrong collision argument or VGPR in a launch that omits the other registers', () => {
  const register = findRegister('pops_collision_wave_id');
  const flipWord = (list: Int32Array, index: number): Int32Array =>
    list.map((word, i) => (i === index ? word ^ 1 : word));
  const wrongArgument = corruptLaunch(1, ({ sgprs }) => ({
    sgprs: flipWord(sgprs, register),
    vgprs: new Int32Array(),
  }));
  const wrongVgpr = corruptLaunch(1, ({ vgprs }) => ({ sgprs: new Int32Array(), vgprs: flipWord(vgprs, 0) }));
  expect(getFired(wrongArgument)).toEqual(['LAUNCH-04']);
  expect(getFired(wrongVgpr)).toEqual(['LAUNCH-04']);
});
