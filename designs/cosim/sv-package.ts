import { COSIM_SETTINGS, COSIM_VERSION } from '../../transactions/index.js';
import { DESIGN_MESSAGES, GENERATED_NOTE, HOST_MESSAGES, toConstantName } from './numbers.js';

/** Generates the SystemVerilog package with the message and setting numbers from the C header. */
export function generateCosimPackage(): string {
  const constants: readonly (readonly [name: string, value: number])[] = [
    ['VERSION', COSIM_VERSION],
    ['HEAR_CLOSED', 0],
    ['HEAR_UNKNOWN', 1],
    ...HOST_MESSAGES.map(({ name }, i) => [`HEAR_${toConstantName(name)}`, i + 2] as const),
    ...DESIGN_MESSAGES.map(({ name }, i) => [`SAY_${toConstantName(name)}`, i + 1] as const),
    ...COSIM_SETTINGS.map(({ name }, i) => [`SET_${toConstantName(name)}`, i + 1] as const),
  ];
  return `// ${GENERATED_NOTE}
package pops_cosim;
${constants.map(([name, value]) => `  localparam int ${name} = ${value};`).join('\n')}
endpackage
`;
}
