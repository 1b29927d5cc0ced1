import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChipName } from '../../../../arch/index.js';
import { findPackageRoot } from '../../../../harness/basics/package-root.js';
import { openCorpus } from '../../../../harness/programs/corpus-files.js';
import { checkProgram, type ProgramVerdict } from '../../../../intake/check/check-program.js';
import { type CheckSettings, readSubjects } from '../../../../intake/check/check-subjects.js';
import type { CorpusRecord } from '../../../../stimulus/index.js';
import type { Severity } from '../../../../transactions/index.js';

const corpus = openCorpus();

/** A corpus record as stored in its file. */
interface StoredRecord {
  readonly id: string;
  readonly wave: number;
  readonly interlock: string;
  readonly abi: { readonly args: unknown; readonly inputs: unknown; readonly user_data: unknown };
  readonly instructions: readonly { readonly asm: string; readonly label?: string }[];
}

/** A corpus program's assembly text and state. */
export interface CorpusText {
  readonly text: string;
  readonly state: Readonly<Record<string, unknown>>;
}

/** Returns a corpus program's assembly text, passing each instruction through `edit`. */
export function readCorpusText(id: string, edit: (asm: string) => string = (asm) => asm): CorpusText {
  const [, chip, wave] = id.split('/');
  const file = join(findPackageRoot(), 'data', 'corpus', `${chip}-${wave}.json`);
  const records = JSON.parse(readFileSync(file, 'utf8')) as StoredRecord[];
  const record = records.find((candidate) => candidate.id === id)!;
  const lines = record.instructions.map(
    ({ asm, label }) => `${label === undefined ? '' : `${label}:\n`}${edit(asm)}`,
  );
  const { interlock, abi } = record;
  const { args, inputs, user_data } = abi;
  const state = { chip, wave: record.wave, interlock, args, inputs, user_data };
  return { text: lines.join('\n'), state };
}

/** Returns the corpus record with an id, such as `rmw_buffer/navi21/w64/mono`. */
export function findRecord(id: string): CorpusRecord {
  const [, chip, wave] = id.split('/');
  return corpus.records(chip!, wave === 'w32' ? 32 : 64).find((record) => record.id === id)!;
}

/** Checks the first program in a file, by default on one scene. */
export function checkFile(
  file: string,
  settings: CheckSettings = {},
  plan: Partial<Parameters<typeof checkProgram>[1]> = {},
): ProgramVerdict {
  return checkProgram(readSubjects(file, settings)[0]!, { seeds: 1, seed: '0x1', ...plan }, corpus);
}

/** Checks an assembly program on a few scenes and returns the verdict. */
export function checkText(
  { text, state }: CorpusText,
  {
    chip,
    seeds = 2,
    strict = false,
  }: { readonly chip?: ChipName; readonly seeds?: number; readonly strict?: boolean } = {},
): ProgramVerdict {
  const folder = mkdtempSync(join(tmpdir(), 'pops-check-text-'));
  try {
    const program = join(folder, 'program.s');
    const stateFile = join(folder, 'state.json');
    writeFileSync(program, text);
    writeFileSync(stateFile, JSON.stringify(state));
    const chips = chip === undefined ? [] : [chip];
    return checkFile(program, { state: stateFile, chips }, { seeds, strict });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the rules that fired with the given severity. */
export function getFiredRules({ violations }: ProgramVerdict, severity: Severity): string[] {
  const found = violations.filter(({ violation }) => violation.severity === severity);
  return [...new Set(found.map(({ violation }) => violation.rule))].sort();
}
