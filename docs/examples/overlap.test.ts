import fc from 'fast-check';
import { expectScenario, runScenario } from 'pops-testbench/harness';
import { drawing, programs, scenarios, scenes, seededBy } from 'pops-testbench/stimulus';
import { expect, it } from 'vitest';

// The testbench's 64-bit random stream generates the cases, so equal root seeds give equal cases.
const cases = (count: number) => ({ ...seededBy('0xc0ffee'), numRuns: count });

it('keeps two fans on the same pixels in order on GFX9 and GFX11', () => {
  const fans = fc.tuple(scenes.fan({ width: 8, height: 8 }, 6), scenes.fan({ width: 8, height: 8 }, 6));
  fc.assert(
    fc.property(fans, fc.constantFrom('vega10' as const, 'navi31' as const), (draws, chip) => {
      const scenario = drawing(draws, { area: { width: 8, height: 8 }, chip });
      expectScenario(scenario).toPass();
    }),
    cases(3),
  );
});

it('finds no violation in complete scenarios of a built-in sequence with small id spaces', () => {
  const smallIds = scenarios.rmw_buffer({ chips: ['navi21'], knobs: { idWrap: 7, idWindow: 4 } });
  fc.assert(
    fc.property(smallIds, (scenario) => runScenario(scenario).passed),
    cases(2),
  );
});

it('detects an exiting id that runs ahead, and shrinks the failure to a few primitives', () => {
  const faulty = scenarios.rmw_buffer({ chips: ['navi21'], faults: ['F46'] });
  const { failed, counterexample } = fc.check(
    fc.property(faulty, (scenario) => runScenario(scenario).passed),
    { ...cases(5), endOnFailure: false },
  );
  expect(failed).toBe(true);
  const [scenario] = counterexample!;
  expect(scenario.draws.reduce((sum, { depths }) => sum + depths.length, 0)).toBeLessThan(5);
  expectScenario(scenario).toBreak('ORD-06');
  expect(() => expectScenario(scenario).toPass()).toThrow(/^ORD-06 .*\n +where {2}error at cycle \d+/);
});

it('assembles generated pixel shaders', () => {
  fc.assert(
    fc.property(programs.arbitrary('gfx10.3'), (descriptor) => {
      const { words } = programs.assemble(descriptor, { gfx: 'gfx10.3', wave: 64, samples: 1 });
      expect(words.length).toBeGreaterThan(0);
    }),
    cases(5),
  );
});
