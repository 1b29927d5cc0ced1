import { createHash } from 'node:crypto';

const HEADER_BYTES = 11;

/** Builds a run log record with the given payload and a correct checksum. */
export function buildLogRecord(payload: Uint8Array): Uint8Array {
  const header = Buffer.alloc(HEADER_BYTES);
  header.set([0x92, 0xce]);
  header.writeUInt32BE(createHash('sha256').update(payload).digest().readUInt32BE(0), 2);
  header[6] = 0xc6;
  header.writeUInt32BE(payload.length, 7);
  return Buffer.concat([header, payload]);
}

/** Returns the payloads of all records in a log, in order. */
export function getLogPayloads(log: Uint8Array): readonly Uint8Array[] {
  const payloads: Uint8Array[] = [];
  const view = new DataView(log.buffer, log.byteOffset, log.byteLength);
  for (let offset = 0; offset < log.length; offset += HEADER_BYTES + view.getUint32(offset + 7))
    payloads.push(log.subarray(offset + HEADER_BYTES, offset + HEADER_BYTES + view.getUint32(offset + 7)));
  return payloads;
}
