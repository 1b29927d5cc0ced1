import { useExtensions } from '../../../harness/extension/user-extensions.js';
import { isDeviceUnderTest } from '../../../harness/one-test/broken-device.js';
import { runScenarioTest, type TestResult } from '../../../harness/one-test/run-test.js';
import type { Model } from '../../../harness/records/model.js';
import { loadBrokenIndex } from '../../../tools/bench/mutants/statements.js';
import type { FaultId, FaultOutput, Scenario, UserFault, UserId } from '../../../transactions/index.js';
import { drawTest } from '../../support/drawn-test.js';

function makeScenario(sequence: string, seed: string, faults: readonly FaultId[] = []): Scenario {
  return drawTest(sequence, seed, { faults: [...faults] });
}

/** Returns the finding's rule and the modules whose invariants the device broke. */
function describeFailure({ finding, device = [] }: TestResult) {
  return { rule: finding?.rule, modules: device.map(({ module }) => module) };
}

describe('a fault that makes the device break invariants of the model', () => {
  it.each([
    ['F15', 'generated', '0x3', 'LAUNCH-04', 'sc/facing', 'sc'],
    ['F41', 'rmw_buffer', '0x3', 'LAUNCH-07', 'spi/staging', 'spi'],
    ['F53', 'discard_after', '0x3', 'LAUNCH-01', 'device', 'device'],
    ['F62', 'front_face', '0x2', 'RACE-02', 'memory/memory', 'memory'],
    ['F154', 'wide_rmw', '0x2', 'RACE-01', 'memory/memory', 'memory'],
    ['F157', 'rmw_buffer', '0x1', 'RACE-01', 'memory/memory', 'memory'],
    ['F158', 'front_face', '0x3', 'LAUNCH-07', 'spi/staging', 'spi'],
  ] as const)('%s in %s fails a rule, and the broken invariant is reported with its unit', (...row) => {
    const [fault, sequence, seed, rule, module, unit] = row;
    const { finding, device, run } = runScenarioTest(makeScenario(sequence, seed, [fault]));
    expect(finding).toMatchObject({ outcome: 'failed', rule });
    expect(device).toContainEqual(expect.objectContaining({ module, unit, times: expect.any(Number) }));
    expect(run.aborted).toBeUndefined();
  });
});

describe('a user-defined fault that breaks invariants of the model', () => {
  const userFaults: readonly [UserId, FaultOutput, UserFault['create'], string, string, string][] = [
    ['acme.back', 'exitingId', () => (oldest: number) => oldest % 3, 'rmw_buffer', 'ORD-06', 'sq/parking'],
    [
      'acme.falls',
      'exitingId',
      () => {
        let calls = 0;
        return (oldest: number) => (oldest > 3 && calls++ % 2 === 1 ? oldest - 3 : oldest);
      },
      'or_bits',
      'ORD-06',
      'sq/parking',
    ],
    ['acme.second', 'launchPlace', () => () => 1, 'front_face', 'LAUNCH-07', 'spi/staging'],
  ];

  beforeAll(() => {
    const faults = userFaults.map(([id, output, create]) => ({ id, title: id, output, create }) as UserFault);
    useExtensions('own', [{ faults }]);
  });

  afterAll(() => useExtensions('own', []));

  it.each(userFaults)('%s, replacing %s, fails a rule', (id, _output, _create, sequence, rule, module) => {
    const result = runScenarioTest(makeScenario(sequence, '0x3', [id]));
    expect(describeFailure(result)).toMatchObject({ rule, modules: expect.arrayContaining([module]) });
  });
});

