import type { Gfx } from '../../chips.js';
import { lookup } from '../../collections.js';
import { getGenerationEntry, isAtLeast, type SinceGeneration } from '../../since-generation.js';

/** The number of the `s_sendmsg` message that ends an ordered section. GFX11 has none (pops.md 4, S-076). */
export const ORDERED_PS_DONE = 7;

/** The number of the GFX11 `s_sendmsg` message that frees the wave's vector registers (MSG_DEALLOC_VGPRS; pops.md 4). */
export const DEALLOC_VGPRS = 3;

/** The message sent by `s_sendmsg`, as encoded in its immediate. */
interface Message {
  readonly id: number;
  readonly operation: number;
  readonly stream: number;
}

const COMMON: Readonly<Record<number, string>> = {
  1: 'MSG_INTERRUPT',
  5: 'MSG_STALL_WAVE_GEN',
  6: 'MSG_HALT_WAVES',
  9: 'MSG_GS_ALLOC_REQ',
};

const BEFORE_GFX11: Readonly<Record<number, string>> = {
  ...COMMON,
  2: 'MSG_GS',
  3: 'MSG_GS_DONE',
  4: 'MSG_SAVEWAVE',
  [ORDERED_PS_DONE]: 'MSG_ORDERED_PS_DONE',
  8: 'MSG_EARLY_PRIM_DEALLOC',
  10: 'MSG_GET_DOORBELL',
  15: 'MSG_SYSMSG',
};

const SINCE_GFX11: Readonly<Record<number, string>> = {
  ...COMMON,
  2: 'MSG_HS_TESSFACTOR',
  3: 'MSG_DEALLOC_VGPRS',
  128: 'MSG_RTN_GET_DOORBELL',
  129: 'MSG_RTN_GET_DDID',
  130: 'MSG_RTN_GET_TMA',
  131: 'MSG_RTN_GET_REALTIME',
  132: 'MSG_RTN_SAVE_WAVE',
  133: 'MSG_RTN_GET_TBA',
  134: 'MSG_RTN_GET_TBA_TO_PC',
};

const { 5: _stall, 6: _halt, ...GFX11_KEPT_IN_GFX12 } = SINCE_GFX11;

const GFX12: Readonly<Record<number, string>> = { ...GFX11_KEPT_IN_GFX12, 135: 'MSG_RTN_GET_SE_AID_ID' };

const NAMES: SinceGeneration<Readonly<Record<number, string>>> = {
  gfx9: BEFORE_GFX11,
  gfx10: { ...BEFORE_GFX11, 11: 'MSG_GET_DDID' },
  gfx11: SINCE_GFX11,
  gfx12: GFX12,
};

const GS_OPERATIONS = ['GS_OP_NOP', 'GS_OP_CUT', 'GS_OP_EMIT', 'GS_OP_EMIT_CUT'];

/** The names of each message's operations, by number. Unnamed operations are invalid. */
const OPERATIONS: Readonly<Record<string, readonly (string | undefined)[]>> = lookup({
  MSG_GS: [undefined, ...GS_OPERATIONS.slice(1)],
  MSG_GS_DONE: GS_OPERATIONS,
  MSG_SYSMSG: [
    undefined,
    'SYSMSG_OP_ECC_ERR_INTERRUPT',
    'SYSMSG_OP_REG_RD',
    undefined,
    'SYSMSG_OP_TTRACE_PC',
  ],
});

/** Returns the name of a message, or undefined if the generation has no message with this id. */
export function getMessageName(id: number, gfx: Gfx): string | undefined {
  return getGenerationEntry(NAMES, gfx)[id];
}

/** Returns the id of a message, or undefined if the generation has no message with this name. */
export function getMessageNumber(name: string, gfx: Gfx): number | undefined {
  const entry = Object.entries(getGenerationEntry(NAMES, gfx)).find(([, candidate]) => candidate === name);
  return entry === undefined ? undefined : Number(entry[0]);
}

/** Returns the names of a message's operations, by number, or undefined if it has none. */
export function getOperationNames(name: string): readonly (string | undefined)[] | undefined {
  return OPERATIONS[name];
}

/** Encodes a message as an immediate. */
export function encodeMessage({ id, operation, stream }: Message): number {
  return id | (operation << 4) | (stream << 8);
}

/** Decodes an immediate. On GFX11 and later, it only contains an eight-bit id, without an operation or a stream. */
function decodeMessage(immediate: number, gfx: Gfx): Message {
  if (isAtLeast(gfx, 'gfx11')) return { id: immediate & 0xff, operation: 0, stream: 0 };
  return { id: immediate & 15, operation: (immediate >>> 4) & 7, stream: (immediate >>> 8) & 3 };
}

/**
 * Prints a message using names, or returns undefined if the id or operation has no name, or if an unused field is
 * nonzero.
 */
function formatNamedMessage({ id, operation, stream }: Message, gfx: Gfx): string | undefined {
  const name = getMessageName(id, gfx);
  if (name === undefined) return undefined;
  const operations = getOperationNames(name);
  if (operations === undefined) return operation === 0 && stream === 0 ? `sendmsg(${name})` : undefined;
  const operationName = operations[operation];
  const hasStream = GS_OPERATIONS.indexOf(operationName ?? '') > 0;
  if (operationName === undefined || (!hasStream && stream !== 0)) return undefined;
  return `sendmsg(${[name, operationName, ...(hasStream ? [stream] : [])].join(', ')})`;
}

/**
 * Prints the immediate of `s_sendmsg` by name if possible, otherwise as separate numbers, or as a single number if any
 * other bits are set.
 */
export function formatMessage(immediate: number, gfx: Gfx): string {
  const message = decodeMessage(immediate, gfx);
  const named = formatNamedMessage(message, gfx);
  if (named !== undefined) return named;
  const { id, operation, stream } = message;
  return encodeMessage(message) === immediate ? `sendmsg(${id}, ${operation}, ${stream})` : `${immediate}`;
}

const SYSMSG = 15;

/** Returns the numbers of a generation's messages. */
export function getMessageNumbers(gfx: Gfx): readonly number[] {
  return [...Object.keys(getGenerationEntry(NAMES, gfx)).map(Number), SYSMSG];
}
