import type { Hollow, PassValue } from '../check/pass-value.js';
import type { ExecResult } from './exec.js';

/** Bytes in a JSON document. */
interface Base64 {
  readonly base64: string;
}

/** What `exec` prints. */
export interface ExecDocument {
  readonly verdict: ExecResult['verdict'];
  /** Why nothing, or not all, can be said of the program. */
  readonly reason?: string;
  /** With the line, from 1, of the text that the program came from. */
  readonly violations: ExecResult['violations'];
  /** What occurred in the run, as in the document of `check`. */
  readonly value: PassValue;
  /** What a pass lacks. */
  readonly warnings: readonly Hollow[];
  /** Whole objects by binding name. */
  readonly memory: Readonly<Record<string, Base64>>;
  /** Colour and depth buffers. */
  readonly attachments: Readonly<Record<string, Base64>>;
}

/** The JSON document of a result. */
export function execDocument(result: ExecResult): ExecDocument {
  const { verdict, reason, violations, value, hollow, memory, attachments } = result;
  return {
    verdict,
    ...(reason === undefined ? {} : { reason }),
    violations,
    value,
    warnings: hollow,
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
