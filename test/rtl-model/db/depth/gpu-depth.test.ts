import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { openCorpus } from '../../../../harness/programs/corpus-files.js';
import { runScenario } from '../../../../rtl-model/index.js';
import { createSceneScenario } from '../../../../stimulus/index.js';
import { DEPTH_SAMPLES, defaultKnobs } from '../../../../transactions/index.js';
import { readGpuScenes } from '../../../support/gpu-scenes.js';

interface GpuDepth {
  readonly id: string;
  readonly expect: { readonly attachments: { readonly depth: { readonly gzip: string } } };
}

const corpus = openCorpus();
const file = new URL('../../../../data/corpus/gpu/depth_export.json', import.meta.url);
const expected = (JSON.parse(readFileSync(file, 'utf8')) as { scenes: GpuDepth[] }).scenes;
const runSettings = { freedoms: defaultKnobs(), schedule: { strategy: 'random', seed: '0x3' } as const };

it.each(['vega10', 'navi10', 'navi21', 'navi31'] as const)(
  'shaders that export depth produce the same depth in every sample on %s as on the GPU',
  (chip) => {
    const record = corpus.records(chip, 64).find(({ shader }) => shader === 'depth_export')!;
    for (const [index, { id, scene }] of readGpuScenes('depth_export').entries()) {
      const depths: number[] = [];
      runScenario(
        { ...createSceneScenario(record, scene, corpus, runSettings), depthBuffer: { depth: 1, stencil: 0 } },
        (t) => {
          if (t.kind !== 'depth-dumped') return;
          for (let first = 0; first < t.depth.length; first += DEPTH_SAMPLES)
            depths.push(...t.depth.subarray(first, first + scene.samples));
        },
      );
      const bytes = gunzipSync(Buffer.from(expected[index].expect.attachments.depth.gzip, 'base64'));
      const values = Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(4 * i));
      expect(depths.length).toBe(scene.width * scene.height * scene.samples);
      expect(depths.slice(0, values.length), id).toEqual(values);
      expect(
        depths.slice(values.length).every((depth) => depth === 1),
        id,
      ).toBe(true);
    }
  },
);
