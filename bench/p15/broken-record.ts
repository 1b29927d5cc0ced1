import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assembleProgram, type ChipName, chipOf, getInstructionSet } from '../../arch/index.js';
import { findPackageRoot } from '../../base/basics/index.js';
import { openCorpus } from '../../harness/programs/index.js';
import type { CorpusRecord } from '../../stimulus/index.js';
import type { HangingProgram } from './hanging-programs.js';

/** A corpus record as stored in its file. */
interface StoredRecord {
  readonly id: string;
  readonly instructions: readonly { readonly asm: string; readonly label?: string }[];
}

/** Returns a corpus record whose program has been deliberately broken. The record is named after the defect. */
export function breakRecord({ name, record: id, target, code }: HangingProgram): CorpusRecord {
  let replaced = false;
  const lines = readAssembly(id).map((line) => {
    if (replaced || !line.endsWith(target)) return line;
    replaced = true;
    return line.slice(0, -target.length) + code.replace('{}', target);
  });
  if (!replaced) throw new Error(`${id} does not contain "${target}"`);
  return { ...assembleRecord(id, lines.join('\n')), id: name };
}

/** Returns a corpus record with its program replaced by one assembled from `text`. */
export function assembleRecord(id: string, text: string): CorpusRecord {
  const [, chip = '', wave] = id.split('/');
  const record = openCorpus()
    .records(chip, wave === 'w32' ? 32 : 64)
    .find((candidate) => candidate.id === id)!;
  const words = assembleProgram(text, getInstructionSet(chipOf(chip as ChipName)));
  const instructions = words.map((word, index) => ({
    pc: 4 * index,
    words: [`0x${(word >>> 0).toString(16).padStart(8, '0')}`],
  }));
  return { ...record, instructions };
}

/** Returns the assembly lines of a corpus record's program, including labels. */
export function readAssembly(id: string): string[] {
  const [, chip, wave] = id.split('/');
  const file = join(findPackageRoot(), 'data', 'corpus', `${chip}-${wave}.json`);
  const records = JSON.parse(readFileSync(file, 'utf8')) as StoredRecord[];
  const { instructions } = records.find((record) => record.id === id)!;
  return instructions.map(({ asm, label }) => (label === undefined ? asm : `${label}:\n${asm}`));
}
