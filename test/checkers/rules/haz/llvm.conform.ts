import { spawnSync } from 'node:child_process';
import { assembleLines, decodeProgram, findHazards, type Gfx } from '../../../../arch/index.js';
import {
  type Blocks,
  compileFunctions,
  INSTALL,
  LLC,
  VOCABULARIES,
  type Vocabulary,
} from './support/llvm.js';

/** With 2,000, each row is met at least 20 times; here, it must be met at this rate. */
const SEQUENCES = 500;
const RATE = 20 / 2000;
const LENGTH = 7;

const hasCompiler = spawnSync(LLC, ['--version']).status === 0;

/** Rows that the passes do not repair: others do. */
const OTHER_PASS = new Set(['H-15', 'H-28', 'H-47', 'H-54', 'H-55']);

/** Follows a sequence on all paths, loops at most twice. */
function listPaths(lines: readonly string[], start = 0, path: readonly string[] = []): readonly string[][] {
  const line = lines[start];
  if (line === undefined) return [[...path]];
  const next = [...path, line];
  const target = lines.indexOf(`${line.split(' ').at(-1)}:`);
  const isTaken = target >= 0 && path.filter((each) => each === line).length < 2;
  return [...listPaths(lines, start + 1, next), ...(isTaken ? listPaths(lines, target, next) : [])];
}

/** Whether a path has what both sources call H-44: LLVM waits without a reader, and if another vector read ends it. */
function hasMaskHazard(path: readonly string[]): boolean {
  let isMaskRead = false;
  const ages = new Map<string, number>();
  return path.some((line) => {
    const [, result = '', sources = ''] = /^\S+ ([^,]*), (.*)/.exec(line) ?? [];
    const read = line.startsWith('v_cndmask') ? ['s4', 's5'] : [sources];
    if (read.some((register) => ages.has(register))) return true;
    if (line.startsWith('s_mov'))
      for (const [register, age] of ages)
        if (age === 5) ages.delete(register);
        else ages.set(register, age + 1);
    if (line.startsWith('s_mov') && isMaskRead && /^s[45]$/.test(result)) ages.set(result, 0);
    if (/^s_(?:waitcnt_depctr|cbranch_scc)/.test(line)) ages.clear();
    if (line.startsWith('s_waitcnt_depctr') || /^v_mov.* s/.test(line)) isMaskRead = false;
    if (line.startsWith('v_cndmask')) isMaskRead = true;
    return false;
  });
}

/** What `hasMaskHazard` leaves to LLVM alone. */
const WITHOUT_READER = /v_cndmask_b32.*s_mov_b32 s[45]|s_mov_b32 s[45].*v_cndmask_b32.*cbranch/;

/** Where the sources conflict, by the text of a sequence that only LLVM repairs (hazards.md). */
const CONFLICTS: Readonly<Partial<Record<Gfx, readonly RegExp[]>>> = {
  gfx9: [
    // LLVM also counts an SGPR that a scalar instruction has overwritten since.
    /^(?=.*v_readfirstlane_b32 s4)(?=.*s_mov_b32 s4).*(?:v_readlane|buffer_load)/,
    // LLVM also counts the old value of the result, besides the source that moves between lanes.
    /v_mov_b32_dpp.*v_mov_b32_dpp/,
  ],
  gfx10: [
    // LLVM also counts memory accesses as readers of EXEC; for Mesa, v_readfirstlane ends the hazard.
    /(?:buffer_load|exec; .*v_readfirstlane|exec; v_readfirstlane).*v_cmpx/,
  ],
  gfx11: [WITHOUT_READER],
  'gfx11.5': [WITHOUT_READER],
};

function findRows(lines: readonly string[], gfx: Gfx): readonly string[] {
  const words = assembleLines([...lines, 's_endpgm'].join('\n'), gfx, 64).flatMap((line) => line.words);
  const rows = findHazards(decodeProgram(words, gfx, 64)).filter(({ early }) => early.length > 0);
  return [...new Set(rows.map(({ row }) => row.id))].filter((id) => !OTHER_PASS.has(id));
}

/** The shapes that sequences take: straight, around a branch, and in a loop. */
const SHAPES: readonly ((lines: readonly string[], gfx: Gfx) => Blocks)[] = [
  (lines) => [lines],
  (lines, gfx) => [[...lines.slice(0, 2), branchTo(2, gfx)], lines.slice(2, 4), lines.slice(4)],
  (lines, gfx) => [lines.slice(0, 1), [...lines.slice(1), branchTo(1, gfx)], []],
];

/** Returns a branch. On GFX12, one on SCC ends hazards of scalar results, but only for Mesa; on GFX10, one on EXEC reads it. */
function branchTo(block: number, gfx: Gfx): string {
  const [condition, register] = gfx === 'gfx12' ? ['EXECZ', 'exec'] : ['SCC1', 'scc'];
  return `S_CBRANCH_${condition} %bb.${block}, implicit $${register}`;
}

/** Draws sequences with a fixed generator, so that a failure repeats. */
function drawSequences({ gfx, themes }: Vocabulary): readonly Blocks[] {
  const lists = Object.values(themes);
  let state = 1;
  const draw = (count: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
  return Array.from({ length: SEQUENCES }, (_, i) => {
    const theme = lists[i % lists.length]!;
    const lines = Array.from({ length: LENGTH }, () => theme[draw(theme.length)]!);
    return SHAPES[draw(SHAPES.length)]!(lines, gfx);
  });
}

describe.skipIf(!hasCompiler)(`LLVM's hazard passes (${LLC}; ${INSTALL})`, () => {
  it.each(VOCABULARIES)('$gfx: what LLVM repairs is reported before and not after', (vocabulary) => {
    const { gfx, themes } = vocabulary;
    const sequences = drawSequences(vocabulary);
    const before = compileFunctions(vocabulary, sequences, false);
    const after = compileFunctions(vocabulary, sequences, true);
    const met = new Map(Object.keys(themes).flatMap((rows) => rows.split(' ').map((row) => [row, 0])));
    const wrong: string[] = [];
    before.forEach((lines, i) => {
      const rows = findRows(lines, gfx);
      for (const row of rows) met.set(row, (met.get(row) ?? 0) + 1);
      if (themes['H-44'] !== undefined && rows.includes('H-44') !== listPaths(lines).some(hasMaskHazard))
        wrong.push(`H-44: ${lines.join('; ')}`);
      const isRepaired = after[i]!.join('\n') !== lines.join('\n');
      const isKnown =
        rows.length === 0 && CONFLICTS[gfx]?.some((pattern) => pattern.test(lines.join('; '))) === true;
      if (isRepaired !== rows.length > 0 && !isKnown)
        wrong.push(`${rows.join(' ') || 'LLVM only'}: ${lines.join('; ')} => ${after[i]!.join('; ')}`);
      const left = findRows(after[i]!, gfx);
      if (left.length > 0) wrong.push(`after repair ${left.join(' ')}: ${after[i]!.join('; ')}`);
    });
    expect(wrong).toEqual([]);
    for (const [row, count] of met) expect(count, row).toBeGreaterThanOrEqual(RATE * SEQUENCES);
  });
});
