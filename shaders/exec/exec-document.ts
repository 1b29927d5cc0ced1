import type { PassValue, PassWeakness } from '../check/pass-value.js';
import type { ExecResult } from './exec.js';

/** Bytes in a JSON document. */
interface Base64 {
  readonly base64: string;
}

/** The output of `exec`. */
export interface ExecDocument {
  readonly verdict: ExecResult['verdict'];
  /** Why the program could not be fully judged. */
  readonly reason?: string;
  /** Each with its line in the program's original text, counted from 1. */
  readonly violations: ExecResult['violations'];
  /** What the verdict rests on, as in `check`'s document. */
  readonly value: PassValue;
  /** Weaknesses of a pass, as in `check`'s document. */
  readonly warnings: readonly PassWeakness[];
  /** Whole objects by binding name. */
  readonly memory: Readonly<Record<string, Base64>>;
  /** Colour and depth buffers. */
  readonly attachments: Readonly<Record<string, Base64>>;
}

/** A result's JSON document. */
export function execDocument(result: ExecResult): ExecDocument {
  const { verdict, reason, violations, value, weaknesses, memory, attachments } = result;
  return {
    verdict,
    ...(reason === undefined ? {} : { reason }),
    violations,
    value,
    warnings: weaknesses,
    memory: inBase64(memory),
    attachments: inBase64(attachments),
  };
}

function inBase64(objects: ReadonlyMap<string, Uint8Array>): Record<string, Base64> {
  const entries = [...objects].map(([name, bytes]) => [
    name,
    { base64: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64') },
  ]);
  return Object.fromEntries(entries);
}
