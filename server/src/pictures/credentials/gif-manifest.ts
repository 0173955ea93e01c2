import { maxParts } from '#domain/records/file-parts.ts'

/** The introducers of blocks (GIF89a, appendix A). */
const extension = 0x21
const image = 0x2c
/** The header and the screen, and the place of the flags for its colors. */
const headBytes = 13
const screenFlags = 10
/** An image's position and size, with the flags for its colors last. */
const imageBytes = 10
/** An extension of an application whose manifest it holds, with its eleven bytes (C2PA Technical Specification 2.2, A.3). */
const manifestHead = Buffer.from('\x21\xff\x0bC2PA_GIF', 'latin1')
const applicationBytes = 14

/** The bytes of a table of colors that the flags announce. */
const colorBytes = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1))

/** Where a row of sub-blocks ends, each of which begins with its length: behind the empty one. */
function endOfSubBlocks(file: Buffer, from: number): number {
  let at = from
  for (let length = file[at]; length !== undefined && length > 0; length = file[at]) at += 1 + length
  return at + 1
}

/** The content of sub-blocks. */
function contentOf(file: Buffer, from: number, end: number): Buffer {
  const content = Buffer.alloc(end - from)
  let written = 0
  for (let at = from, length = file[at]; length !== undefined && length > 0; length = file[at]) {
    written += file.copy(content, written, at + 1, at + 1 + length)
    at += 1 + length
  }
  return content.subarray(0, written)
}

/** The manifest store in an extension of a GIF, in front of its end; null where there is none. */
export function gifManifest(file: Buffer): Buffer | null {
  let at = headBytes + colorBytes(file[screenFlags] ?? 0)
  for (let count = 0; count < maxParts && at < file.length; count++) {
    const kind = file[at]
    if (kind === image) at = endOfSubBlocks(file, at + imageBytes + colorBytes(file[at + imageBytes - 1] ?? 0) + 1)
    else if (kind === extension && manifestHead.equals(file.subarray(at, at + manifestHead.length))) {
      const end = endOfSubBlocks(file, at + applicationBytes)
      return end > file.length ? null : contentOf(file, at + applicationBytes, end)
    } else if (kind === extension) at = endOfSubBlocks(file, at + 2)
    else return null
  }
  return null
}
