import { SCENE_NAMES } from '../../transactions/index.js';
import { covergroup } from '../collector/monitor.js';
import { bin, labelBins } from '../dsl/bins.js';
import { NOT_SAMPLED } from '../dsl/definition.js';
import { generationPoint } from './common.js';

/** How primitives overlap. Sampled at the first wave of a scene's draw, and once at the end of the test. */
export const scenes = covergroup({
  name: 'scenes',
  version: 3,
  text: 'Scenes that formed waves, by how their primitives overlap.',
  statements: ['S-073', 'S-127'],
  points: {
    generation: generationPoint,
    scene: { text: "How the draw's primitives overlap.", bins: labelBins(SCENE_NAMES) },
    mixed: {
      text: 'Number of different scenes whose draws formed waves.',
      bins: [bin('one', [1]), bin('two', [2]), bin('three or more', [3, 4, 5, 6, 7, 8])],
    },
  },
  crosses: [{ text: 'Scenes on each generation.', of: ['scene', 'generation'] }],
  monitor({ sampler, table, facts, test }) {
    const { values, point } = sampler;
    const seenScenes = table.perTest(new Set<number>());
    return {
      'wave-formed'({ draw }) {
        if (!facts.isFirstOfDraw) return;
        const scene = test().draws[draw]?.scene ?? -1;
        if (scene < 0) return;
        seenScenes.add(scene);
        values[point.generation] = test().generation;
        values[point.scene] = scene;
        values[point.mixed] = NOT_SAMPLED;
        sampler.sample();
      },
      quiesced() {
        if (seenScenes.size === 0) return;
        values[point.generation] = NOT_SAMPLED;
        values[point.scene] = NOT_SAMPLED;
        values[point.mixed] = seenScenes.size;
        sampler.sample();
      },
    };
  },
});
