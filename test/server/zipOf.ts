import { crc32, deflateRawSync } from 'node:zlib';

export interface Zipped {
  /** Bytes are written without saying in which encoding they are. */
  readonly name: string | Uint8Array;
  readonly content: string | Uint8Array;
  /** The size that the archive reports instead of the true one. */
  readonly saidSize?: number;
}

/** A zip archive with these files, by path or with explicit entries. */
export function zipOf(files: Readonly<Record<string, string | Uint8Array>> | readonly Zipped[]): Buffer {
  const all: readonly Zipped[] = Array.isArray(files)
    ? (files as readonly Zipped[])
    : Object.entries(files as Record<string, string | Uint8Array>).map(([name, content]) => ({ name, content }));
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, saidSize } of all) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const path = Buffer.from(name);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(typeof name === 'string' ? 0x0800 : 0, 2);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(0x21, 6);
    shared.writeUInt32LE(crc32(bytes), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(saidSize ?? bytes.length, 18);
    shared.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, path, packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), shared, place, path]));
    parts.push(local);
    offset += local.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(all.length, 8);
  end.writeUInt16LE(all.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, index, end]);
}
