import { assembleProgram, chipOf } from '../../../arch/index.js';
import { runScenario } from '../../../rtl-model/index.js';
import { countSimds } from '../../../rtl-model/placement.js';
import { encodeLinearImageDescriptor } from '../../../stimulus/driver/resources.js';
import type { Scenario, Transaction, TransactionKind } from '../../../transactions/index.js';
import { FIRST_BACKGROUND_WAVE } from '../../../transactions/index.js';
import { createGroupedScene, createVertexScene } from '../../support/background-scene.js';

type TransactionOf<K extends TransactionKind> = Extract<Transaction, { readonly kind: K }>;

/** Returns a function that lists a run's transactions of one kind, and the final words of `output`. */
function run(scenario: Scenario) {
  const transactions: Transaction[] = [];
  let output: number[] = [];
  runScenario(scenario, (t) => {
    if (t.kind === 'memory-dumped' && t.object === 'output') output = Array.from(t.words);
    transactions.push({ ...t });
  });
  const getByKind = <K extends TransactionKind>(kind: K): TransactionOf<K>[] =>
    transactions.filter((t): t is TransactionOf<K> => t.kind === kind);
  return { getByKind, output };
}

/** Computes a thread's final word in the exchange program: its own and its partner's word, mixed twice. */
function computeExchangedWord(group: number, thread: number, threads: number): number {
  const first = (t: number): number => (Math.imul(t, 0x9e3779b1) + group) | 0;
  const partner = (t: number): number => threads - 1 - t;
  const second = (t: number): number => (Math.imul(first(t), 31) + first(partner(t))) | 0;
  return (Math.imul(second(thread), 31) + second(partner(thread))) | 0;
}

describe('a work-group', () => {
  it("runs on one compute unit in CU mode, and on one or both of a processor's units in WGP mode", () => {
    const countUnits = (mode: 'cu' | 'wgp'): number[] => {
      const groups = 12;
      const { getByKind } = run(createGroupedScene('navi21', { mode, groups }, { waveSlots: 192 }));
      const simds = getByKind('background-allocated').map(({ simd }) => simd);
      return Array.from({ length: groups }, (_, group) => {
        const [a, b] = simds.slice(2 * group, 2 * group + 2);
        expect(Math.floor(a / 4)).toBe(Math.floor(b / 4));
        return Math.floor(a / 2) === Math.floor(b / 2) ? 1 : 2;
      });
    };
    expect(new Set(countUnits('cu'))).toEqual(new Set([1]));
    expect(new Set(countUnits('wgp'))).toEqual(new Set([1, 2]));
  });

  it('can run on every compute unit in CU mode', () => {
    const groups = 32;
    const { getByKind } = run(createGroupedScene('vangogh', { mode: 'cu', groups }));
    const units = getByKind('background-allocated').map(({ simd }) => Math.floor(simd / 2));
    expect(new Set(units).size).toBe(countSimds(chipOf('vangogh')) / 2);
  });

  it('holds its LDS allocation per group rather than per wave', () => {
    const { getByKind } = run(createGroupedScene('navi21', { groups: 4 }));
    for (const { holds } of getByKind('background-allocated'))
      expect([holds.localFirst, holds.localDwords]).toEqual([0, 0]);
    expect(getByKind('group-allocated').every(({ localDwords }) => localDwords > 0)).toBe(true);
  });

  it('loads from images even though no draw sets their return order', () => {
    const load = 'image_load v4, v[0:1], s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm';
    const words = assembleProgram(`${load}\ns_waitcnt vmcnt(0)\ns_endpgm`, 'gfx10.3');
    const { address } = createGroupedScene('navi21').memory.at(-1)!;
    const userData = encodeLinearImageDescriptor('gfx10.3', address);
    const { getByKind } = run(createGroupedScene('navi21', { words, userData, groupSize: [64, 1, 1] }));
    const loads = getByKind('memory-performed').filter(({ wave }) => wave >= FIRST_BACKGROUND_WAVE);
    expect(loads.length).toBe(getByKind('background-formed').length);
  });

  it("waits for one of its processor's barriers, and reports the wait", () => {
    const { getByKind, output } = run(
      createGroupedScene('navi21', { groups: 12, interval: 1 }, { barriers: 1 }),
    );
    expect(getByKind('background-refused').map(({ resource }) => resource)).toContain('barrier');
    expect(getByKind('group-allocated').every(({ barrier }) => barrier === 0)).toBe(true);
    const threads = output.length / 12;
    expect(output.at(-1)).toBe(computeExchangedWord(11, threads - 1, threads));
  });
});

describe('a vertex wave', () => {
  const floatBits = (value: number): number => new Int32Array(new Float32Array([value]).buffer)[0];
  const positions = Array.from({ length: 16 }, (_, i) => 100 + i);
  const colours = [-1, 0.25, 0.5, 3].map(floatBits);

  it.each(['vega10', 'navi10', 'navi23', 'navi31'] as const)(
    'applies the base vertex, start instance and divisor to its loads on %s',
    (chip) => {
      const draw = { vertices: 5, instances: 7, baseVertex: 4, startInstance: 1, clamps: true } as const;
      const { output } = run(
        createVertexScene(chip, { ...draw, divisors: [0, 3], inputs: [positions, colours] }),
      );
      const expected = Array.from({ length: 35 }, (_, i) => {
        const colour = [0.25, 0.5, 1][Math.floor(Math.floor(i / 5) / 3)];
        return [104 + (i % 5), floatBits(colour)];
      });
      expect(output).toEqual(expected.flat());
    },
  );

  it('leaves colours unclamped, and advances on every instance if the divisor is 1', () => {
    const draw = { vertices: 1, instances: 4, baseVertex: 0, startInstance: 0, clamps: false } as const;
    const { output } = run(
      createVertexScene('navi21', { ...draw, divisors: [1, 1], inputs: [positions, colours] }),
    );
    expect(output).toEqual([0, 1, 2, 3].flatMap((i) => [100 + i, colours[i]]));
  });

  it("exports positions to its front end's buffer once there is space", () => {
    const draw = { vertices: 60, instances: 4, baseVertex: 0, startInstance: 0, clamps: false } as const;
    const inputs = [positions, colours] as const;
    const scenario = createVertexScene(
      'navi21',
      { ...draw, divisors: [0, 0], inputs },
      {},
      { positionBuffers: 2, positionSpace: 1 },
    );
    const { getByKind } = run(scenario);
    const grants = getByKind('export-granted').filter(({ type }) => type === 'position');
    expect(grants.map(({ index }) => index)).toEqual(grants.map(() => 1));
    const space = [...getByKind('sx-alloc'), ...getByKind('sx-freed')].filter(({ packer }) => packer === -1);
    expect(space.length).toBe(2 * getByKind('background-launched').length);
    // There is one wave at a time. Within a cycle, space is returned before it is allocated.
    const steps = space.map(({ kind, cycle }) => ({ cycle, step: kind === 'sx-alloc' ? 1 : -1 }));
    let used = 0;
    for (const { step } of steps.sort((a, b) => a.cycle - b.cycle || a.step - b.step)) {
      used += step;
      expect([0, 1]).toContain(used);
    }
  });
});
