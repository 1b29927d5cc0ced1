import { describe, expect, it } from 'vitest';
import type { ChipName } from '../../../arch/index.js';
import type { ChipUnderTest } from '../../../harness/structure/structure-check.js';
import { STRUCTURE_CHECKS } from '../../../harness/structure/structure-checks.js';
import { checkStructure, listStructureStatements } from '../../../harness/structure/structure-finding.js';
import { measureStructure } from '../../../rtl-model/index.js';
import { DEVICE_STRUCTURE } from '../../../stimulus/index.js';
import type { Scenario } from '../../../transactions/index.js';
import { buildScene } from '../../rtl-model/support/run-program.js';

const STORE = `
  v_mov_b32_e32 v0, 0x100000
  v_mov_b32_e32 v1, 0
  global_store_dword v[0:1], v1, off
  s_endpgm`;

function makeStructureTest(chip: ChipName = 'navi21', source = STORE): Scenario {
  return { ...buildScene(source, { chip }), name: DEVICE_STRUCTURE };
}

describe('the structure test', () => {
  it.each(['vega10', 'navi10', 'navi21', 'mariner'] as const)(
    'passes on %s, whose structure matches the statements',
    (chip) => {
      expect(checkStructure(makeStructureTest(chip))).toBeUndefined();
    },
  );

  it('ignores other tests', () => {
    const checks = [{ statements: ['P-034'], text: 'never', measure: () => 1, expected: 2 }];
    expect(checkStructure(buildScene(STORE), checks)).toBeUndefined();
    expect(checkStructure(makeStructureTest(), checks)?.rule).toBe('structure');
  });

  it('reports the statement, the chip and the value found', () => {
    const checks = [{ statements: ['P-034'], text: 'There are five.', measure: () => 3, expected: 5 }];
    expect(checkStructure(makeStructureTest('navi10'), checks)).toMatchObject({
      outcome: 'failed',
      signature: 'structure P-034',
      message:
        'navi10: There are five. (P-034) Found 3, expected 5.\nmariner: There are five. (P-034) Found 3, expected 5.',
    });
  });

  it('checks a statement about a single chip on that chip only', () => {
    const checks = [{ statements: ['P-041'], text: 'x', measure: () => 1, expected: 2, chip: 'mariner' }];
    expect(checkStructure(makeStructureTest('navi10'), checks)?.message).toMatch(/^mariner: [^\n]*$/);
  });

  it('detects a device that is wired differently', () => {
    const clean = measureStructure('navi21', makeStructureTest());
    const chip = { name: 'navi21' } as ChipUnderTest['chip'];
    const halts = { formed: 1, failed: 1, halted: 1 };
    const failingChecks = (structure: typeof clean): string[] =>
      STRUCTURE_CHECKS.filter(
        ({ chip: onlyChip, measure, expected }) =>
          onlyChip === undefined &&
          measure({
            chip: { ...chip, gfx: 'gfx10.3' },
            structure,
            halts,
            undocumentedOptionsHaveEffect: false,
          }) !== expected,
      ).flatMap(({ statements }) => statements);
    expect(failingChecks(clean)).toEqual([]);
    const narrow = { ...clean, fetch: { ...clean.fetch, banks: 2, grants: [0, 0, 1, 2, 3] } };
    expect(failingChecks(narrow)).toEqual(expect.arrayContaining(['P-099', 'P-101', 'P-102']));
    const shared = { ...clean, places: clean.places.map((place) => ({ ...place, simd: place.wgp })) };
    expect(failingChecks(shared)).toEqual(expect.arrayContaining(['P-093', 'P-037']));
  });

  it('expects waves to halt if address translation fails', () => {
    const idle = checkStructure(makeStructureTest('navi21', 's_endpgm'));
    expect(idle?.signature).toBe('structure P-149');
    const check = STRUCTURE_CHECKS.find(({ statements }) => statements[0] === 'P-149')!;
    const passes = (formed: number) =>
      check.measure({ halts: { formed, failed: 0, halted: 0 } } as ChipUnderTest);
    expect([passes(0), passes(1)]).toEqual([true, false]);
  });

  it('refers to statements by their ids', () => {
    expect(listStructureStatements().filter((id) => !/^[SRPX]-\d{3}$/.test(id))).toEqual([]);
  });
});
