import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { tensorPickle, writePyTorchFile } from '#engine-tools/write-pytorch-file.ts'
import { readPyTorchFile } from './pytorch-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'espalier-pytorch-'))
const written = (name: string, bytes: Uint8Array) => {
  const file = join(folder, name)
  writeFileSync(file, bytes)
  return file
}

const tensors = new Map([
  ['body.0.weight', { shape: [2, 1, 1, 1], data: Float32Array.of(0.5, -2) }],
  ['body.0.bias', { shape: [2], data: Float32Array.of(1, 3) }],
])

describe('a file of weights of PyTorch', () => {
  it.each([null, 'params', 'params_ema'])('gives its tensors by their names, below %s', async (below) => {
    const read = await readPyTorchFile(written(`${below}.pth`, writePyTorchFile(tensors, { below })))
    expect([...read.keys()]).toEqual([...tensors.keys()])
    expect(read.get('body.0.weight')).toEqual({ shape: [2, 1, 1, 1], data: Float32Array.of(0.5, -2) })
    expect(read.get('body.0.bias')?.data).toEqual(Float32Array.of(1, 3))
  })

  it('of PyTorch 1.13 itself is read', async () => {
    const read = await readPyTorchFile(fileURLToPath(new URL('../golden/pytorch-1.13.pth', import.meta.url)))
    expect([...read]).toEqual([
      ['a.weight', { shape: [2, 3], data: Float32Array.of(0, 1, 2, 3, 4, 5) }],
      ['a.bias', { shape: [2], data: Float32Array.of(1.5, -2) }],
    ])
  })

  it.each([
    ['another format', Buffer.from('no archive')],
    ['a cut file', writePyTorchFile(tensors).subarray(0, 300)],
    ['a pickle that calls a function of its own', writePyTorchFile(tensors, { rebuild: 'os\nsystem\n' })],
    ['other numbers', writePyTorchFile(tensors, { storage: 'torch\nLongStorage\n' })],
    ['a tensor that is larger than its numbers', writePyTorchFile(tensors, { claims: [3, 1, 1, 1] })],
    ['a pickle that is cut', writePyTorchFile(tensors, { pickle: tensorPickle(tensors).subarray(0, 60) })],
    ['a pickle that is no dictionary', writePyTorchFile(tensors, { pickle: Buffer.from('\x80\x02K\x01.', 'latin1') })],
  ])('is refused as %s', async (name, bytes) => {
    const file = written('refused.pth', bytes)
    await expect(readPyTorchFile(file), name).rejects.toThrow(
      'refused.pth is damaged, or no file of weights of PyTorch. Install it again.',
    )
  })
})
