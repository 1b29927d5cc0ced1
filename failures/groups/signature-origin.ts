import { GENERATIONS } from '../../arch/index.js';

/** Where a bucket's failures occurred. Both fields are empty if the signature has neither, such as after a timeout. */
export interface SignatureOrigin {
  readonly generation: string;
  readonly program: string;
}

/** Parses the generation and program at the end of a bucket's signature, after the rule and unit or their stand-in. */
export function parseSignatureOrigin(signature: string): SignatureOrigin {
  if (/^(?:error|timeout:) /.test(signature)) return { generation: '', program: '' };
  const words = signature.split(' ');
  const index = words.findIndex((word) => (GENERATIONS as readonly string[]).includes(word));
  if (index === -1) return { generation: '', program: '' };
  return { generation: words[index]!, program: words.slice(index + 1).join(' ') };
}
