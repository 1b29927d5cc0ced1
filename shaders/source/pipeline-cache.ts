/** A pixel shader's data from the driver's binary, for a record. */
export interface PixelBinary {
  readonly words: readonly number[];
  readonly inputEnable: number;
  readonly inputAddress: number;
  readonly rsrc1: number;
  readonly rsrc2: number;
  readonly rsrc3: number;
  readonly scratchBytesPerWave: number;
  /** Numbers of the push constant dwords that are in user SGPRs. */
  readonly inlineDwords: readonly number[];
  /** User SGPRs per argument; undefined if the program has none. */
  readonly rings: UserSgprs | undefined;
  readonly pushConstants: UserSgprs | undefined;
  readonly inlineConstants: UserSgprs | undefined;
  readonly sets: Readonly<Record<number, UserSgprs>>;
}

/** Location of user data. */
export interface UserSgprs {
  readonly first: number;
  readonly count: number;
}

/** Bytes of Vulkan's prescribed header, which contains its length (VkPipelineCacheHeaderVersionOne). */
const HEADER_BYTES = 32;

/** Words of `ac_shader_config`, which starts with register counts. */
const CONFIG = {
  sgprs: 0,
  vgprs: 1,
  inputEnable: 6,
  inputAddress: 7,
  floatMode: 8,
  scratch: 9,
  rsrc1: 10,
  rsrc2: 11,
  rsrc3: 12,
  words: 13,
} as const;

/** Maximum number of registers of a wave. */
const REGISTERS_MAX = 512;

const SETS = 32;

/**
 * The pixel shader in RADV's pipeline cache data (vk_pipeline_cache.c, radv_shader.h); undefined if no entry has this format.
 * The data consists of typed entries: the lengths of key and data, then both. A shader's data is a header, `ac_shader_config`,
 * `radv_shader_info` and the code. The data is recognised by its known properties.
 */
export function pixelBinary(cache: Uint8Array, codeBytes: number): PixelBinary | undefined {
  for (const data of entriesOf(cache)) {
    const found = binaryIn(data, codeBytes);
    if (found !== undefined) return found;
  }
  return undefined;
}

function* entriesOf(cache: Uint8Array): Generator<Uint32Array> {
  const view = new DataView(cache.buffer, cache.byteOffset, cache.byteLength);
  const word = (at: number): number => view.getUint32(at, true);
  if (cache.length < HEADER_BYTES + 4) return;
  const count = word(HEADER_BYTES);
  let at = HEADER_BYTES + 4;
  for (let i = 0; i < count && at + 12 <= cache.length; i++) {
    const [keyBytes, dataBytes] = [word(at + 4), word(at + 8)];
    const start = alignUp(at + 12 + keyBytes);
    if (start + dataBytes > cache.length) return;
    yield Uint32Array.from({ length: dataBytes >> 2 }, (_, w) => word(start + 4 * w));
    at = start + dataBytes;
  }
}

/** Data is aligned to eight bytes. */
function alignUp(at: number): number {
  return (at + 7) & ~7;
}

function binaryIn(data: Uint32Array, codeBytes: number): PixelBinary | undefined {
  const config = findConfig(data);
  const code = findCode(data, codeBytes);
  if (config === undefined || code === undefined) return undefined;
  const at = (field: keyof typeof CONFIG): number => data[config + CONFIG[field]]!;
  const info = (config + CONFIG.words + 1) & ~1;
  const mask = [data[info]!, data[info + 1]!];
  const userData = findUserData(data, info, (at('rsrc2') >>> 1) & 31);
  if (userData === undefined) return undefined;
  const otherUserData = (index: number): UserSgprs | undefined => userData(SETS + index);
  const sets = Array.from({ length: SETS }, (_, set) => [set, userData(set)] as const);
  return {
    words: code,
    inputEnable: at('inputEnable'),
    inputAddress: at('inputAddress'),
    rsrc1: at('rsrc1'),
    rsrc2: at('rsrc2'),
    rsrc3: at('rsrc3'),
    scratchBytesPerWave: at('scratch'),
    inlineDwords: mask.flatMap((word, half) =>
      Array.from({ length: 32 }, (_, bit) => bit).flatMap((bit) =>
        (word >>> bit) & 1 ? [32 * half + bit] : [],
      ),
    ),
    rings: otherUserData(0),
    pushConstants: otherUserData(1),
    inlineConstants: otherUserData(2),
    sets: Object.fromEntries(
      sets.flatMap(([set, place]) => (place === undefined ? [] : [[set, place] as const])),
    ),
  };
}

/** Start of the configuration, recognised because a pixel shader has inputs, and all enabled inputs have an address; undefined without one. */
function findConfig(data: Uint32Array): number | undefined {
  for (let at = 0; at < 4 && at + CONFIG.words < data.length; at++) {
    const [sgprs, vgprs] = [data[at]!, data[at + 1]!];
    const [enable, address] = [data[at + CONFIG.inputEnable]!, data[at + CONFIG.inputAddress]!];
    const isConfig = sgprs > 0 && sgprs < REGISTERS_MAX && vgprs > 0 && vgprs < REGISTERS_MAX;
    if (
      isConfig &&
      enable !== 0 &&
      enable < 0x10000 &&
      (enable & ~address) === 0 &&
      data[at + CONFIG.rsrc1] !== 0
    )
      return at;
  }
  return undefined;
}

/**
 * The code, at the end; before it are its lengths with and without padding, and the lengths of what may follow it. Undefined if
 * not found.
 */
function findCode(data: Uint32Array, codeBytes: number): readonly number[] | undefined {
  for (let at = data.length - 4; at > CONFIG.words; at--) {
    const total = data[at - 1]!;
    if (data[at] !== codeBytes || total < codeBytes || total % 4 !== 0 || total / 4 > data.length - at)
      continue;
    return [...data.subarray(data.length - total / 4, data.length - (total - codeBytes) / 4)];
  }
  return undefined;
}

/**
 * The table of user SGPRs, pairs of bytes: the first one, or -1, and their number. Recognised by its properties: all sets and
 * then other kinds, none beyond the user SGPRs, and no SGPR twice.
 */
function findUserData(
  data: Uint32Array,
  info: number,
  userSgprs: number,
): ((index: number) => UserSgprs | undefined) | undefined {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  for (let start = 4 * info; start < 4 * (info + 32); start += 2) {
    const place = (index: number): UserSgprs | undefined => {
      const [first, count] = [bytes[start + 2 * index]!, bytes[start + 2 * index + 1]!];
      return first === 0xff ? undefined : { first, count };
    };
    if (
      isUserData(
        Array.from({ length: SETS + 4 }, (_, i) => [place(i), bytes[start + 2 * i + 1]!]),
        userSgprs,
      )
    )
      return place;
  }
  return undefined;
}

function isUserData(
  places: readonly (readonly [UserSgprs | undefined, number])[],
  userSgprs: number,
): boolean {
  const used = new Set<number>();
  for (const [place, count] of places) {
    if (place === undefined) {
      if (count !== 0) return false;
      continue;
    }
    if (place.count === 0 || place.first + place.count > userSgprs) return false;
    for (let i = 0; i < place.count; i++) {
      if (used.has(place.first + i)) return false;
      used.add(place.first + i);
    }
  }
  return true;
}
