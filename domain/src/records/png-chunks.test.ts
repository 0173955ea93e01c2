import { describe, expect, it } from 'vitest'
import { pngChunks, pngSignature } from './png-chunks.ts'
import { latin1 } from './text-bytes.ts'

const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const png = bytesOf(`${pngSignature}\0\0\0\x02tEXtabCRC!\0\0\0\0IENDCRC!`)
const listed = (bytes: Uint8Array, from?: number) =>
  [...pngChunks(bytes, from)].map(({ type, data, start, end }) => [type, latin1(data), start, end])

describe('the chunks of a PNG', () => {
  it('have their type, their data and their place in the file', () =>
    expect(listed(png)).toEqual([
      ['tEXt', 'ab', 8, 22],
      ['IEND', '', 22, 34],
    ]))

  it('are read from any chunk on', () => expect(listed(png, 22)).toEqual([['IEND', '', 22, 34]]))

  it('end beyond a truncated file, with the data that there is', () =>
    expect(listed(bytesOf(`${pngSignature}\0\0\0\x09IDATabcd`))).toEqual([['IDAT', 'abcd', 8, 29]]))
})
