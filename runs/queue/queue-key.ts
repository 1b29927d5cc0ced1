import { createHmac, timingSafeEqual } from 'node:crypto';
import { describeFileError } from '../../harness/basics/index.js';
import { getMaxBytes, makeTooLargeError, readBounded } from '../../harness/input/index.js';
import { UsageError } from '../../transactions/index.js';

/** Minimum key length in characters: 128 bits if all are hex digits. */
const MIN_KEY_LENGTH = 32;
const DIGEST = 'sha256';
const DIGEST_LENGTH = 64;

/** The kind of a queue entry. The signature covers it, so a task cannot be passed off as an outcome. */
type SealedKind = 'task' | 'outcome';

/** A secret that a run shares with its workers. It is kept in memory and never written. */
export type QueueKey = Buffer;

/** Reads the key from `--queue-key-file`, trimming whitespace. Throws `UsageError` if it is missing or too short. */
export function readQueueKey(file: string): QueueKey {
  let text: string;
  try {
    text = readBounded('small', file).toString('latin1').trim();
  } catch (error) {
    throw new UsageError(`Cannot read --queue-key-file ${file}: ${describeFileError(error)}`);
  }
  if (text.length >= MIN_KEY_LENGTH) return Buffer.from(text, 'latin1');
  throw new UsageError(
    `Invalid --queue-key-file ${file}: expected ${MIN_KEY_LENGTH} or more characters, got ${text.length}; use, for example, the output of "openssl rand -hex 32"`,
  );
}

interface SealContext {
  readonly kind: SealedKind;
  readonly job: string;
  /** For an outcome, the sealed task it answers. An answer to a different task of the same job is rejected. */
  readonly answers?: string;
}

/**
 * Signs queue entries and verifies their signatures, which also cover each entry's context. Without a key, entries are
 * not signed.
 */
export class QueueSeal {
  constructor(
    private readonly queue: string,
    private readonly key?: QueueKey,
  ) {}

  /** Whether unsigned entries are ignored. */
  get hasKey(): boolean {
    return this.key !== undefined;
  }

  seal(context: SealContext, text: string): string {
    return this.key === undefined ? text : `${this.sign(this.key, context, text)}.${text}`;
  }

  /** Returns the entry without its signature. Throws if the signature is missing or invalid, or cannot be verified. */
  open(context: SealContext, sealed: string): string {
    if (sealed.length > getMaxBytes('queueText')) throw makeTooLargeError('queueText', sealed.length);
    const [signature, text] = splitSealed(sealed);
    const { kind } = context;
    if (this.key === undefined) {
      if (signature === '') return text;
      throw new Error(`the ${kind} is signed, but no --queue-key-file was given here`);
    }
    if (signature === '') throw new Error(`the ${kind} is not signed, but --queue-key-file requires it`);
    const expected = Buffer.from(this.sign(this.key, context, text), 'hex');
    const actual = Buffer.from(signature, 'hex');
    if (actual.length === expected.length && timingSafeEqual(actual, expected)) return text;
    throw new Error(`the ${kind} was tampered with, or signed with a different key`);
  }

  private sign(key: QueueKey, { kind, job, answers }: SealContext, text: string): string {
    const [task] = answers === undefined ? [''] : splitSealed(answers);
    const context = JSON.stringify([this.queue, kind, job, task]);
    return createHmac(DIGEST, key).update(`${context}\n`).update(text).digest('hex');
  }
}

/** Splits a sealed entry at its only dot; the text is base64, which contains no dots. */
function splitSealed(sealed: string): [signature: string, text: string] {
  return sealed[DIGEST_LENGTH] === '.'
    ? [sealed.slice(0, DIGEST_LENGTH), sealed.slice(DIGEST_LENGTH + 1)]
    : ['', sealed];
}
