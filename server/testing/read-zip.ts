const centralEntry = 0x02014b50

/** The files of a zip that is stored without compression, by name. */
export function readZip(bytes: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  let at = bytes.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]))
  while (at >= 0 && at + 46 <= bytes.length && bytes.readUInt32LE(at) === centralEntry) {
    const size = bytes.readUInt32LE(at + 20)
    const nameLength = bytes.readUInt16LE(at + 28)
    const local = bytes.readUInt32LE(at + 42)
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    files.set(bytes.toString('utf8', at + 46, at + 46 + nameLength), bytes.subarray(start, start + size))
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return files
}
