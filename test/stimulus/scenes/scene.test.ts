import { pickScene } from '../../../stimulus/scenes/scene.js';
import { RandomStream } from '../../../transactions/index.js';

/** Fragment limits for long programs and high sample counts, down to one sequence's minimum per draw. */
const FRAGMENT_LIMITS = [6000, 3072, 1500];

it.each(FRAGMENT_LIMITS)(
  'with a limit of %i fragments, no draw is empty, and four in five stacks have at least four triangles',
  (fragments) => {
    const stream = new RandomStream('0x5eed');
    const scenes = Array.from({ length: 400 }, () => pickScene(stream, { fragments }));
    const stacks = scenes.flatMap(({ draws, names }) => draws.filter((_, i) => names[i] === 'stack'));
    expect(scenes.flatMap(({ draws }) => draws).every(({ length }) => length > 0)).toBe(true);
    expect(stacks.filter(({ length }) => length >= 4).length).toBeGreaterThan(stacks.length * 0.8);
  },
);

it('scenes can also have large areas if the limit allows it', () => {
  const stream = new RandomStream('0x5eed');
  const scenes = Array.from({ length: 400 }, () => pickScene(stream, { fragments: 6000 }));
  const large = scenes.filter(({ width, height }) => width * height >= 2048);
  expect(large.length).toBeGreaterThan(60);
});
