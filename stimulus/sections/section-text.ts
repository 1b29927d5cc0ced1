import { emitFlatPrimitive, hasSeparateStoreCounter, waitFor } from '../dialect/index.js';
import { type PartContext, type Phase, REGISTERS } from './part.js';

/**
 * Emits code that keeps only the lanes in VCC and ends the wave if none remain. If the section is open, this also waits
 * for its accesses and sends the exit message (S-078, S-083). On GFX11 and later, the exit is always the last export.
 *
 * @param label a label that is unique in the part
 */
export function emitLaneFilter(context: PartContext, label: string, phase: Phase): string {
  const { dialect } = context;
  const { mask, exec, vcc } = dialect;
  const exit = phase === 'open' ? `${emitPartSectionWait(context)}${dialect.doneMessage}` : '';
  return `
  s_and_${mask} ${exec}, ${exec}, ${vcc}
  s_cbranch_execnz ${label}${exit}${dialect.waveEnd}
${label}:`;
}

/** Emits a wait for the section's loads and stores. */
export function emitPartSectionWait({ gfx, dialect }: PartContext): string {
  const loads = hasSeparateStoreCounter(gfx) ? `\n  ${waitFor(gfx, 'load')}` : '';
  return `${loads}
  ${dialect.waitStores}`;
}

/** Log2 of the pixel stride in bytes. */
export const PIXEL_SHIFT = 2;
/** Log2 of the row stride in bytes. */
export const ROW_SHIFT = 8;

const { offset, primitive, word, scratch } = REGISTERS;

/**
 * Emits the ordered-section code for a part: the entry and the load if the section begins here and, if it ends here,
 * the code that folds in the primitive's number and stores the result. If the section ends in a later part, the load
 * is left in flight across the part boundary.
 *
 * @param inside code between the read and the write, if both are in this part
 */
export function emitOrderedSection(context: PartContext, inside = ''): string {
  const { sectionBegins, sectionEnds, extent } = context;
  if (extent.conditional === true && sectionBegins) return emitConditional(context);
  return [
    sectionBegins ? emitRead(context) : '',
    inside,
    sectionEnds ? emitWrite(context) : '',
    sectionEnds && extent.discardsBeforeExit !== true ? emitPartSectionEnd(context) : '',
  ].join('');
}

/**
 * Emits the end of the section, after waiting for its accesses. On GFX11 and later, the section ends with the last
 * export instead, which is emitted elsewhere.
 */
export function emitPartSectionEnd(context: PartContext): string {
  return `${emitPartSectionWait(context)}${context.dialect.doneMessage}`;
}

/** Emits code that loads the primitive's number into its register. */
export function emitPrimitiveLoad({ dialect }: PartContext): string {
  return emitFlatPrimitive(dialect, { value: primitive, loaded: `v${scratch}` });
}

function emitRead({ dialect }: PartContext): string {
  return `
  v_lshrrev_b32_e32 ${offset}, 16, ${REGISTERS.position}
  v_and_b32_e32 v${scratch}, 0xffff, ${REGISTERS.position}
  v_lshlrev_b32_e32 ${offset}, ${ROW_SHIFT}, ${offset}
  v_lshl_add_u32 ${offset}, v${scratch}, ${PIXEL_SHIFT}, ${offset}${dialect.entry}
  ${dialect.load(word, offset)}`;
}

function emitWrite({ dialect }: PartContext): string {
  const { add, store, waitLoads } = dialect;
  return `
  ${waitLoads}
  v_mul_lo_u32 ${word}, ${word}, 31
  ${add} ${word}, ${word}, ${primitive}
  ${store(word, offset)}`;
}

/**
 * Emits a section that only fragments of even-numbered primitives enter. Waves with no such fragments never enter, but
 * every wave still ends the section (E09).
 */
function emitConditional(context: PartContext): string {
  const { mask, exec, vcc } = context.dialect;
  const { condition } = context;
  return `
  v_and_b32_e32 v${scratch}, 1, ${primitive}
  v_cmp_eq_u32_e32 ${vcc}, 0, v${scratch}
  s_and_saveexec_${mask} ${condition}, ${vcc}
  s_cbranch_execz merged${emitRead(context)}${emitWrite(context)}
merged:
  s_mov_${mask} ${exec}, ${condition}${emitPartSectionEnd(context)}`;
}
