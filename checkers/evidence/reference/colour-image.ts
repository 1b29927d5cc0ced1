import { COLOUR_FORMATS, type ColourFormat, type WordSource } from '../../../arch/index.js';

/** A colour buffer of the judge's own: rows of pixels, a pixel's samples one after another, zero at first. */
export class ColourImage {
  readonly words: Int32Array;
  /** 32-bit words of a sample. */
  readonly texelWords: number;

  constructor(
    readonly format: ColourFormat,
    pixels: number,
    readonly samples: number,
    memory: WordSource,
  ) {
    this.texelWords = COLOUR_FORMATS[format];
    this.words = memory.take(pixels * samples * this.texelWords);
  }

  /** First word of a sample of a pixel. */
  wordOf(pixel: number, sample: number): number {
    return (pixel * this.samples + sample) * this.texelWords;
  }
}