describe('a design that breaks invariants of the model', () => {
  it.each([
    [
      'a tracker that retires twice',
      'spi/exit-tracker',
      'this.retire(this.waves[this.oldest & (RING - 1)]);',
      'const wave = this.waves[this.oldest & (RING - 1)]; this.retire(wave); this.retire(wave);',
      'rmw_buffer@0x64d437aa6b5f96f3',
      'ORD-06',
      'spi/exit-tracker',
    ],
    [
      'a launcher that starts a wave without free registers',
      'spi/simd-resources',
      'if (!this.vectors.fits(this.outputs.freeRows(rows)))',
      'if (false)',
      'or_bits@0xf25d13662c354dcb',
      'LAUNCH-01',
      'extents',
    ],
    [
      'a memory that responds twice',
      'memory/memory',
      'context.wheel.schedule(cycle - context.now, makeEvent(UNIT.RETURN, record.index), queue);',
      'for (let i = 0; i < 2; i++) context.wheel.schedule(cycle - context.now, makeEvent(UNIT.RETURN, record.index), queue);',
      'rmw_buffer@0x3',
      'RACE-11',
      'memory/memory',
    ],
  ])('%s fails a rule', async (_what, file, from, to, test, rule, module) => {
    const model = (await loadBrokenIndex({ file: `rtl-model/${file}`, from, to })) as Model;
    const [sequence, seed] = test.split('@') as [string, string];
    const result = runScenarioTest(makeScenario(sequence, seed), { model });
    expect(describeFailure(result)).toMatchObject({ rule, modules: expect.arrayContaining([module]) });
  });

  it('fails even if no rule detects it, and lists the rules that could not be checked because the run ended', async () => {
    const patch = {
      file: 'rtl-model/memory/memory',
      from: 'recordAt(index) {',
      to: "recordAt(index) { throw new TypeError('no such access');",
    };
    const model = (await loadBrokenIndex(patch)) as Model;
    const { finding, device, run, verdict } = runScenarioTest(makeScenario('rmw_buffer', '0x3'), { model });
    expect(finding).toMatchObject({
      outcome: 'failed',
      rule: 'DEVICE',
      signature: expect.stringMatching(/^DEVICE \w+ gfx/),
      message: expect.stringMatching(
        /^DEVICE \w+ at cycle \d+: TypeError: no such access; the run ended there$/,
      ),
    });
    expect([device?.[0]?.ended, run.aborted, verdict.violations]).toEqual([true, true, []]);
    expect(verdict.unchecked).toContainEqual({
      rule: 'HANG-01',
      missing: expect.stringContaining('quiesced'),
    });
    expect(verdict.unchecked.map(({ rule }) => rule)).toContain('ORD-03');
  });
});

describe('the device is not blamed for', () => {
  it('an exception thrown by a listener', () => {
    const brokenScenario = makeScenario('rmw_buffer', '0x3', ['F41']);
    const sink = (): never => {
      throw new Error('disk full');
    };
    expect(() => runScenarioTest(brokenScenario, { sink })).toThrow('disk full');
  });

  it('an exception in a user-defined fault, reported with its file and line', () => {
    const create = () => () => {
      throw new Error('not today');
    };
    useExtensions('own', [{ faults: [{ id: 'acme.throws', title: 'throws', output: 'exitingId', create }] }]);
    try {
      expect(() => runScenarioTest(makeScenario('rmw_buffer', '0x3', ['acme.throws']))).toThrow(
        /^acme\.throws threw in .*broken-device\.slow\.ts:\d+:\d+: Error: not today$/,
      );
    } finally {
      useExtensions('own', []);
    }
  });

  it('a broken invariant in a fault-free run, which is a testbench bug and therefore throws', async () => {
    const patch = {
      file: 'rtl-model/spi/staging',
      from: 'this.stagedCount++;',
      to: 'this.stagedCount += this.capacity + 1;',
    };
    const { runScenario } = (await loadBrokenIndex(patch)) as Model;
    const scenario = makeScenario('rmw_buffer', '0x3');
    expect(() => runScenario(scenario, null)).toThrow('staged waves never exceed the capacity');
  });

  it.each([
    [[], false],
    [['F49'], false],
    [['F17'], false],
    [['F49', 'F41'], true],
  ] as const)(
    'an invariant broken under faults %j, unless one of them is in the device: %s',
    (faults, isUnderTest) => {
      expect(isDeviceUnderTest({ ...makeScenario('rmw_buffer', '0x3'), faults })).toBe(isUnderTest);
    },
  );
});
