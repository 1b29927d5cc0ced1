import { SCENE_NAMES } from '../../transactions/index.js';
import { covergroup } from '../collector/monitor.js';
import { bin, labelBins } from '../dsl/bins.js';
import { generationPoint } from './common.js';

/** How primitives meet; sampled where the first wave of a draw that a scene drew is formed. */
export const scenes = covergroup({
  name: 'scenes',
  version: 2,
  text: 'What is drawn: scenes whose primitives meet in a way of their own, as far as they form waves.',
  statements: ['S-073', 'S-127'],
  points: {
    generation: generationPoint,
    scene: { text: 'How the primitives of the draw meet.', bins: labelBins(SCENE_NAMES) },
    mixed: {
      text: 'Scenes that the draws of the test come from.',
      bins: [bin('one', [1]), bin('two', [2]), bin('three or more', [3, 4, 5, 6, 7, 8])],
    },
  },
  crosses: [{ name: 'scene x generation', text: 'Scenes on each generation.', of: ['scene', 'generation'] }],
  monitor({ sampler, facts, test }) {
    const { values, point } = sampler;
    return {
      begin() {
        values[point.generation] = test().generation;
        values[point.mixed] = test().scenes;
      },
      'wave-formed'({ draw }) {
        if (!facts.isFirstOfDraw) return;
        const scene = test().draws[draw]?.scene ?? -1;
        if (scene < 0) return;
        values[point.scene] = scene;
        sampler.sample();
      },
    };
  },
});
