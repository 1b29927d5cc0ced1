import type { ExecResult } from '../regression/index.js';
import type { Violation } from '../transactions/index.js';

/** Bytes in a JSON document. */
interface Base64 {
  readonly base64: string;
}

/** What `exec` prints (cli.md). */
export interface ExecDocument {
  readonly verdict: ExecResult['verdict'];
  readonly violations: readonly Violation[];
  /** Whole objects by binding name. */
  readonly memory: Readonly<Record<string, Base64>>;
  /** Empty while nothing models what becomes of exports. */
  readonly attachments: Readonly<Record<string, Base64>>;
}

/** The JSON document of a result. */
export function execDocument({ verdict, violations, memory }: ExecResult): ExecDocument {
  const objects = [...memory].map(([name, bytes]) => [
    name,
    { base64: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64') },
  ]);
  return { verdict, violations, memory: Object.fromEntries(objects), attachments: {} };
}
