import { COSIM_SETTINGS, COSIM_VERSION } from '../../transactions/index.js';
import { ANSWERS, constantOf, HEARD, MADE } from './numbers.js';

/** The SystemVerilog package with the C header's numbers for messages and settings. */
export function cosimPackage(): string {
  const constants: readonly (readonly [name: string, value: number])[] = [
    ['VERSION', COSIM_VERSION],
    ['HEAR_CLOSED', 0],
    ['HEAR_UNKNOWN', 1],
    ...HEARD.map(({ name }, at) => [`HEAR_${constantOf(name)}`, at + 2] as const),
    ...ANSWERS.map(({ name }, at) => [`SAY_${constantOf(name)}`, at + 1] as const),
    ...COSIM_SETTINGS.map(({ name }, at) => [`SET_${constantOf(name)}`, at + 1] as const),
  ];
  return `// ${MADE}
package pops_cosim;
${constants.map(([name, value]) => `  localparam int ${name} = ${value};`).join('\n')}
endpackage
`;
}
