import { mkdtempSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writeSafetensors } from '#engine-tools/write-model.ts'
import { readSafetensors } from './safetensors.ts'

const folder = mkdtempSync(join(tmpdir(), 'espalier-safetensors-'))
const file = join(folder, 'net.safetensors')
const write = (bytes: Uint8Array) => writeFileSync(file, bytes)

/** A file with this header and this many bytes of weights. */
function fileWith(header: string, weights = 0): Buffer {
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(header.length))
  return Buffer.concat([length, Buffer.from(header), Buffer.alloc(weights)])
}

describe('a .safetensors file', () => {
  it('returns the type, the shape and the place of each tensor', () => {
    const shapes = new Map([
      ['a.weight', [2, 3]],
      ['a.bias', [2]],
    ])
    writeSafetensors(file, [shapes], { type: 'F32', weights: 'zeros' })
    const tensors = readSafetensors(file)
    const start = readFileSync(file).byteLength - 32
    expect([...tensors]).toEqual([
      ['a.weight', { type: 'float', shape: [2, 3], offset: start, length: 24 }],
      ['a.bias', { type: 'float', shape: [2], offset: start + 24, length: 8 }],
    ])
  })

  it('leaves out tensors of other types, and what is said about the file', () => {
    write(fileWith('{"__metadata__":{"by":"x"},"n":{"dtype":"I64","shape":[1],"data_offsets":[0,8]}}', 8))
    expect([...readSafetensors(file)]).toEqual([])
  })

  it.each([
    ['is empty', () => Buffer.alloc(0)],
    ['is a page', () => Buffer.from('<!doctype html><title>404</title>')],
    ['has a header that is no JSON', () => fileWith('{"a":')],
  ])('is refused when it %s', (_name, bytes) => {
    write(bytes())
    expect(() => readSafetensors(file)).toThrow('net.safetensors is not a .safetensors file. Install the model again.')
  })

  it('is refused when it is cut off', () => {
    writeSafetensors(file, [new Map([['a', [100]]])], { type: 'F16', weights: 'zeros' })
    truncateSync(file, readFileSync(file).byteLength - 1)
    expect(() => readSafetensors(file)).toThrow('net.safetensors is cut off. Install the model again.')
  })

  it.each([
    '{"a":{"dtype":"F16","shape":[3],"data_offsets":[0,4]}}',
    '{"a":{"dtype":"F16","shape":[-1],"data_offsets":[0,4]}}',
    '{"a":{"dtype":"F16","shape":[2]}}',
    '{"a":null}',
  ])('is refused when its header contradicts itself: %s', (header) => {
    write(fileWith(header, 8))
    expect(() => readSafetensors(file)).toThrow('net.safetensors has a damaged header. Install the model again.')
  })
})
