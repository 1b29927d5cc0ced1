import { AddressMap } from '../../../rtl-model/memory/address-map.js';
import { LINE_BYTES } from '../../../rtl-model/memory/spec.js';

const makeObject = (address: number, bytes: number, initial: readonly number[] = []) => ({
  name: `at ${address}`,
  address,
  bytes,
  initial,
  compare: { kind: 'ignore' as const },
});

const map = new AddressMap([
  makeObject(0x1000, 300, [1, 2]),
  makeObject(0x8000, 64, [3]),
  makeObject(0x4000, 4, [4]),
]);

it("finds the object that contains all of an access's bytes, or none if any byte is outside", () => {
  const findAddress = (address: number, size: number) => map.findRegion(address, size)?.object.address;
  expect(findAddress(0x1000, 300)).toBe(0x1000);
  expect(findAddress(0x1001, 300)).toBeUndefined();
  expect(findAddress(0x803f, 1)).toBe(0x8000);
  expect(findAddress(0x8040, 1)).toBeUndefined();
  expect(findAddress(0xfff, 4)).toBeUndefined();
  expect(findAddress(0x4000, 4)).toBe(0x4000);
  expect(map.findRegion(0x1000, 4)!.end).toBe(0x1000 + 300);
});

it('places every object in its own lines, with its initial words, followed by a gap of at least two lines', () => {
  for (const [index, region] of map.regions.entries()) {
    expect(region.offset % LINE_BYTES).toBe(0);
    expect(map.words[region.offset >> 2]).toBe(region.object.initial[0]);
    const next = map.regions[index + 1]?.offset ?? map.lineCount * LINE_BYTES;
    expect(next - (region.offset + region.object.bytes)).toBeGreaterThanOrEqual(2 * LINE_BYTES);
    expect(next - (region.offset + region.object.bytes)).toBeLessThan(4 * LINE_BYTES);
  }
});

it('returns the address of every byte of an object in the window', () => {
  for (const { object: mapped, offset } of map.regions) {
    expect(map.addressAt(offset)).toBe(mapped.address);
    expect(map.addressAt(offset + mapped.bytes - 1)).toBe(mapped.address + mapped.bytes - 1);
  }
});
