import type { ColourDumped } from '../../../transactions/index.js';
import type { ColourImage } from '../../evidence/reference/colour-image.js';
import { ColourMerge } from '../../evidence/reference/colour-merge.js';
import { LateSurvivors } from '../../evidence/reference/late-survivors.js';
import type { Handlers, Judge, Ledgers, WaveRecord } from '../../kit.js';
import { formatLaneWords } from './exported-lane.js';

/** Reported as missing when a difference might be legal but the waves needed to prove it are no longer tracked. */
export const UNTRACKED_READERS = 'unordered reads by waves that ended long ago';

/** Compares the final colour buffers of a run with those that the reference's exports produce. */
export class FinalColours {
  readonly merge: ColourMerge;
  private readonly survivors: LateSurvivors;
  private readonly dumps: Pick<ColourDumped, 'cycle' | 'words'>[] = [];

  constructor(private readonly ledgers: Ledgers) {
    this.survivors = new LateSurvivors(ledgers.depth);
    this.merge = new ColourMerge(ledgers, this.survivors);
    // The reference subscribes first, so by now it has already run the wave.
    ledgers.waves.onRemoval((wave) => {
      this.merge.finish();
      this.survivors.forget(wave);
    });
  }

  readonly on: Handlers = {
    'colour-dumped': ({ target, cycle, words }) => {
      this.dumps[target] = { cycle, words: words.slice() };
    },
    'depth-tested': (t) => {
      if (this.merge.images.length > 0) this.survivors.record(t);
    },
  };

  /** The input that the comparison still needs, or undefined if it has everything. */
  get missingInput(): string | undefined {
    const { images } = this.merge;
    if (images.length > 0 && this.ledgers.depth.lacksTestData) return 'depth-tested';
    const missingTarget = images.findIndex((_, target) => this.dumps[target] === undefined);
    return missingTarget < 0 ? undefined : `colour-dumped for target ${missingTarget}`;
  }

  /**
   * Compares the buffers, once the reference has run. `findExemptWaves` returns the waves that are allowed to export
   * different values.
   */
  compare(judge: Judge, findExemptWaves: () => Iterable<WaveRecord> | undefined): void {
    this.merge.finish();
    const wrongSamples = this.merge.images.flatMap((image, target) => this.findWrongSamples(image, target));
    const waves = wrongSamples.length > 0 ? findExemptWaves() : [];
    if (waves === undefined) {
      judge.lacks(UNTRACKED_READERS);
      return;
    }
    for (const wave of waves) this.merge.markUndefined(wave);
    const { undefinedPixels, images } = this.merge;
    const pixelCount = undefinedPixels.reduce((count, isUndefined) => count + (isUndefined === 0 ? 1 : 0), 0);
    judge.armed += pixelCount * images.length;
    judge.uncompared += (undefinedPixels.length - pixelCount) * images.length;
    for (const sample of wrongSamples)
      if (undefinedPixels[sample.pixel] === 0 && judge.fires()) {
        const [x, y] = this.ledgers.grid.getCoordinates(sample.pixel);
        judge.report({
          cycle: sample.cycle,
          unit: 'rb',
          place: { pixel: [x, y], sample: sample.sample },
          allowed: `Sample ${sample.sample} of pixel (${x}, ${y}) in colour buffer ${sample.target} has the final value ${formatLaneWords(sample.expected)}, the result of merging the exports in primitive order.`,
          observed: `The final value of sample ${sample.sample} of pixel (${x}, ${y}) in colour buffer ${sample.target} is ${formatLaneWords(sample.observed)}.`,
          steps: [],
          hint: 'Check the exports of the waves that cover it, their late tests, and the order in which they are merged.',
        } as const);
      }
  }

  /** Returns each pixel's first wrong sample. */
  private findWrongSamples(image: ColourImage, target: number) {
    const { cycle, words } = this.dumps[target];
    const wrongSamples: {
      target: number;
      cycle: number;
      pixel: number;
      sample: number;
      expected: number[];
      observed: number[];
    }[] = [];
    const pixelWords = image.samples * image.texelWords;
    for (let word = 0; word < image.words.length; word++) {
      if (words[word] === image.words[word]) continue;
      const pixel = Math.floor(word / pixelWords);
      if (wrongSamples.at(-1)?.pixel === pixel) continue;
      const sample = Math.floor((word % pixelWords) / image.texelWords);
      const start = image.getWordIndex(pixel, sample);
      const [expected, observed] = [image.words, words].map((buffer) =>
        Array.from(buffer.subarray(start, start + image.texelWords)),
      );
      wrongSamples.push({ target, cycle, pixel, sample, expected, observed });
    }
    return wrongSamples;
  }
}
