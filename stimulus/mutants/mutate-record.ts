import type { CorpusRecord } from '../corpus.js';
import { programOf } from '../driver/program.js';
import { wordText } from '../driver/words.js';
import { type EditedProgram, edit } from '../programs/edit.js';

const WORD_BYTES = 4;

/** A record's main part for operators to change, decoded with its epilog. */
export function editedRecord(record: CorpusRecord): EditedProgram {
  const { words, epilog } = programOf(record);
  return edit(words, record.gfx, record.wave, epilog);
}

/** The record with other words as its main part; the size of its code changes accordingly. */
export function withWords(record: CorpusRecord, words: readonly number[]): CorpusRecord {
  const { stats } = record;
  const addedBytes = WORD_BYTES * (words.length - programOf(record).words.length);
  return {
    ...record,
    ...(stats?.code_bytes === undefined
      ? {}
      : { stats: { ...stats, code_bytes: stats.code_bytes + addedBytes } }),
    instructions: [{ pc: 0, words: words.map(wordText) }],
  };
}
