import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { assembleLines, decodeProgram, findHazards, type Gfx } from '../../../../arch/index.js';
import { compileFunctions, INSTALL, LLC, VOCABULARIES } from './support/llvm.js';

const SEQUENCES = 2000;
const LENGTH = 6;

const hasCompiler = spawnSync(LLC, ['--version']).status === 0;

/** Rows that the pass does not repair: other passes do, or only later versions. */
const OTHER_PASS = new Set(['H-15', 'H-28', 'H-46', 'H-47', 'H-54', 'H-55']);

/** Where the sources conflict, by the text of a sequence that only LLVM repairs (hazards.md). */
const CONFLICTS: Readonly<Partial<Record<Gfx, readonly RegExp[]>>> = {
  gfx9: [
    // LLVM also counts an SGPR that a scalar instruction has overwritten since.
    /v_readfirstlane_b32 s4.*s_mov_b32 s4.*(?:v_readlane|buffer_load)/,
    // LLVM also counts the old value of the result, besides the source that moves between lanes.
    /v_mov_b32_dpp.*v_mov_b32_dpp/,
  ],
  gfx10: [
    // LLVM also counts memory accesses as readers of EXEC; for Mesa, v_readfirstlane ends the hazard.
    /(?:buffer_load|exec; .*v_readfirstlane|exec; v_readfirstlane).*v_cmpx/,
  ],
};

function findRows(lines: readonly string[], gfx: Gfx): readonly string[] {
  const words = assembleLines([...lines, 's_endpgm'].join('\n'), gfx, 64).flatMap((line) => line.words);
  const rows = findHazards(decodeProgram(words, gfx, 64)).filter(({ early }) => early.length > 0);
  return [...new Set(rows.map(({ row }) => row.id))].filter((id) => !OTHER_PASS.has(id));
}

/** Draws sequences with a fixed generator, so that a failure repeats. */
function drawSequences(instructions: readonly string[]): readonly (readonly string[])[] {
  let state = 1;
  const draw = (count: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
  return Array.from({ length: SEQUENCES }, () =>
    Array.from({ length: LENGTH }, () => instructions[draw(instructions.length)]!),
  );
}

describe.skipIf(!hasCompiler)(`LLVM's hazard pass (${LLC}; ${INSTALL})`, () => {
  it.each(VOCABULARIES)('$gfx: what LLVM repairs is reported before and not after', (vocabulary) => {
    const { gfx } = vocabulary;
    const sequences = drawSequences(vocabulary.instructions);
    const before = compileFunctions(vocabulary, sequences, false);
    const after = compileFunctions(vocabulary, sequences, true);
    const met = new Map<string, number>();
    const wrong: string[] = [];
    before.forEach((lines, i) => {
      const rows = findRows(lines, gfx);
      for (const row of rows) met.set(row, (met.get(row) ?? 0) + 1);
      const isRepaired = after[i]!.join('\n') !== lines.join('\n');
      const isKnown =
        rows.length === 0 && CONFLICTS[gfx]?.some((pattern) => pattern.test(lines.join('; '))) === true;
      if (isRepaired !== rows.length > 0 && !isKnown)
        wrong.push(`${rows.join(' ') || 'LLVM only'}: ${lines.join('; ')} => ${after[i]!.join('; ')}`);
      const left = findRows(after[i]!, gfx);
      if (left.length > 0) wrong.push(`after repair ${left.join(' ')}: ${after[i]!.join('; ')}`);
    });
    expect(wrong).toEqual([]);
    for (const [row, count] of met) expect(count, row).toBeGreaterThanOrEqual(20);
  });
});
