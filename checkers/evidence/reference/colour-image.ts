import { COLOUR_FORMATS, type ColourFormat, type WordSource } from '../../../arch/index.js';

/** A colour buffer maintained by the checker: rows of pixels with adjacent samples, initially zero. */
export class ColourImage {
  readonly words: Int32Array;
  /** Number of 32-bit words in a sample. */
  readonly texelWords: number;

  constructor(
    readonly format: ColourFormat,
    pixelCount: number,
    readonly samples: number,
    memory: WordSource,
  ) {
    this.texelWords = COLOUR_FORMATS[format];
    this.words = memory.take(pixelCount * samples * this.texelWords);
  }

  /** Returns the index of the first word of a sample. */
  getWordIndex(pixel: number, sample: number): number {
    return (pixel * this.samples + sample) * this.texelWords;
  }
}
