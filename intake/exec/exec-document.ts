import type { PassEvidence, PassWeakness } from '../check/check-schema.js';
import type { ExecResult } from './exec.js';

/** Bytes in a JSON document. */
interface Base64 {
  readonly base64: string;
}

/** The output of `exec`. */
interface ExecDocument {
  readonly verdict: ExecResult['verdict'];
  /** The reason the program could not be fully judged. */
  readonly reason?: string;
  /** The violations, each with its line in the program's original text, counted from 1. */
  readonly violations: ExecResult['violations'];
  /** The evidence for the verdict, as in the output of `check`. */
  readonly value: PassEvidence;
  /** The weaknesses of a pass, as in the output of `check`. */
  readonly warnings: readonly PassWeakness[];
  /** The full contents of memory objects, by binding name. */
  readonly memory: Readonly<Record<string, Base64>>;
  /** The contents of the colour and depth buffers. */
  readonly attachments: Readonly<Record<string, Base64>>;
}

/** Builds the JSON document for a result. */
export function buildExecDocument(result: ExecResult): ExecDocument {
  const { verdict, reason, violations, value, weaknesses, memory, attachments } = result;
  return {
    verdict,
    ...(reason === undefined ? {} : { reason }),
    violations,
    value,
    warnings: weaknesses,
    memory: toBase64(memory),
    attachments: toBase64(attachments),
  };
}

function toBase64(objects: ReadonlyMap<string, Uint8Array>): Record<string, Base64> {
  const entries = [...objects].map(([name, bytes]) => [
    name,
    { base64: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64') },
  ]);
  return Object.fromEntries(entries);
}
