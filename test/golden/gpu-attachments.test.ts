import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { ChipName, WaveSize } from '../../arch/index.js';
import { openCorpus, takeAttachment } from '../../regression/index.js';
import { runScenario } from '../../rtl-model/index.js';
import { sceneScenario, withAttachments } from '../../stimulus/index.js';
import { defaultFreedoms } from '../../transactions/index.js';
import { readGpuScenes } from '../support/gpu-scenes.js';

interface Attachment {
  readonly flag: 'exact' | 'approximate';
  readonly gzip: string;
}

/** Shaders whose scenes have attachments, with the most that a component of an approximate one may be off, in steps. */
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

const CHIPS: readonly (readonly [ChipName, WaveSize])[] = [
  ['raven', 64],
  ['renoir', 64],
  ['vega10', 64],
  ['vega20', 64],
  ['navi10', 32],
  ['navi10', 64],
  ['navi21', 32],
  ['navi21', 64],
  ['vangogh', 32],
  ['vangogh', 64],
  ['navi31', 32],
  ['navi31', 64],
];

/** Programs that leave their section with a store outstanding (corpus README, "What running them showed"). */
const DEFECTIVE = /^dual_source\/navi31\/w\d+\/mono$/;

const corpus = openCorpus();
const run = { freedoms: defaultFreedoms(), schedule: { strategy: 'random', seed: '0x7' } as const };

function expectedOf(shader: string): readonly Readonly<Record<string, Attachment>>[] {
  const file = new URL(`../../data/corpus/gpu/${shader}.json`, import.meta.url);
  const { scenes } = JSON.parse(readFileSync(file, 'utf8')) as {
    scenes: { expect: { attachments?: Record<string, Attachment> } }[];
  };
  return scenes.map(({ expect: { attachments } }) => attachments ?? {});
}

/** Attachments that a program leaves in a scene. */
function attachmentsOf(
  record: ReturnType<typeof corpus.records>[number],
  scene: ReturnType<typeof readGpuScenes>[number]['scene'],
): Map<string, Uint8Array> {
  const scenario = withAttachments(sceneScenario(record, scene, corpus, run), record.shader);
  const attachments = new Map<string, Uint8Array>();
  runScenario(scenario, (transaction) => takeAttachment(attachments, scenario, transaction));
  return attachments;
}

/** Largest difference of two components: bytes of 8-bit colours, half-precision steps of the fourth target. */
function worstStep(name: string, observed: Uint8Array, expected: Uint8Array): number {
  const [one, other] =
    name === 'color3'
      ? [new Uint16Array(observed.buffer), new Uint16Array(expected.slice().buffer)]
      : [observed, expected];
  let worst = 0;
  for (let i = 0; i < other.length; i++) worst = Math.max(worst, Math.abs(one[i]! - other[i]!));
  return worst;
}

it.each(CHIPS)('leaves on %s in wave%s the attachments that the GPU left', (chip, wave) => {
  let compared = 0;
  for (const [shader, tolerance] of Object.entries(TOLERANCES)) {
    const expected = expectedOf(shader);
    const records = corpus
      .records(chip, wave)
      .filter((record) => record.shader === shader && !DEFECTIVE.test(record.id));
    for (const [index, { id, scene }] of readGpuScenes(shader).entries()) {
      const fitting = records.filter(({ variants }) =>
        variants.some(({ samples }) => samples === scene.samples),
      );
      const record = fitting[index % Math.max(fitting.length, 1)];
      if (record === undefined) continue;
      const left = attachmentsOf(record, scene);
      for (const [name, { flag, gzip }] of Object.entries(expected[index]!)) {
        const bytes = Uint8Array.from(gunzipSync(Buffer.from(gzip, 'base64')));
        const worst = worstStep(name, left.get(name)!, bytes);
        expect(worst, `${record.id} on ${id}: ${name}`).toBeLessThanOrEqual(flag === 'exact' ? 0 : tolerance);
        compared++;
      }
    }
  }
  expect(compared).toBeGreaterThan(30);
});
