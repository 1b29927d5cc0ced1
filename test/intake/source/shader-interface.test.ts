import { readShaderInterface } from '../../../intake/source/shader-interface.js';
import { buildVertexModule } from '../../../intake/source/vertex-module.js';
import { UsageError } from '../../../transactions/index.js';
import { buildFragmentModule, buildSpirv } from './support/fragment-module.js';

describe("a shader's interface", () => {
  it('lists bindings, push constants, inputs, and accesses with their lines', () => {
    const { interlock, resources, pushMembers, inputs, accesses } = readShaderInterface(
      buildFragmentModule(),
      'a.spv',
    );
    expect(interlock).toBe('pixel_interlock_ordered');
    expect(resources).toEqual([
      expect.objectContaining({
        name: 'words',
        set: 0,
        binding: 0,
        kind: 'storageBuffer',
        count: 1,
        isCoherent: true,
      }),
    ]);
    expect(pushMembers.map(({ byte, name }) => `${byte} ${name}`)).toEqual(['0 k', '4 primBase', '8 width']);
    expect(inputs).toEqual([
      expect.objectContaining({ name: 'key', location: 1, kind: 'uint', isFlat: true }),
    ]);
    expect(accesses.map(({ kind, name, line }) => `${kind} ${name} ${line}`)).toEqual([
      'begin  8',
      'load words 9',
      'store words 10',
      'end  11',
    ]);
  });

  it('is the same for a module older than SPIR-V 1.3, which declares storage buffers as uniforms', () => {
    const fromOldModule = readShaderInterface(buildFragmentModule({ isOld: true }), 'a.spv');
    expect(fromOldModule).toEqual(readShaderInterface(buildFragmentModule(), 'a.spv'));
  });

  /**
   * Builds a module in which `main` calls `f(words)`, begins its section, stores, and calls `f(others)`; `f` loads and
   * is defined after `main`.
   */
  const makeCallingModule = (calls: readonly (readonly [number, ...number[]])[] = []): Uint8Array => {
    const [main, words, others, f, block, list, parameter] = [1, 2, 3, 4, 5, 6, 7];
    return buildSpirv(
      [15, 4, main, 'main'],
      [5, words, 'words'],
      [5, others, 'others'],
      [21, 20, 32, 0],
      [29, list, 20],
      [30, block, list],
      [32, 21, 12, block],
      [32, 24, 12, 20],
      [43, 20, 25, 0],
      [59, 21, words, 12],
      [59, 21, others, 12],
      [54, 19, main, 0, 18],
      [57, 20, 40, f, words],
      [5364],
      [8, 90, 12, 0],
      [65, 24, 30, words, 25, 25],
      [62, 30, 25],
      [57, 20, 41, f, others],
      [5365],
      [56],
      [54, 20, f, 0, 18],
      [55, 21, parameter],
      [8, 90, 5, 0],
      [65, 24, 31, parameter, 25, 25],
      [61, 20, 32, 31],
      ...calls,
      [56],
    );
  };

  it("lists a function's accesses at each call, with the names of the arguments", () => {
    const { accesses } = readShaderInterface(makeCallingModule(), 'a.spv');
    expect(accesses.map(({ kind, name, line }) => `${kind} ${name} ${line}`)).toEqual([
      'load words 5',
      'begin  undefined',
      'store words 12',
      'load others 5',
      'end  12',
    ]);
  });

  it.each([
    ['by column', [], 8],
    ['by row', [[72, 23, 0, 4] as const], 12],
  ])('includes the padding of a matrix stored %s', (_, order, words) => {
    // Two columns of three floats, 16 bytes apart, as in the std140 layout.
    const module = buildSpirv(
      [15, 4, 1, 'main'],
      [72, 23, 0, 35, 0],
      [72, 23, 0, 7, 16],
      ...order,
      [22, 20, 32],
      [23, 21, 20, 3],
      [24, 22, 21, 2],
      [30, 23, 22],
      [32, 24, 9, 23],
      [59, 24, 2, 9],
    );
    const { pushBytes, pushMembers } = readShaderInterface(module, 'a.spv');
    expect(pushBytes).toBe(4 * words);
    expect(pushMembers).toEqual([expect.objectContaining({ byte: 0, bytes: 4 * words, kind: 'float' })]);
  });

  it('terminates if a function calls itself', () => {
    const { accesses } = readShaderInterface(makeCallingModule([[57, 20, 42, 4, 2]]), 'a.spv');
    expect(accesses.length).toBe(5);
  });

  it('reads modules of the opposite byte order', () => {
    const swapped = Buffer.from(buildFragmentModule()).swap32();
    expect(readShaderInterface(swapped, 'a.spv')).toEqual(
      readShaderInterface(buildFragmentModule(), 'a.spv'),
    );
  });

  it('reads a corrupt module or rejects it with a one-line message', () => {
    const module = buildFragmentModule();
    for (let i = 20; i < module.length; i++) {
      const damaged = module.slice();
      damaged[i] = (damaged[i]! + 0x61) & 0xff;
      try {
        readShaderInterface(damaged, 'a.spv');
      } catch (error) {
        expect(error, `byte ${i}`).toBeInstanceOf(UsageError);
        expect((error as UsageError).message).not.toContain('\n');
      }
    }
  });

  it('recognises a shader without an interlock', () => {
    expect(readShaderInterface(buildFragmentModule({ modes: [] }), 'a.spv').interlock).toBeUndefined();
  });

  it.each([
    [
      'a shader for a different stage',
      buildVertexModule([]),
      'Cannot use a.spv: it contains a vertex shader, not a fragment shader',
    ],
    ['no entry point', buildSpirv(), 'Cannot use a.spv: it has no entry point'],
    [
      'several fragment shaders',
      buildFragmentModule({ stages: [4, 4] }),
      'Cannot use a.spv: it has 2 fragment shaders (main, other); expected one',
    ],
    [
      'a broken instruction',
      buildSpirv([5, 1, 'x']).subarray(0, 28),
      'Cannot read a.spv: its SPIR-V is truncated at word 5',
    ],
    [
      'a missing type',
      buildSpirv([15, 4, 1, 'main'], [71, 2, 33, 0], [59, 9, 2, 12]),
      'Cannot read a.spv: its SPIR-V is malformed',
    ],
    [
      'a type that contains itself',
      buildSpirv([15, 4, 1, 'main'], [30, 3, 3], [32, 4, 9, 3], [59, 4, 2, 9]),
      'Cannot read a.spv: its SPIR-V is malformed',
    ],
    [
      'bytes that are not SPIR-V',
      Buffer.from('#version 460, but not SPIR-V'),
      'Cannot read a.spv: expected a SPIR-V module',
    ],
  ])('rejects %s with a one-line error', (_, bytes, message) => {
    expect(() => readShaderInterface(bytes, 'a.spv')).toThrow(message);
  });
});
