import { describe, expect, it } from 'vitest';
import {
  encodeBufferDescriptor,
  encodeImageDescriptor,
  encodeSamplerDescriptor,
  GENERATIONS,
  type Gfx,
  getImageBytes,
  getImageRowBytes,
  IMAGE_KINDS,
  type ImageKind,
} from '../../../arch/index.js';
import { getTexelAddress, makeImageReader } from '../../../arch/isa/compile/image-descriptor.js';
import { openCorpus } from '../../../harness/programs/corpus-files.js';

const corpus = openCorpus();

/**
 * Masks for image descriptor words 3 and (on GFX9) 4 that clear the border's channel order, which is up to the driver.
 */
const WITHOUT_BORDER = { 3: ~(7 << 25), 4: ~(7 << 29) } as Record<number, number>;

function driverWords(gfx: Gfx, name: string, sampler = false): number[] {
  const found = corpus.descriptors(gfx).find((descriptor) => descriptor.name === name)!;
  const words = sampler ? found.sampler_words! : found.words;
  return words.map((word) => Number.parseInt(word, 16));
}

/** Clears the bit that GFX12 sets in storage images that are compressed on write. Linear images are not. */
const WITHOUT_WRITE_COMPRESSION: Readonly<Record<number, number>> = { 6: ~(1 << 20) };

const withoutDriverBits = (words: readonly number[]): number[] =>
  words.map((word, i) => (word & (WITHOUT_BORDER[i] ?? WITHOUT_WRITE_COMPRESSION[i] ?? -1)) >>> 0);

describe.each(GENERATIONS)('descriptors of %s', (gfx) => {
  it("match a driver's words for buffers", () => {
    const [low, high, bytes] = driverWords(gfx, 'buf');
    const raw = { address: low! + high! * 2 ** 32, bytes: bytes!, stride: 0 };
    expect(encodeBufferDescriptor(gfx, raw)).toEqual(driverWords(gfx, 'buf'));
    const [first, second, elements] = driverWords(gfx, 'tbo');
    const address = first! + (second! & 0xffff) * 2 ** 32;
    const typed = { address, bytes: elements! * 4, stride: 4, format: '32_UINT' };
    expect(encodeBufferDescriptor(gfx, typed)).toEqual(driverWords(gfx, 'tbo'));
  });

  it("match a driver's words for images and samplers", () => {
    const shape = { kind: '2d', depth: 1, samples: 1 } as const;
    const findAddress = (name: string) => driverWords(gfx, name)[0]! * 256;
    const image = { ...shape, address: findAddress('img'), format: '32_UINT', width: 128, height: 128 };
    expect(withoutDriverBits(encodeImageDescriptor(gfx, image))).toEqual(
      withoutDriverBits(driverWords(gfx, 'img')),
    );
    const texture = { ...shape, address: findAddress('tex'), format: '8_8_8_8_UNORM', width: 64, height: 16 };
    expect(withoutDriverBits(encodeImageDescriptor(gfx, texture))).toEqual(
      withoutDriverBits(driverWords(gfx, 'tex')),
    );
    expect(encodeSamplerDescriptor(gfx)).toEqual(driverWords(gfx, 'tex', true));
  });

  it.each(Object.keys(IMAGE_KINDS) as ImageKind[])(
    'cover a %s image exactly, from its first to its last texel',
    (kind) => {
      const isFlat = kind.startsWith('1d');
      const samples = kind.startsWith('2d-ms') ? 4 : 1;
      const isSliced = kind === '3d' || kind.endsWith('array');
      const depth = kind === 'cube' ? 6 : isSliced ? 5 : 1;
      const shape = { kind, format: '16_16_UNORM', width: 37, height: isFlat ? 1 : 11, depth, samples };
      const address = 0x5_0000_0000;
      const words = Int32Array.from(encodeImageDescriptor(gfx, { ...shape, address }));
      const view = makeImageReader(0, gfx)(words);
      expect(view.dimension).toBe(IMAGE_KINDS[kind]);
      const last = [view, 0, shape.width - 1, shape.height - 1, depth - 1, samples - 1] as const;
      const spare = getImageRowBytes(shape) - 37 * 4;
      expect(getTexelAddress(...last) + 4 + spare).toBe(address + getImageBytes(shape));
      expect(getTexelAddress(view, 0, 0, 0, 0, 0)).toBe(address);
      expect(getTexelAddress(view, 0, shape.width, 0, 0, 0)).toBe(-1);
      expect(getTexelAddress(view, 0, 0, 0, depth, 0)).toBe(-1);
    },
  );

  it('reject a format missing from the generation', () => {
    const shape = { address: 0, bytes: 64, stride: 8, format: '8_24_FLOAT' };
    expect(() => encodeBufferDescriptor(gfx, shape)).toThrow(/has no format 8_24_FLOAT/);
  });
});
