import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { ChipName, WaveSize } from '../../arch/index.js';
import { openCorpus } from '../../harness/programs/corpus-files.js';
import { storeAttachment } from '../../harness/records/attachments.js';
import { runScenario } from '../../rtl-model/index.js';
import { createSceneScenario, withAttachments } from '../../stimulus/index.js';
import { defaultKnobs } from '../../transactions/index.js';
import { readGpuScenes } from '../support/gpu-scenes.js';

interface Attachment {
  readonly flag: 'exact' | 'approximate';
  readonly gzip: string;
}

/** Shaders whose scenes have attachments, with the maximum error (in steps) for components marked as approximate. */
const TOLERANCES = {
  alpha_to_coverage: 1,
  color_blend: 1,
  demote_before: 1,
  depth_export: 0,
  discard_after: 1,
  discard_between_texture: 0,
  dual_source: 3,
  early_tests_color: 1,
  empty_section: 1,
  mrt4: 1,
} as const;

/** The chips share the work: each runs every other shader, and the next chip of the same generation runs the rest. */
const CHIPS: readonly (readonly [ChipName, WaveSize])[] = [
  ['raven', 64],
  ['renoir', 64],
  ['vega20', 64],
  ['vega10', 64],
  ['navi10', 32],
  ['navi10', 64],
  ['navi21', 64],
  ['navi21', 32],
  ['vangogh', 32],
  ['vangogh', 64],
  ['navi31', 64],
  ['navi31', 32],
];

/**
 * Programs that leave their section with a store outstanding (corpus README, "What running them showed").
 */
const DEFECTIVE = /^dual_source\/navi(?:31|48)\/w\d+\/mono$/;

const corpus = openCorpus();
const run = { freedoms: defaultKnobs(), schedule: { strategy: 'random', seed: '0x7' } as const };

/** The scenes of each shader, with the attachments that the GPU produced. */
const SHADERS = Object.entries(TOLERANCES).map(([shader, tolerance]) => {
  const file = new URL(`../../data/corpus/gpu/${shader}.json`, import.meta.url);
  const { scenes } = JSON.parse(readFileSync(file, 'utf8')) as {
    scenes: { expect: { attachments: Record<string, Attachment> } }[];
  };
  const cases = readGpuScenes(shader).map(({ id, scene }, index) => {
    return { id, scene, attachments: scenes[index]!.expect.attachments };
  });
  return { shader, tolerance, cases };
});

/** Runs a program on a scene and returns the final attachments. */
function renderAttachments(
  record: ReturnType<typeof corpus.records>[number],
  scene: ReturnType<typeof readGpuScenes>[number]['scene'],
): Map<string, Uint8Array> {
  const scenario = withAttachments(createSceneScenario(record, scene, corpus, run), record.shader);
  const attachments = new Map<string, Uint8Array>();
  runScenario(scenario, (transaction) => storeAttachment(attachments, scenario, transaction));
  return attachments;
}

/**
 * Returns the largest difference between components: in integer steps for 8-bit colours, in half-precision steps for
 * the fourth target.
 */
function findMaxDifference(name: string, observed: Uint8Array, expected: Uint8Array): number {
  const [ours, theirs] =
    name === 'color3'
      ? [new Uint16Array(observed.buffer), new Uint16Array(expected.slice().buffer)]
      : [observed, expected];
  let max = 0;
  for (let i = 0; i < theirs.length; i++) max = Math.max(max, Math.abs(ours[i]! - theirs[i]!));
  return max;
}

/** Returns one of the shader's scenes and a program for the chip that can run it, rotating through both. */
function pickCase({ shader, cases }: (typeof SHADERS)[number], chip: ChipName, wave: WaveSize, turn: number) {
  const records = corpus
    .records(chip, wave)
    .filter((record) => record.shader === shader && !DEFECTIVE.test(record.id));
  const runs = cases.flatMap((gpuCase) => {
    const candidates = records.filter(({ variants }) =>
      variants.some(({ samples }) => samples === gpuCase.scene.samples),
    );
    return candidates.length === 0 ? [] : [{ ...gpuCase, candidates }];
  });
  const { candidates, ...run } = runs[turn % runs.length]!;
  return { ...run, record: candidates[Math.floor(turn / runs.length) % candidates.length]! };
}

it.each(CHIPS.map(([chip, wave], chipIndex) => ({ chip, wave, chipIndex })))(
  '$chip in wave$wave produces the same attachments as the GPU',
  ({ chip, wave, chipIndex }) => {
    for (const [shaderIndex, shader] of SHADERS.entries()) {
      if ((chipIndex + shaderIndex) % 2 !== 0) continue;
      const { id, scene, attachments, record } = pickCase(shader, chip, wave, (chipIndex + shaderIndex) / 2);
      const rendered = renderAttachments(record, scene);
      expect(Object.keys(attachments).length, id).toBeGreaterThan(0);
      for (const [name, { flag, gzip }] of Object.entries(attachments)) {
        const bytes = Uint8Array.from(gunzipSync(Buffer.from(gzip, 'base64')));
        const maxDifference = findMaxDifference(name, rendered.get(name)!, bytes);
        const tolerance = flag === 'exact' ? 0 : shader.tolerance;
        expect(maxDifference, `${record.id} on ${id}: ${name}`).toBeLessThanOrEqual(tolerance);
      }
    }
  },
);
