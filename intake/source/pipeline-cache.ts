/** What a record needs from a pixel shader's binary, as compiled by the driver. */
export interface PixelBinary {
  readonly words: readonly number[];
  readonly inputEnable: number;
  readonly inputAddress: number;
  readonly rsrc1: number;
  readonly rsrc2: number;
  readonly rsrc3: number;
  readonly scratchBytesPerWave: number;
  /** Indices of the push constant dwords in user SGPRs. */
  readonly inlineDwords: readonly number[];
  /** User SGPRs of the ring offsets, if any. */
  readonly rings: UserSgprs | undefined;
  /** User SGPRs of the pointer to push constants, if any. */
  readonly pushConstants: UserSgprs | undefined;
  /** User SGPRs of the inline push constants, if any. */
  readonly inlineConstants: UserSgprs | undefined;
  /** User SGPRs of the descriptor sets, by set number. */
  readonly sets: Readonly<Record<number, UserSgprs>>;
}

/** The SGPRs that hold one item of user data. */
export interface UserSgprs {
  readonly first: number;
  readonly count: number;
}

/** Size of the header that Vulkan prescribes, in bytes (VkPipelineCacheHeaderVersionOne). */
const HEADER_BYTES = 32;

/** Word offsets of the fields of `ac_shader_config`, and its size in words. */
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

/** Upper bound on a wave's register count. */
const MAX_REGISTERS = 512;

/** Number of descriptor sets in the user SGPR table. */
const SET_COUNT = 32;

/**
 * Returns the pixel shader in RADV's pipeline cache data (vk_pipeline_cache.c, radv_shader.h), or undefined if there is
 * none in a known format. Each entry consists of a type, the key length, the data length, the key and the data. A
 * shader's data is a header, `ac_shader_config`, `radv_shader_info` and the code, which are recognised by their
 * contents.
 */
export function findPixelBinary(cache: Uint8Array, codeBytes: number): PixelBinary | undefined {
  for (const data of readEntries(cache)) {
    const binary = parseBinary(data, codeBytes);
    if (binary !== undefined) return binary;
  }
  return undefined;
}

function* readEntries(cache: Uint8Array): Generator<Uint32Array> {
  const view = new DataView(cache.buffer, cache.byteOffset, cache.byteLength);
  const word = (byte: number): number => view.getUint32(byte, true);
  if (cache.length < HEADER_BYTES + 4) return;
  const count = word(HEADER_BYTES);
  let entry = HEADER_BYTES + 4;
  for (let i = 0; i < count && entry + 12 <= cache.length; i++) {
    const [keyBytes, dataBytes] = [word(entry + 4), word(entry + 8)];
    const start = alignUp(entry + 12 + keyBytes);
    if (start + dataBytes > cache.length) return;
    yield Uint32Array.from({ length: dataBytes >> 2 }, (_, w) => word(start + 4 * w));
    entry = start + dataBytes;
  }
}

/** Rounds an offset up to eight bytes, the alignment of an entry's data. */
function alignUp(offset: number): number {
  return (offset + 7) & ~7;
}

function parseBinary(data: Uint32Array, codeBytes: number): PixelBinary | undefined {
  const config = findConfig(data);
  const code = findCode(data, codeBytes);
  if (config === undefined || code === undefined) return undefined;
  const getField = (field: keyof typeof CONFIG): number => data[config + CONFIG[field]]!;
  const info = (config + CONFIG.words + 1) & ~1;
  const mask = [data[info]!, data[info + 1]!];
  const userData = findUserData(data, info, (getField('rsrc2') >>> 1) & 31);
  if (userData === undefined) return undefined;
  const otherUserData = (index: number): UserSgprs | undefined => userData(SET_COUNT + index);
  const sets = Array.from({ length: SET_COUNT }, (_, set) => [set, userData(set)] as const);
  return {
    words: code,
    inputEnable: getField('inputEnable'),
    inputAddress: getField('inputAddress'),
    rsrc1: getField('rsrc1'),
    rsrc2: getField('rsrc2'),
    rsrc3: getField('rsrc3'),
    scratchBytesPerWave: getField('scratch'),
    inlineDwords: mask.flatMap((word, half) =>
      Array.from({ length: 32 }, (_, bit) => bit).flatMap((bit) =>
        (word >>> bit) & 1 ? [32 * half + bit] : [],
      ),
    ),
    rings: otherUserData(0),
    pushConstants: otherUserData(1),
    inlineConstants: otherUserData(2),
    sets: Object.fromEntries(
      sets.flatMap(([set, sgprs]) => (sgprs === undefined ? [] : [[set, sgprs] as const])),
    ),
  };
}

/**
 * Returns the index of the configuration's first word, or undefined if there is none. It is recognised by its
 * input masks: at least one input is enabled, and every enabled input has an address.
 */
function findConfig(data: Uint32Array): number | undefined {
  for (let start = 0; start < 4 && start + CONFIG.words < data.length; start++) {
    const [sgprs, vgprs] = [data[start]!, data[start + 1]!];
    const [enable, address] = [data[start + CONFIG.inputEnable]!, data[start + CONFIG.inputAddress]!];
    const isConfig = sgprs > 0 && sgprs < MAX_REGISTERS && vgprs > 0 && vgprs < MAX_REGISTERS;
    if (
      isConfig &&
      enable !== 0 &&
      enable < 0x10000 &&
      (enable & ~address) === 0 &&
      data[start + CONFIG.rsrc1] !== 0
    )
      return start;
  }
  return undefined;
}

/**
 * Returns the code at the end of the data, or undefined if it is not found. It is preceded by its unpadded and
 * padded lengths and the lengths of any data that follows.
 */
function findCode(data: Uint32Array, codeBytes: number): readonly number[] | undefined {
  for (let i = data.length - 4; i > CONFIG.words; i--) {
    const total = data[i - 1]!;
    if (data[i] !== codeBytes || total < codeBytes || total % 4 !== 0 || total / 4 > data.length - i)
      continue;
    return [...data.subarray(data.length - total / 4, data.length - (total - codeBytes) / 4)];
  }
  return undefined;
}

/**
 * Finds the user SGPR table, a list of byte pairs: the first SGPR (or -1) and the SGPR count. It is recognised by its
 * contents: it has entries for all sets, then some others, and they all lie within the user SGPRs without overlapping.
 *
 * @returns a function from an entry's index to its SGPRs, or undefined if the table is not found
 */
function findUserData(
  data: Uint32Array,
  info: number,
  userSgprs: number,
): ((index: number) => UserSgprs | undefined) | undefined {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  for (let start = 4 * info; start < 4 * (info + 32); start += 2) {
    const entry = (index: number): UserSgprs | undefined => {
      const [first, count] = [bytes[start + 2 * index]!, bytes[start + 2 * index + 1]!];
      return first === 0xff ? undefined : { first, count };
    };
    if (
      isUserData(
        Array.from({ length: SET_COUNT + 4 }, (_, i) => [entry(i), bytes[start + 2 * i + 1]!]),
        userSgprs,
      )
    )
      return entry;
  }
  return undefined;
}

function isUserData(
  entries: readonly (readonly [UserSgprs | undefined, number])[],
  userSgprs: number,
): boolean {
  const used = new Set<number>();
  for (const [sgprs, count] of entries) {
    if (sgprs === undefined) {
      if (count !== 0) return false;
      continue;
    }
    if (sgprs.count === 0 || sgprs.first + sgprs.count > userSgprs) return false;
    for (let i = 0; i < sgprs.count; i++) {
      if (used.has(sgprs.first + i)) return false;
      used.add(sgprs.first + i);
    }
  }
  return true;
}
