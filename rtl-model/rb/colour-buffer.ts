import { COLOUR_FORMATS, type ColourFormat, type WordSource } from '../../arch/index.js';
import { assert } from '../kernel/assert.js';

/**
 * The colour buffer of one target. Pixels are stored row by row, with the samples of each pixel adjacent. All samples
 * are initially zero.
 */
export class ColourBuffer {
  readonly words: Int32Array;
  private readonly texelWords: number;

  constructor(
    readonly format: ColourFormat,
    readonly width: number,
    readonly height: number,
    readonly samples: number,
    memory: WordSource,
  ) {
    this.texelWords = COLOUR_FORMATS[format];
    this.words = memory.take(width * height * samples * this.texelWords);
  }

  /** Returns the index of the first word of a sample's texel. */
  at(x: number, y: number, sample: number): number {
    assert(x >= 0 && x < this.width && y >= 0 && y < this.height, 'the pixel is inside the buffer');
    assert(sample < this.samples, 'the sample is within the pixel');
    return ((y * this.width + x) * this.samples + sample) * this.texelWords;
  }
}
