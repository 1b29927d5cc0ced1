import fc from 'fast-check';
import { type DecodedProgram, decodeProgram } from '../../../../arch/index.js';
import { examine, JUDGES } from '../../../../checkers/evidence/static/examine.js';
import { StaticReport } from '../../../../checkers/evidence/static/report.js';
import { Walk } from '../../../../checkers/evidence/static/walk.js';
import { createWorlds } from '../../../../checkers/evidence/static/world.js';
import { assemble, COLLISION_REGISTER, SECTION } from './support/section-text.js';

/**
 * Lines that can be inserted anywhere to add loops, branches, register uses, and memory accesses. Branches go to
 * `far` or `near`.
 */
const EXTRA_LINES = [
  's_cbranch_vccz far',
  's_cbranch_scc1 far',
  's_cbranch_vccnz near',
  's_cbranch_execz near',
  's_mov_b32 s4, 7',
  's_mov_b32 s9, s4',
  's_bitcmp1_b32 s4, 31',
  's_cmp_lt_u32 s20, s4',
  's_load_dwordx4 s[0:3], s[10:11], 0x0',
  's_waitcnt lgkmcnt(0)',
  's_waitcnt vmcnt(1)',
  'v_readfirstlane_b32 s5, v0',
  'v_mov_b32_e32 v1, s4',
] as const;

/** Returns the rules that the program breaks when each world is followed separately, from its start to its ends. */
function findRulesWithoutMerging(decoded: DecodedProgram): readonly string[] {
  const report = new StaticReport(decoded, true);
  const judges = JUDGES.map((create) => create(decoded.gfx, report));
  for (const world of createWorlds(decoded.gfx))
    new Walk(decoded, COLLISION_REGISTER, judges, report).follow([world]);
  for (const judge of judges) judge.finish?.();
  return [...report.findings.keys()].sort();
}

/** A change to the golden sequence that removes some lines and inserts others. */
const changes = fc.record({
  gfx: fc.constantFrom('gfx9', 'gfx10', 'gfx10.3'),
  removed: fc.array(fc.nat(30), { maxLength: 2 }),
  inserted: fc.array(fc.tuple(fc.nat(30), fc.constantFrom(...EXTRA_LINES)), { maxLength: 6 }),
  far: fc.nat(30),
  near: fc.nat(30),
});

test('merging worlds finds the same broken rules as following each separately', () => {
  fc.assert(
    fc.property(changes, ({ gfx, removed, inserted, far, near }) => {
      const lines = SECTION[gfx].flatMap((line, index) => {
        const labels = [...(far === index ? ['far:'] : []), ...(near === index ? ['near:'] : [])];
        const isKept = line.endsWith(':') || !removed.includes(index);
        return [
          ...labels,
          ...inserted.filter(([position]) => position === index).map(([, text]) => text),
          ...(isKept ? [line] : []),
        ];
      });
      const text = [...lines, 'far:', 'near:', 's_endpgm'].filter(
        (line, index, all) => !line.endsWith(':') || all.indexOf(line) === index,
      );
      const decoded = decodeProgram(assemble(text, gfx), gfx, 64);
      const { findings } = examine(decoded, COLLISION_REGISTER);
      expect([...findings.keys()].sort()).toEqual(findRulesWithoutMerging(decoded));
    }),
    { numRuns: 400, seed: -951160901, path: '666:3:8:8:11:13' },
  );
});

test("a path that reaches another world's state does not count as a loop", () => {
  const text = ['s_cbranch_vccz far', ...SECTION['gfx10.3'].slice(0, -1), 'far:', 's_endpgm'];
  const { armed } = examine(decodeProgram(assemble(text, 'gfx10.3'), 'gfx10.3', 64), COLLISION_REGISTER);
  expect(armed.has('HANG-10')).toBe(false);
});
