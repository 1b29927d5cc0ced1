import { fileURLToPath } from 'node:url';
import { type GoldenCase, readGolden } from '../../../intake/golden/golden-files.js';
import { runGolden, selectGoldenCases, selectGoldenTargets } from '../../../intake/golden/limited-golden.js';
import { runScenario } from '../../../rtl-model/index.js';
import { createGoldenScenario } from '../../../stimulus/index.js';
import { defaultKnobs, type Scenario, UsageError } from '../../../transactions/index.js';

const folder = fileURLToPath(new URL('../../../data/golden/', import.meta.url));
const cases = readGolden(folder);
const [small] = selectGoldenCases(cases, 'rand_small');
const seed = { high: 0, low: 1 };
const targets = selectGoldenTargets(['navi21', 'vega10'], undefined);

/** Returns the case with one expected word changed. */
function withWrongWord(golden: GoldenCase, index: number): GoldenCase {
  const expected = golden.expected.slice();
  expected[index]! ^= 0x100;
  return { ...golden, expected };
}

describe('runGolden', () => {
  it('counts a pixel that is wrong on several chips once, and reports its contents', async () => {
    const from = small!.expected.findIndex((word, i) => i % 65 === 0 && word >= 2);
    const result = await runGolden({ cases: [withWrongWord(small!, from + 2)], targets, seed, knobs: {} });
    expect(result).toMatchObject({ cases: 1, pixels: 256, mismatches: 1, findings: [] });
    expect(Object.fromEntries(result.byClass)).toEqual({ rand_small: { pixels: 256, mismatches: 1 } });
    const { x, y, expected, observed, target } = result.firstMismatch!;
    expect((y * 16 + x) * 65).toBe(from);
    expect(target.chip).toBe('navi21');
    expect(observed).toEqual(small!.expected.subarray(from, from + 65));
    expect(expected).toEqual(observed.with(2, observed[2]! ^ 0x100));
  });

  it("rejects a scene whose buffers would exceed a scenario file's memory limit", async () => {
    const wide = { ...small!, scene: { ...small!.scene, width: 16384, height: 4096 } };
    const run = runGolden({ cases: [wide], targets, seed, knobs: {} });
    await expect(run).rejects.toThrow(
      /^Cannot run scenario of golden case \d+: its buffers need about .* \(draws of 16384x4096 pixels/,
    );
  });

  it('reports a scene that exceeds its limit without comparing or counting its pixels', async () => {
    const scenes = [withWrongWord(small!, 0), small!];
    const limits = { ms: 1, heapMb: 2048 };
    const result = await runGolden({ cases: scenes, targets, seed, knobs: {}, limits });
    expect(result).toMatchObject({ cases: 2, pixels: 0, mismatches: 0 });
    expect(
      result.findings.map(({ case: { index }, target, signature }) => [index, target.chip, signature]),
    ).toEqual(
      scenes.flatMap(({ index }) =>
        targets.map(({ chip }) => [index, chip, 'timeout: exceeded --test-time 0.001s']),
      ),
    );
  });

  it('produces the same pixels with different timing', async () => {
    for (const low of [2, 3, 4]) {
      const result = await runGolden({ cases: [small!], targets, seed: { high: 0, low }, knobs: {} });
      expect(result.mismatches).toBe(0);
    }
  });
});

describe('the golden data', () => {
  /** Scenes in which overlapping waves immediately follow each other. */
  const crowded = cases.filter((golden) => /^(repeat40|overflow_stack|slivers)$/.test(golden.class));

  it.each([0, 1, 2])('depends on the interlock: without it, some scenes in mode %i differ', (mode) => {
    const scenes = crowded.filter(({ scene }) => scene.mode === mode && scene.width < 64);
    const different = scenes.filter(({ scene, expected }) => {
      const scenario = createGoldenScenario(scene, {
        chip: 'navi21',
        wave: 32,
        freedoms: defaultKnobs(),
        schedule: { strategy: 'random', seed: '0x1' },
      });
      const draws = scenario.draws.map((draw) => ({
        ...draw,
        registers: { ...draw.registers, DB_SHADER_CONTROL: 0 },
      }));
      return !haveSameWords(getFinalWords({ ...scenario, draws }), expected);
    });
    expect(different.length).toBeGreaterThan(0);
  });
});

/** Whether two arrays have the same words; the test library takes minutes to compare large ones. */
function haveSameWords(a: Uint32Array, b: Uint32Array): boolean {
  return a.length === b.length && a.every((word, i) => word === b[i]);
}

function getFinalWords(scenario: Scenario): Uint32Array {
  let words = new Uint32Array(0);
  runScenario(scenario, (transaction) => {
    if (transaction.kind === 'memory-dumped') words = Uint32Array.from(transaction.words);
  });
  return words;
}

describe('case and chip selection', () => {
  it('defaults to one chip per generation, with its first wave size', () => {
    expect(selectGoldenTargets([], undefined).map(({ chip, wave }) => `${chip} ${wave}`)).toEqual([
      'vega10 64',
      'navi10 32',
      'navi21 32',
      'navi31 32',
      'strix 32',
      'navi48 32',
    ]);
  });

  it('rejects a wave size that the chip does not support, and an unknown class', () => {
    expect(() => selectGoldenTargets([], 32)).toThrow(UsageError);
    expect(() => selectGoldenCases(cases, 'no_such*')).toThrow(
      /No golden class matches --test "no_such\*": expected one of rand_/,
    );
  });

  it('selects classes by pattern', () => {
    expect(selectGoldenCases(cases, '*_sample')).toHaveLength(12);
  });
});
