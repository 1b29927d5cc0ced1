import { GENERATIONS } from '../../arch/index.js';

/** Where a bucket's failures happened; both empty if its signature names neither, for example if a limit ended the test. */
export interface SignaturePlace {
  readonly generation: string;
  readonly program: string;
}

/** Generation and program of a bucket's signature: its last words, after a rule and unit, or after what replaces them. */
export function placeOf(signature: string): SignaturePlace {
  if (/^(?:error|timeout:) /.test(signature)) return { generation: '', program: '' };
  const words = signature.split(' ');
  const at = words.findIndex((word) => (GENERATIONS as readonly string[]).includes(word));
  if (at === -1) return { generation: '', program: '' };
  return { generation: words[at]!, program: words.slice(at + 1).join(' ') };
}
