type Operand = number | string;

/** Builds a SPIR-V module from instructions, each given as its opcode and operands. */
export function buildSpirv(...instructions: readonly (readonly [op: number, ...Operand[]])[]): Uint8Array {
  const words = instructions.flatMap(([op, ...operands]) => {
    const body = operands.flatMap((operand) => (typeof operand === 'number' ? [operand] : toWords(operand)));
    return [((body.length + 1) << 16) | op, ...body];
  });
  return new Uint8Array(Uint32Array.from([0x07230203, 0x10000, 0, 100, 0, ...words]).buffer);
}

function toWords(text: string): number[] {
  const bytes = new Uint8Array(4 * (Math.floor(text.length / 4) + 1));
  bytes.set(new TextEncoder().encode(text));
  return [...new Uint32Array(bytes.buffer)];
}

const [FRAGMENT, PIXEL_ORDERED] = [4, 5366];
const [UNIFORM, STORAGE_BUFFER, BUFFER_BLOCK] = [2, 12, 3];

/**
 * Builds the module that glslang emits for `words[i] = words[i] * frame.k + key` in an ordered section, on lines 8 to
 * 11 of the source. `modes` overrides the interlock, and `stages` the entry points' stages. With `isOld`, the buffer
 * is declared as in versions before SPIR-V 1.3; with `isLate`, the store follows the end of the section, and with
 * `isEmpty`, so does the load.
 */
export function buildFragmentModule({
  modes = [PIXEL_ORDERED],
  stages = [FRAGMENT],
  isOld = false,
  isLate = false,
  isEmpty = false,
} = {}): Uint8Array {
  const buffer = isOld ? UNIFORM : STORAGE_BUFFER;
  const end = (line: number) => [[8, 90, line, 0] as const, [5365] as const];
  const store = (line: number) => [[8, 90, line, 0] as const, [62, 30, 31] as const];
  const [main, words, frame, key, block, list, pushed] = [1, 2, 3, 4, 5, 6, 7];
  return buildSpirv(
    ...stages.map((stage, i) => [15, stage, main, i === 0 ? 'main' : 'other', key] as const),
    ...modes.map((mode) => [16, main, mode] as const),
    [5, words, 'words'],
    [5, key, 'key'],
    [6, pushed, 0, 'k'],
    [6, pushed, 1, 'primBase'],
    [6, pushed, 2, 'width'],
    ...(isOld ? [[71, block, BUFFER_BLOCK] as const] : []),
    [72, block, 0, 23],
    [72, block, 0, 35, 0],
    [71, words, 34, 0],
    [71, words, 33, 0],
    [71, key, 30, 1],
    [71, key, 14],
    ...[0, 1, 2].map((member) => [72, pushed, member, 35, 4 * member] as const),
    [21, 20, 32, 0],
    [29, list, 20],
    [30, block, list],
    [30, pushed, 20, 20, 20],
    [32, 21, buffer, block],
    [32, 22, 9, pushed],
    [32, 23, 1, 20],
    [32, 24, buffer, 20],
    [43, 20, 25, 0],
    [59, 21, words, buffer],
    [59, 22, frame, 9],
    [59, 23, key, 1],
    [54, 19, main, 0, 18],
    [8, 90, 8, 0],
    [5364],
    ...(isEmpty ? end(8) : []),
    [8, 90, 9, 0],
    [65, 24, 30, words, 25, 25],
    [61, 20, 31, 30],
    ...(isEmpty ? [store(10)] : isLate ? [end(10), store(11)] : [store(10), end(11)]).flat(),
    [56],
  );
}
