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

/** Masks for words 3 and (on GFX9) 4 of image descriptors that clear the driver-chosen border colour swizzle. */
const BORDER_MASKS = { 3: ~(7 << 25), 4: ~(7 << 29) } as Record<number, number>;

function getDriverWords(gfx: Gfx, name: string, sampler = false): number[] {
  const found = corpus.descriptors(gfx).find((descriptor) => descriptor.name === name)!;
  const words = sampler ? found.sampler_words! : found.words;
  return words.map((word) => Number.parseInt(word, 16));
}

/** Clears the GFX12 write-compression bit of storage images; linear images are never compressed. */
const COMPRESSION_MASKS: Readonly<Record<number, number>> = { 6: ~(1 << 20) };

const withoutDriverBits = (words: readonly number[]): number[] =>
  words.map((word, i) => (word & (BORDER_MASKS[i] ?? COMPRESSION_MASKS[i] ?? -1)) >>> 0);

describe.each(GENERATIONS)('descriptors on %s', (gfx) => {
  it("match the driver's words for buffers", () => {
    const [low, high, bytes] = getDriverWords(gfx, 'buf');
    const raw = { address: low! + high! * 2 ** 32, bytes: bytes!, stride: 0 };
    expect(encodeBufferDescriptor(gfx, raw)).toEqual(getDriverWords(gfx, 'buf'));
    const [first, second, elements] = getDriverWords(gfx, 'tbo');
    const address = first! + (second! & 0xffff) * 2 ** 32;
    const typed = { address, bytes: elements! * 4, stride: 4, format: '32_UINT' };
    expect(encodeBufferDescriptor(gfx, typed)).toEqual(getDriverWords(gfx, 'tbo'));
  });

  it("match the driver's words for images and samplers", () => {
    const shape = { kind: '2d', depth: 1, samples: 1 } as const;
    const getAddress = (name: string) => getDriverWords(gfx, name)[0]! * 256;
    const image = { ...shape, address: getAddress('img'), format: '32_UINT', width: 128, height: 128 };
    expect(withoutDriverBits(encodeImageDescriptor(gfx, image))).toEqual(
      withoutDriverBits(getDriverWords(gfx, 'img')),
    );
    const texture = { ...shape, address: getAddress('tex'), format: '8_8_8_8_UNORM', width: 64, height: 16 };
    expect(withoutDriverBits(encodeImageDescriptor(gfx, texture))).toEqual(
      withoutDriverBits(getDriverWords(gfx, 'tex')),
    );
    expect(encodeSamplerDescriptor(gfx)).toEqual(getDriverWords(gfx, 'tex', true));
  });

  it.each(Object.keys(IMAGE_KINDS) as ImageKind[])(
    'cover a %s image exactly, from the first texel to the last',
    (kind) => {
      const is1d = kind.startsWith('1d');
      const samples = kind.startsWith('2d-ms') ? 4 : 1;
      const isSliced = kind === '3d' || kind.endsWith('array');
      const depth = kind === 'cube' ? 6 : isSliced ? 5 : 1;
      const shape = { kind, format: '16_16_UNORM', width: 37, height: is1d ? 1 : 11, depth, samples };
      const address = 0x5_0000_0000;
      const words = Int32Array.from(encodeImageDescriptor(gfx, { ...shape, address }));
      const view = makeImageReader(0, gfx)(words);
      expect(view.dimension).toBe(IMAGE_KINDS[kind]);
      const last = [view, 0, shape.width - 1, shape.height - 1, depth - 1, samples - 1] as const;
      const padding = getImageRowBytes(shape) - 37 * 4;
      expect(getTexelAddress(...last) + 4 + padding).toBe(address + getImageBytes(shape));
      expect(getTexelAddress(view, 0, 0, 0, 0, 0)).toBe(address);
      expect(getTexelAddress(view, 0, shape.width, 0, 0, 0)).toBe(-1);
      expect(getTexelAddress(view, 0, 0, 0, depth, 0)).toBe(-1);
    },
  );

  it('reject a format that the generation lacks', () => {
    const shape = { address: 0, bytes: 64, stride: 8, format: '8_24_FLOAT' };
    expect(() => encodeBufferDescriptor(gfx, shape)).toThrow(/has no format 8_24_FLOAT/);
  });
});
