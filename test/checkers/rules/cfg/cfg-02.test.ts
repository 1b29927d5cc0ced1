import { getCorrectRegisters } from '../../support/registers.js';
import { scene } from '../../support/scenes.js';
import { listFiredRules, Stream } from '../../support/stream.js';

const ARGUMENT_BIT = 1 << 26;

/**
 * Returns the CFG rules that fire with the given extra RSRC2 bits and the matching SC enable bit, for a program
 * with or without the argument.
 */
function listFiredCfgRules(bits: number, hasArgument: boolean): string[] {
  const correct = getCorrectRegisters('navi21');
  const registers = {
    ...correct,
    SPI_SHADER_PGM_RSRC2_PS: correct.SPI_SHADER_PGM_RSRC2_PS! | bits,
    PA_SC_SHADER_CONTROL: correct.PA_SC_SHADER_CONTROL! | (bits === 0 ? 0 : 8),
  };
  const baseScene = scene({ draw: { registers } });
  const argument = { name: 'pops_intrawave_collision', file: 's', register: 7, size: 1 } as const;
  const [program] = baseScene.programs;
  const programs = [{ ...program, arguments: [...program.arguments, ...(hasArgument ? [argument] : [])] }];
  const stream = new Stream({ ...baseScene, programs }).form([{ x: 0, y: 0, primitive: 0 }]);
  return listFiredRules(stream.judge()).filter((rule) => rule.startsWith('CFG'));
}

test('fires if the argument is loaded for a program that does not expect it, and vice versa', () => {
  expect(listFiredCfgRules(ARGUMENT_BIT, false)).toEqual(['CFG-02']);
  expect(listFiredCfgRules(0, true)).toEqual(['CFG-02']);
});

test('does not fire if the program and the registers agree', () => {
  expect(listFiredCfgRules(ARGUMENT_BIT, true)).toEqual([]);
  expect(listFiredCfgRules(0, false)).toEqual([]);
});
