import type { Handlers } from '../../evidence/basics/handlers.js';
import type { Ledgers } from '../../evidence/facts/ledgers.js';
import type { Judge } from '../../evidence/findings/judge.js';
import type { WaveRecord } from '../../evidence/ledger/wave-record.js';
import type { ColourImage } from '../../evidence/reference/colour-image.js';
import { ColourMerge } from '../../evidence/reference/colour-merge.js';
import { LateSurvivors } from '../../evidence/reference/late-survivors.js';
import { formatLane } from './exported-lane.js';

/** Names the missing data if a difference may be legal, but the waves that would show this have left. */
export const DEPARTED_READERS = 'unordered reads of waves that ended long ago';

/** The final words of a colour buffer, and when they were dumped. */
interface ColourDump {
  readonly cycle: number;
  readonly words: Int32Array;
}

/** The first wrong sample of a pixel in a colour buffer. */
interface WrongSample {
  readonly target: number;
  readonly cycle: number;
  readonly pixel: number;
  readonly sample: number;
  readonly expected: readonly number[];
  readonly observed: readonly number[];
}

/** The final colour buffers of a run, compared with what the exports in the reference leave in them. */
export class FinalColours {
  readonly merge: ColourMerge;
  private readonly survivors: LateSurvivors;
  private readonly dumps: ColourDump[] = [];

  constructor(private readonly ledgers: Ledgers) {
    this.survivors = new LateSurvivors(ledgers.depth);
    this.merge = new ColourMerge(ledgers, this.survivors);
    // The reference subscribed first, so it has already run the wave.
    ledgers.waves.onLeave((wave) => {
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

  /** What the stream is missing for a comparison, or undefined if nothing is missing. */
  get obstacle(): string | undefined {
    const { images } = this.merge;
    if (images.length > 0 && this.ledgers.depth.isMissing) return 'depth-tested';
    const missingTarget = images.findIndex((_, target) => this.dumps[target] === undefined);
    return missingTarget < 0 ? undefined : `colour-dumped of target ${missingTarget}`;
  }

  /**
   * Compares the buffers, once the reference has run. `openWaves` returns the waves that may legally export
   * something else.
   */
  compare(judge: Judge, openWaves: () => Iterable<WaveRecord> | undefined): void {
    this.merge.finish();
    const wrong = this.merge.images.flatMap((image, target) => this.findWrongSamples(image, target));
    const waves = wrong.length > 0 ? openWaves() : [];
    if (waves === undefined) {
      judge.lacks(DEPARTED_READERS);
      return;
    }
    for (const wave of waves) this.merge.markUndefined(wave);
    const { undefinedPixels, images } = this.merge;
    const compared = undefinedPixels.reduce((pixels, isUndefined) => pixels + (isUndefined === 0 ? 1 : 0), 0);
    judge.armed += compared * images.length;
    judge.uncompared += (undefinedPixels.length - compared) * images.length;
    for (const sample of wrong) {
      if (undefinedPixels[sample.pixel] === 0) judge.violate(describe, this.ledgers, sample);
    }
  }

  /** Returns each pixel's first wrong sample. */
  private findWrongSamples(image: ColourImage, target: number): WrongSample[] {
    const { cycle, words } = this.dumps[target];
    const wrong: WrongSample[] = [];
    const pixelWords = image.samples * image.texelWords;
    for (let word = 0; word < image.words.length; word++) {
      if (words[word] === image.words[word]) continue;
      const pixel = Math.floor(word / pixelWords);
      if (wrong.at(-1)?.pixel === pixel) continue;
      const sample = Math.floor((word % pixelWords) / image.texelWords);
      const from = image.getWordIndex(pixel, sample);
      const expected = copyWords(image.words, from, image.texelWords);
      wrong.push({
        target,
        cycle,
        pixel,
        sample,
        expected,
        observed: copyWords(words, from, image.texelWords),
      });
    }
    return wrong;
  }
}

function copyWords(words: Int32Array, from: number, count: number): number[] {
  return Array.from(words.subarray(from, from + count));
}

function describe(ledgers: Ledgers, { target, cycle, pixel, sample, expected, observed }: WrongSample) {
  const [x, y] = ledgers.grid.getCoordinates(pixel);
  return {
    cycle,
    unit: 'rb',
    place: { pixel: [x, y], sample },
    allowed: `Sample ${sample} of pixel (${x}, ${y}) of colour ${target} ends as ${formatLane(expected)}, the result of merging the exports in primitive order.`,
    observed: `It ends as ${formatLane(observed)}.`,
    steps: [],
    hint: 'Check the exports of the waves that cover it, their late tests, and the order in which they are merged.',
  } as const;
}
