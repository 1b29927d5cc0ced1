import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

const COARSE = { GE_VRS_RATE: 0x11, DB_SHADER_CONTROL: 0x02010600 };

/**
 * Returns the ORD rules that fire for two GFX11 waves, each with one 2x2 fragment at pixel (0, 0). Their sections
 * run concurrently or, if `isReversed`, one after the other in reverse order.
 */
function runTwoSections(firstMask: number, secondMask: number, isReversed: boolean): string[] {
  const stream = new Stream(scene({ chip: 'navi31', draw: { registers: COARSE } }));
  for (const [primitive, mask] of [firstMask, secondMask].entries())
    stream.form([{ x: 0, y: 0, primitive, rate: 5, masks: [mask, 0, 0, 0] }]);
  if (isReversed) {
    stream.access({ wave: 1 }).access({ wave: 0 });
  } else {
    const access = stream.issue({ wave: 0 });
    stream.issue({ wave: 1 });
    stream.perform(0, access);
  }
  return listFiredRules(stream.judge()).filter((rule) => rule.startsWith('ORD'));
}

describe('coarse fragments', () => {
  test('are mutually exclusive and run in order if they share a fine pixel', () => {
    expect(runTwoSections(0b0011, 0b0110, false)).toEqual(['ORD-01']);
    expect(runTwoSections(0b0011, 0b0110, true)).toEqual(['ORD-02']);
  });

  test('may run in any order or concurrently if they share no fine pixel within a 2x2 area (S-149)', () => {
    expect(runTwoSections(0b0011, 0b1100, false)).toEqual([]);
    expect(runTwoSections(0b0011, 0b1100, true)).toEqual([]);
  });

  test('of two primitives in one wave may be neighbours, but must not share a fine pixel', () => {
    const shadeInOneWave = (secondMask: number): string[] =>
      listFiredRules(
        new Stream(scene({ chip: 'navi31', draw: { registers: COARSE } }))
          .form([
            { x: 0, y: 0, primitive: 0, rate: 5, masks: [0b0011, 0, 0, 0] },
            { x: 0, y: 0, primitive: 1, rate: 5, masks: [secondMask, 0, 0, 0] },
          ])
          .judge(),
      );
    expect(shadeInOneWave(0b1100)).toEqual([]);
    expect(shadeInOneWave(0b0100 | 0b0001)).toContain('ORD-07');
  });

  test('must be formed in primitive order if they share a fine pixel', () => {
    const findFiredRules = (mask: number): string[] =>
      listFiredRules(
        new Stream(scene({ chip: 'navi31', draw: { registers: COARSE } }))
          .form([{ x: 0, y: 0, primitive: 1, rate: 5, masks: [0b0011, 0, 0, 0] }])
          .form([{ x: 0, y: 0, primitive: 0, masks: [0, 0, 1, mask] }])
          .judge(),
      );
    expect(findFiredRules(1)).toEqual([]);
    const overlapping = new Stream(scene({ chip: 'navi31', draw: { registers: COARSE } }))
      .form([{ x: 0, y: 0, primitive: 1, rate: 5, masks: [0b0011, 0, 0, 0] }])
      .form([{ x: 0, y: 0, primitive: 0, masks: [0, 1, 0, 0] }]);
    const [violation] = overlapping.judge().violations;
    expect(violation).toMatchObject({ rule: 'ORD-08', place: { pixel: [1, 0] } });
  });
});
