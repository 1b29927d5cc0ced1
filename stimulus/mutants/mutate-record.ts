import type { CorpusRecord } from '../corpus.js';
import { programFromRecord } from '../driver/program.js';
import { formatCorpusWord } from '../driver/words.js';
import { decodeForEditing, type EditedProgram } from '../programs/edit.js';

const WORD_BYTES = 4;

/** Decodes a record's main part and epilog for mutation operators. */
export function decodeRecord(record: CorpusRecord): EditedProgram {
  const { words, epilog } = programFromRecord(record);
  return decodeForEditing(words, record.gfx, record.wave, epilog);
}

/** Replaces the words of a record's main part, and adjusts its code size. */
export function replaceWords(record: CorpusRecord, words: readonly number[]): CorpusRecord {
  const { stats } = record;
  const addedBytes = WORD_BYTES * (words.length - programFromRecord(record).words.length);
  return {
    ...record,
    ...(stats?.code_bytes === undefined
      ? {}
      : { stats: { ...stats, code_bytes: stats.code_bytes + addedBytes } }),
    instructions: [{ pc: 0, words: words.map(formatCorpusWord) }],
  };
}
