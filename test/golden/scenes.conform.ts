import { fileURLToPath } from 'node:url';
import type { ChipName } from '../../arch/index.js';
import { type GoldenCase, readGolden } from '../../intake/golden/golden-files.js';
import { runGolden, selectGoldenTargets } from '../../intake/golden/limited-golden.js';
import type { GoldenScene } from '../../stimulus/index.js';

const folder = fileURLToPath(new URL('../../data/golden/', import.meta.url));
const cases = readGolden(folder);
const seed = { high: 0, low: 0x601d };

async function expectMatch(
  selected: readonly GoldenCase[],
  chip: ChipName,
  wave: 32 | 64,
  knobs = {},
): Promise<void> {
  const result = await runGolden({
    cases: selected,
    targets: selectGoldenTargets([chip], wave),
    seed,
    knobs,
  });
  expect(result.findings, 'scoreboard findings').toEqual([]);
  expect(result.firstMismatch).toBeUndefined();
  expect(result).toMatchObject({ cases: selected.length, mismatches: 0 });
}

const targets = selectGoldenTargets([], undefined);

/** The number of modes. Scenes store different data in each (see `GOLDEN_MODE`). */
const MODES = 3;

/** The chip on which the CLI test (`test/cli/golden.conform.ts`) runs all scenes. */
const CLI_TEST_CHIP = 'navi31';

describe.each(
  targets
    .map((target, targetIndex) => ({ ...target, targetIndex }))
    .filter(({ chip }) => chip !== CLI_TEST_CHIP),
)('golden scenes on $chip in wave$wave', ({ chip, wave, targetIndex }) => {
  // Each scene runs on one target in three. The CLI test covers all of them on its chip.
  it('agree with the GPU at every pixel of single-sampled scenes, with primitives in order', async () => {
    const matching = cases.filter(({ scene }) => scene.samples === 1);
    expect(matching).toHaveLength(20);
    await expectMatch(
      matching.filter((_, index) => index % 3 === targetIndex % 3),
      chip,
      wave,
    );
  });

  it('agree with the GPU with 2, 4 and 8 samples, per pixel and per sample', async () => {
    const selected = [2, 4, 8].flatMap((samples, index) => {
      const mode = (targetIndex + index) % MODES;
      const matching = cases.filter(({ scene }) => scene.samples === samples && scene.mode === mode);
      return [matching[targetIndex % matching.length]!];
    });
    expect(new Set(selected.map(({ scene }) => scene.samples)).size).toBe(3);
    await expectMatch(selected, chip, wave);
  });
});

const WRAPPING = ['navi10', 'navi21', 'navi31'] as const;

// The chips share the work here too: each scene runs on only one of the three, because runs with so few ids are slow.
it.each(WRAPPING)(
  'golden scenes on %s agree with the GPU when ids wrap constantly and few waves fit',
  async (chip) => {
    const smallScenes = cases.filter(({ scene }) => getArea(scene) <= 1024);
    const selected = smallScenes.filter((_, index) => WRAPPING[index % WRAPPING.length] === chip);
    expect(new Set(selected.map(({ scene }) => scene.samples)).size).toBeGreaterThan(1);
    await expectMatch(selected, chip, 64, { idWrap: 7, idWindow: 4, idStart: 5, waveSlots: 6, packers: 1 });
  },
);

function getArea({ width, height }: GoldenScene): number {
  return width * height;
}
