import { GENERATIONS } from '../../arch/index.js';

/**
 * Where a bucket's failures happened. Both are empty if its signature has neither, for example because a limit stopped
 * the test.
 */
export interface SignatureOrigin {
  readonly generation: string;
  readonly program: string;
}

/**
 * Returns the generation and program at the end of a bucket's signature, after a rule and unit or whatever replaces
 * them.
 */
export function parseSignatureOrigin(signature: string): SignatureOrigin {
  if (/^(?:error|timeout:) /.test(signature)) return { generation: '', program: '' };
  const words = signature.split(' ');
  const index = words.findIndex((word) => (GENERATIONS as readonly string[]).includes(word));
  if (index === -1) return { generation: '', program: '' };
  return { generation: words[index]!, program: words.slice(index + 1).join(' ') };
}
