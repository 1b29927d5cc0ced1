import { GENERATIONS } from '../../arch/index.js';

/** Where a bucket's failures occurred. Both fields are empty if the signature names neither, as for a timeout. */
export interface SignatureOrigin {
  readonly generation: string;
  readonly program: string;
}

/**
 * Parses the generation and program at the end of a bucket's signature, which follow the rule and unit (or whatever
 * takes their place).
 */
export function parseSignatureOrigin(signature: string): SignatureOrigin {
  if (/^(?:error|timeout:) /.test(signature)) return { generation: '', program: '' };
  const words = signature.split(' ');
  const index = words.findIndex((word) => (GENERATIONS as readonly string[]).includes(word));
  if (index === -1) return { generation: '', program: '' };
  return { generation: words[index]!, program: words.slice(index + 1).join(' ') };
}
