import { factsOf, type Gfx, SCOPES } from '../../../arch/index.js';
import type { MemoryIssued } from '../../../transactions/index.js';

/** The path by which memory is accessed. The same bytes can have several bindings (S-107). */
export type Binding = 'vector' | 'image' | 'scalar';

/** Returns the binding of an access. */
export function getBinding({ space }: Pick<MemoryIssued, 'space'>): Binding {
  return space === 'image' || space === 'scalar' ? space : 'vector';
}

/**
 * Whether an access has the coherence bits that its generation requires (pops.md 6). Loads need GLC and, on GFX10, also
 * DLC; on GFX12 they need device scope or wider. Stores need GLC where a whole line may stay in L0; elsewhere they are
 * complete only in L2. Atomics are always performed in L2.
 */
export function requestsCoherence(
  gfx: Gfx,
  { operation, glc, dlc, scope = 0 }: Pick<MemoryIssued, 'operation' | 'glc' | 'dlc' | 'scope'>,
): boolean {
  if (operation === 'atomic') return true;
  const { coherentLoad, coherentScope, wholeLinesStayInL0 } = factsOf(gfx);
  if (operation === 'store') return glc || !wholeLinesStayInL0;
  if (coherentScope !== undefined) return scope >= SCOPES.indexOf(coherentScope);
  return (glc || !coherentLoad.includes('glc')) && (dlc || !coherentLoad.includes('dlc'));
}
