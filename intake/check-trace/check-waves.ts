import type { ChipName } from '../../arch/index.js';
import { readInput } from '../../harness/input/index.js';
import { completeExternalProgram } from '../../harness/programs/index.js';
import { UsageError } from '../../transactions/index.js';
import { readProgramFile, readUserPrograms } from '../check/program-files.js';
import { explainWaves, type WaveReport } from './explain-waves.js';
import { mapProgram } from './program-map.js';
import { readWaveDump } from './wave-dump.js';

/**
 * Explains a dump of waves with the program that they run, which is read as `check` reads it. Throws `UsageError` if
 * either cannot be used.
 */
export function checkWaves(dumpFile: string, programFile: string, chip: ChipName | undefined): WaveReport {
  const dump = readWaveDump(readInput('waveDump', dumpFile).toString('utf8'), dumpFile);
  const { codes, state } = readUserPrograms(programFile, readProgramFile(programFile), { chip });
  const [code, other] = codes;
  if (other !== undefined)
    throw new UsageError(`Cannot use ${programFile}: it has ${codes.length} programs; expected one`);
  const { record } = completeExternalProgram(code!, state)(1);
  return explainWaves(dump, mapProgram(record, code!.words));
}
