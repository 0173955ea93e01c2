import { describe, expect, it } from 'vitest'
import { fractionIn, previewIn } from './comfyui-socket.ts'

const message = (...bytes: number[]) => Uint8Array.from(bytes).buffer

describe("messages on ComfyUI's socket", () => {
  it('contain a preview after an eight-byte header', () => {
    expect(previewIn(message(0, 0, 0, 1, 0, 0, 0, 2, 7, 8))).toEqual(Uint8Array.of(7, 8))
  })

  it.each([
    ['of another kind', message(0, 0, 0, 3, 0, 0, 0, 2, 7)],
    ['with nothing in it', message(0, 0, 0, 1, 0, 0, 0, 2)],
    ['that is torn', message(0, 0)],
  ])('contain no preview: a message %s', (_, torn) => expect(previewIn(torn)).toBeNull())

  it.each([
    ['{"type":"progress","data":{"value":5,"max":20}}', 0.25],
    ['{"type":"progress","data":{"value":21,"max":20}}', 1],
    ['{"type":"progress","data":{"value":1,"max":0}}', null],
    ['{"type":"executing","data":{"node":"3"}}', null],
    ['no JSON', null],
  ])('contain a fraction of the progress, or nothing: %s', (text, share) => expect(fractionIn(text)).toBe(share))
})
