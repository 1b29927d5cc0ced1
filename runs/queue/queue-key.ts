import { createHmac, timingSafeEqual } from 'node:crypto';
import { fileErrorText } from '../../base/basics/index.js';
import { bytesMax, readBounded, tooLarge } from '../../base/input/index.js';
import { UsageError } from '../../transactions/index.js';

/** Minimum key length in characters: 128 bits if all are hex digits. */
const KEY_LENGTH_MIN = 32;
const DIGEST = 'sha256';
const DIGEST_HEX = 64;

/** The kind of an entry in a queue: a signed task cannot pass for a result. */
export type SealedKind = 'task' | 'outcome';

/** A secret shared by a run and its workers; kept in memory, never written. */
export type QueueKey = Buffer;

/** Reads the key of `--queue-key-file` without surrounding white space. Throws `UsageError` if it is missing or short. */
export function readQueueKey(file: string): QueueKey {
  let text: string;
  try {
    text = readBounded('small', file).toString('latin1').trim();
  } catch (error) {
    throw new UsageError(`Cannot read --queue-key-file ${file}: ${fileErrorText(error)}`);
  }
  if (text.length >= KEY_LENGTH_MIN) return Buffer.from(text, 'latin1');
  throw new UsageError(
    `Invalid --queue-key-file ${file}: it has ${text.length} characters; expected ${KEY_LENGTH_MIN} or more, such as the output of "openssl rand -hex 32"`,
  );
}

/** The place of an entry; its signature is valid only there. */
export interface SealedPlace {
  readonly kind: SealedKind;
  readonly job: string;
  /** The sealed task that an outcome answers: an answer to another task under the same job is rejected. */
  readonly answers?: string;
}

/**
 * Puts entries into a queue and takes them out. With a key, each entry carries a signature that also covers its place.
 */
export class QueueSeal {
  constructor(
    private readonly queue: string,
    private readonly key?: QueueKey,
  ) {}

  /** Whether unsigned messages are ignored. */
  get isKeyed(): boolean {
    return this.key !== undefined;
  }

  seal(place: SealedPlace, text: string): string {
    return this.key === undefined ? text : `${this.signature(this.key, place, text)}.${text}`;
  }

  /** The entry without its signature. Throws with the reason if the signature is missing or wrong, or no key is given to check it. */
  open(place: SealedPlace, sealed: string): string {
    if (sealed.length > bytesMax('queueText')) throw tooLarge('queueText', sealed.length);
    const [head, text] = splitSealed(sealed);
    const { kind } = place;
    if (this.key === undefined) {
      if (head === '') return text;
      throw new Error(`the ${kind} is signed, but no --queue-key-file is given here`);
    }
    if (head === '') throw new Error(`the ${kind} is not signed, but --queue-key-file requires it`);
    const expected = Buffer.from(this.signature(this.key, place, text), 'hex');
    const given = Buffer.from(head, 'hex');
    if (given.length === expected.length && timingSafeEqual(given, expected)) return text;
    throw new Error(`the ${kind} was changed, or signed with a key other than --queue-key-file`);
  }

  private signature(key: QueueKey, { kind, job, answers }: SealedPlace, text: string): string {
    const [task] = answers === undefined ? [''] : splitSealed(answers);
    const place = JSON.stringify([this.queue, kind, job, task]);
    return createHmac(DIGEST, key).update(`${place}\n`).update(text).digest('hex');
  }
}

/** Splits a sealed entry at the dot, which base64 does not contain. */
function splitSealed(sealed: string): [signature: string, text: string] {
  return sealed[DIGEST_HEX] === '.'
    ? [sealed.slice(0, DIGEST_HEX), sealed.slice(DIGEST_HEX + 1)]
    : ['', sealed];
}
