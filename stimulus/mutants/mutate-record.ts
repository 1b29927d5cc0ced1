import type { CorpusRecord } from '../corpus.js';
import { programOf } from '../driver/program.js';
import { wordText } from '../driver/words.js';
import { type EditedProgram, edit } from '../programs/edit.js';

/** A record's main part as operators change it, decoded with its epilog. */
export function editedRecord(record: CorpusRecord): EditedProgram {
  const { words, epilog } = programOf(record);
  return edit(words, record.gfx, record.wave, epilog);
}

/** The record with other words in place of its main part. */
export function withWords(record: CorpusRecord, words: readonly number[]): CorpusRecord {
  return { ...record, instructions: [{ pc: 0, words: words.map(wordText) }] };
}
