import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { workflowOfPicture, workflowOfText } from './workflow-in-file.ts'

const graph = {
  1: { class_type: 'LoadImage', inputs: { image: 'a.png' }, _meta: { title: 'input image' } },
  2: { class_type: 'CLIPTextEncode', inputs: { text: 'a fox, [NaN], really', clip: ['1', 1] } },
}
const editor = { nodes: [], links: [] }
const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'))

/** A PNG of text chunks alone: nothing looks at its pixels. */
function png(...chunks: readonly (readonly [type: string, data: Uint8Array])[]): Uint8Array {
  const parts = chunks.flatMap(([type, data]) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    return [length, bytesOf(type), data, Buffer.alloc(4)]
  })
  return Uint8Array.from(Buffer.concat([bytesOf('\x89PNG\r\n\x1a\n'), ...parts]))
}
const plain = (keyword: string, json: unknown) => ['tEXt', bytesOf(`${keyword}\0${JSON.stringify(json)}`)] as const
const never = async () => null

describe('the workflow of a text', () => {
  it('is a graph in API form', () => {
    expect(workflowOfText(JSON.stringify(graph))).toEqual(graph)
  })

  it('loses what ComfyUI adds while it runs, with numbers that JSON does not have', () => {
    const text = JSON.stringify({ ...graph, 1: { ...graph[1], is_changed: ['@'] } }).replace('"@"', 'NaN')
    expect(workflowOfText(text)).toEqual(graph)
  })

  it('of the editor is known as such', () => {
    expect(workflowOfText(JSON.stringify(editor))).toBe('editor')
  })

  it.each(['', '{', '[]', '{}', '{"1":{"class_type":3}}', 'null'])('%j is none', (text) => {
    expect(workflowOfText(text)).toBe('other')
  })

  it('is none of a text with escaped quotes without an end, which is read once', () => {
    expect(workflowOfText('\\"'.repeat(2_000_000))).toBe('other')
  })

  it('is read of any text without an exception', () => {
    fc.assert(fc.property(fc.string(), (text) => ['other', 'editor'].includes(String(workflowOfText(text)))))
  })
})

describe('the workflow of a picture', () => {
  it('is the graph that ran, before the form of the editor', async () => {
    expect(await workflowOfPicture(png(plain('workflow', editor), plain('prompt', graph)), never)).toEqual(graph)
  })

  it('is read where the form of the editor is all there is', async () => {
    expect(await workflowOfPicture(png(plain('workflow', editor)), never)).toBe('editor')
  })

  it('is unpacked where it is compressed', async () => {
    const packed = deflateSync(JSON.stringify(graph))
    const chunk = Uint8Array.from(Buffer.concat([bytesOf('prompt\0\0'), packed]))
    const unpack = async (bytes: Uint8Array) => {
      expect(Buffer.from(bytes)).toEqual(packed)
      return bytesOf(JSON.stringify(graph))
    }
    expect(await workflowOfPicture(png(['zTXt', chunk]), unpack)).toEqual(graph)
  })

  it.each([
    ['words alone', png(plain('prompt', 'a fox'))],
    ['no text', png()],
    ['no picture', bytesOf('hello')],
  ])('is none with %s', async (_name, bytes) => {
    expect(await workflowOfPicture(bytes, never)).toBe('other')
  })
})
