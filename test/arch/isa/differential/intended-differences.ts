/** An intended difference between LLVM and the instruction table. */
export interface IntendedDifference {
  readonly reason: string;
  /** Whether the difference between LLVM's text and the table's is of this kind. */
  readonly matches: (expected: string, observed: string) => boolean;
}

function getMnemonic(text: string): string {
  return text.split(' ', 1)[0]!;
}

/** Returns whether the two only differ in one word, where the table prints a literal's bits. */
function differsInLiteral(expected: string, observed: string): boolean {
  const [theirs, ours] = [expected.split(' '), observed.split(' ')];
  const differing = theirs.flatMap((word, i) => (word === ours[i] ? [] : [i]));
  return theirs.length === ours.length && differing.length === 1 && /0x[0-9a-f]+/.test(ours[differing[0]!]!);
}

/** Matches an inline constant with its sign modifiers. */
const CONSTANT = /^(?:neg\()?-?\|?-?(?:\d+|\d\.\d+)\|?\)?$/;

/** Matches a 16-bit scalar compare with the bits of 0.5, 1, 2, 4, their negatives, or 1/(2*pi). */
const HALF_COMPARE_WITH_FLOAT = /^s_cmp_\w+_f16 .*\b0x(?:[3b]800|[3b]c00|[4c]000|[4c]400|3118)\b/;

/** Returns the operands of `expected` that are missing from `observed`. */
function findReplaced(expected: string, observed: string): readonly string[] {
  const ours = observed.split(/,? /);
  return expected.split(/,? /).filter((word) => !ours.includes(word));
}

/** Removes the sign modifiers from an instruction's third operand. */
function stripExponentSigns(text: string): string {
  return text.replace(/^(\S+ [^,]+, [^,]+, )(sext\(|-?\|?)([\w.[\]:]+)[|)]?/, '$1$3');
}

export const INTENDED_DIFFERENCES: readonly IntendedDifference[] = [
  {
    reason:
      'LLVM has no name for the reserved value 3 of dst_unused and happens to print that of 0; the table prints the number',
    matches: (expected, observed) => observed.replace('dst_unused:3', 'dst_unused:UNUSED_PAD') === expected,
  },
  {
    reason:
      'LLVM prints a 16-bit literal as the inline constant with the same bits, whose encoding is shorter',
    matches: (expected, observed) =>
      /16/.test(getMnemonic(expected)) &&
      differsInLiteral(expected, observed) &&
      findReplaced(expected, observed).every((word) => CONSTANT.test(word)),
  },
  {
    reason: 'LLVM prints only the lower half of a literal that mixed precision reads',
    matches: (expected, observed) =>
      /^v_(?:fma|mad)_mix/.test(expected) && differsInLiteral(expected, observed),
  },
  {
    reason:
      'LLVM prints the class mask of a 16-bit compare as a float or as an integer, depending on the encoding',
    matches: (expected, observed) =>
      /^v_cmpx?_class_f16/.test(expected) && differsInLiteral(expected, observed),
  },
  {
    reason:
      'LLVM prints an inline float of a 16-bit scalar compare as a literal with its bits, whose encoding is longer',
    matches: (expected) => HALF_COMPARE_WITH_FLOAT.test(expected),
  },
  {
    reason:
      'LLVM prints an inline float of v_cndmask_b16 as a literal with its bits, whose encoding is longer',
    matches: (expected, observed) =>
      expected.startsWith('v_cndmask_b16') &&
      differsInLiteral(observed, expected) &&
      findReplaced(observed, expected).every((word) => CONSTANT.test(word)),
  },
  {
    reason:
      'the exponent of v_ldexp_f16 is an integer; LLVM prints its signs, on GFX9 and GFX10 as an extension, on GFX11 as those of a float',
    matches: (expected, observed) =>
      expected.startsWith('v_ldexp_f16') &&
      expected !== observed &&
      stripExponentSigns(expected) === stripExponentSigns(observed),
  },
  {
    reason: "v_illegal is LLVM's name for a zero word, which is not an instruction",
    matches: (expected) => expected === 'v_illegal',
  },
  {
    reason: 'matrix products and the store from LDS are rejected by name (`unlistedName`)',
    matches: (expected) => /^(?:v_wmma_|buffer_store_lds_dword)/.test(expected),
  },
  {
    reason:
      "GFX12's prefetches, 8-bit floats, transcendentals with scalar results, permutations by a variable, sparse matrix products and block transfers are rejected by name too",
    matches: (expected) =>
      /^(?:v_swmmac_|v_cvt_\w*[fb][fp]8|v_dot4_f32_[fb]|s_(?:buffer_)?prefetch|v_s_|v_permlanex?16_var|\w+_(?:load|store)_(?:block|tr_b)|global_atomic_ordered|image_atomic_(?:\w+_flt|pk_add))/.test(
        expected,
      ),
  },
  {
    reason:
      'LLVM 19 still accepts s_waitcnt on GFX12, whose counters have their own waits (corpus, gfx12.md)',
    matches: (expected, observed) =>
      /^s_waitcnt /.test(expected) && /sopp opcode 0x9$|of gfx12/.test(observed),
  },
];
