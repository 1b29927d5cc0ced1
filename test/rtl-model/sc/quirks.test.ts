import type { ChipName } from '../../../arch/index.js';
import { createScoreboards } from '../../../checkers/index.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';
import { runScenario } from '../../../rtl-model/index.js';
import { createSceneScenario } from '../../../stimulus/index.js';
import type { Scenario, Transaction } from '../../../transactions/index.js';
import { defaultKnobs } from '../../../transactions/index.js';
import { readGpuScenes } from '../../support/gpu-scenes.js';
import { excludeMissingBitRules } from '../../support/missing-bits.js';

const corpus = openCorpus();
const DRAIN = 4;

/** Returns a scenario that runs `rmw_image` on overlapping triangles, with `registers` overriding the driver's. */
function makeStackedScenario(
  chip: ChipName,
  samples: number,
  registers: Readonly<Record<string, number>>,
): Scenario {
  const record = corpus
    .records(chip, 64)
    .find((r) => r.shader === 'rmw_image' && r.variants.some((v) => v.samples === samples))!;
  const [{ scene }] = readGpuScenes('rmw_image');
  const run = { freedoms: defaultKnobs(), schedule: { strategy: 'random', seed: '0x7' } as const };
  const sampled = { ...scene, samples: samples as 1 | 8 };
  const scenario = createSceneScenario(record, sampled, corpus, run);
  return {
    ...scenario,
    draws: scenario.draws.map((draw) => ({ ...draw, registers: { ...draw.registers, ...registers } })),
  };
}

function runAndCheck(scenario: Scenario): {
  readonly rules: readonly string[];
  readonly stream: Transaction[];
} {
  const scoreboards = createScoreboards(scenario);
  const stream: Transaction[] = [];
  runScenario(scenario, (t) => {
    scoreboards.observe(t);
    stream.push(t);
  });
  return { rules: excludeMissingBitRules(Object.keys(scoreboards.finish().fired ?? {})), stream };
}

const countOverlappingWaves = (stream: readonly Transaction[]): number =>
  stream.filter((t) => t.kind === 'wave-formed' && t.didOverlap).length;

describe.each(['vega10', 'raven'] as const)('eight-sample draws on %s', (chip) => {
  it('run in order if every overlap drains the packer, so no waves overlap (S-131)', () => {
    const { rules, stream } = runAndCheck(makeStackedScenario(chip, 8, {}));
    expect(rules).toEqual([]);
    expect(countOverlappingWaves(stream)).toBe(0);
  });

  it('miss overlaps or hang without the drain, as do draws with eight depth samples (S-129, S-130)', () => {
    for (const [samples, registers] of [
      [8, { DB_DFSM_CONTROL: 2 }],
      [1, { DB_DFSM_CONTROL: 2, DB_Z_INFO: 3 << 2 }],
    ] as const) {
      const scenario = makeStackedScenario(chip, samples, registers);
      const outcomes = new Set<string>();
      for (let seed = 1; seed <= 12 && outcomes.size < 2; seed++) {
        const { rules } = runAndCheck({ ...scenario, schedule: { strategy: 'random', seed: `0x${seed}` } });
        outcomes.add(rules.includes('HANG-08') ? 'hang' : rules.includes('ORD-01') ? 'missed' : 'neither');
      }
      expect([...outcomes].sort()).toEqual(['hang', 'missed']);
    }
  });
});

describe('a drain on navi10', () => {
  const drain = { DB_DFSM_CONTROL: 2 | DRAIN };

  it('never completes while partial squads are held back, and is reported as the cause (S-136)', () => {
    const { rules, stream } = runAndCheck(makeStackedScenario('navi10', 1, drain));
    expect(rules).toContain('HANG-01');
    const quiesced = stream.find((t) => t.kind === 'quiesced');
    expect(quiesced?.waiting[0]).toMatchObject({ unit: 'packer', cause: { on: 'drain' } });
  });

  it('completes if partial squads launch only on a hang', () => {
    const { rules, stream } = runAndCheck(
      makeStackedScenario('navi10', 1, { ...drain, DB_RENDER_OVERRIDE2: 1 }),
    );
    // PERF-03 is only a warning about a drain that the chip does not need.
    expect(rules).toEqual(['PERF-03']);
    expect(countOverlappingWaves(stream)).toBe(0);
  });
});

it('a drain does not change the result on a chip that does not need one (S-135)', () => {
  const { rules, stream } = runAndCheck(makeStackedScenario('vega20', 1, { DB_DFSM_CONTROL: 2 | DRAIN }));
  expect(rules).toEqual(['PERF-03']);
  expect(countOverlappingWaves(stream)).toBe(0);
});
