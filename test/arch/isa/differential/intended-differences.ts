/** An intended difference between LLVM and the instruction table. */
export interface IntendedDifference {
  readonly reason: string;
  /** Whether LLVM's text (`expected`) and the table's (`observed`) differ in this way. */
  readonly matches: (expected: string, observed: string) => boolean;
}

function getMnemonic(text: string): string {
  return text.split(' ', 1)[0]!;
}

function differsInLiteral(expected: string, observed: string): boolean {
  const [theirs, ours] = [expected.split(' '), observed.split(' ')];
  const indices = theirs.flatMap((word, i) => (word === ours[i] ? [] : [i]));
  return theirs.length === ours.length && indices.length === 1 && /0x[0-9a-f]+/.test(ours[indices[0]!]!);
}

const CONSTANT = /^(?:neg\()?-?\|?-?(?:\d+|\d\.\d+)\|?\)?$/;

/** Matches a 16-bit scalar compare with the bits of 0.5, 1, 2, 4, their negatives, or 1/(2*pi). */
const HALF_COMPARE_WITH_FLOAT = /^s_cmp_\w+_f16 .*\b0x(?:[3b]800|[3b]c00|[4c]000|[4c]400|3118)\b/;

/** Returns the words of `expected` that are missing from `observed`. */
function findMissingWords(expected: string, observed: string): readonly string[] {
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
      'LLVM has no name for the reserved value 3 of dst_unused and prints the name of 0; the table prints the number',
    matches: (expected, observed) => observed.replace('dst_unused:3', 'dst_unused:UNUSED_PAD') === expected,
  },
  {
    reason:
      'LLVM prints a 16-bit literal as the inline constant with the same bits, which has a shorter encoding',
    matches: (expected, observed) =>
      /16/.test(getMnemonic(expected)) &&
      differsInLiteral(expected, observed) &&
      findMissingWords(expected, observed).every((word) => CONSTANT.test(word)),
  },
  {
    reason: 'LLVM prints only the lower half of a literal in a mixed-precision instruction',
    matches: (expected, observed) =>
      /^v_(?:fma|mad)_mix/.test(expected) && differsInLiteral(expected, observed),
  },
  {
    reason:
      'LLVM prints the class mask of a 16-bit compare as a float or an integer, depending on the encoding',
    matches: (expected, observed) =>
      /^v_cmpx?_class_f16/.test(expected) && differsInLiteral(expected, observed),
  },
  {
    reason:
      'LLVM prints an inline float in a 16-bit scalar compare as a literal with its bits, which has a longer encoding',
    matches: (expected) => HALF_COMPARE_WITH_FLOAT.test(expected),
  },
  {
    reason:
      'LLVM prints an inline float in v_cndmask_b16 as a literal with its bits, which has a longer encoding',
    matches: (expected, observed) =>
      expected.startsWith('v_cndmask_b16') &&
      differsInLiteral(observed, expected) &&
      findMissingWords(observed, expected).every((word) => CONSTANT.test(word)),
  },
  {
    reason:
      'LLVM prints the signs of the integer exponent in v_ldexp_f16 as sext up to GFX10, and as neg and abs on GFX11',
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
    reason: 'matrix products and stores from LDS are rejected by name',
    matches: (expected) => /^(?:v_wmma_|buffer_store_lds_dword)/.test(expected),
  },
  {
    reason:
      "GFX12's prefetches, 8-bit floats, transcendentals with scalar results, sparse matrix products and block transfers are also rejected by name",
    matches: (expected) =>
      /^(?:v_swmmac_|v_cvt_\w*[fb][fp]8|v_dot4_f32_[fb]|s_(?:buffer_)?prefetch|v_s_|\w+_(?:load|store)_(?:block|tr_b)|global_atomic_ordered|image_atomic_(?:\w+_flt|pk_add))/.test(
        expected,
      ),
  },
];
