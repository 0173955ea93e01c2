import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { basename } from 'node:path'
import { UnusableModel } from '../unusable-model.ts'
import type { ElementType } from './onnx-graph.ts'

/** A tensor of a .safetensors file. `offset` and `length` are bytes, from the start of the file. */
export type StoredTensor = {
  readonly type: ElementType
  readonly shape: readonly number[]
  readonly offset: number
  readonly length: number
}

/** The tensors of a file by their names, in its order. */
export type StoredTensors = ReadonlyMap<string, StoredTensor>

const elementBytes = { F16: 2, F32: 4 } as const
const typeOf = { F16: 'float16', F32: 'float' } as const
/** The limit of the format's own reader. */
const maxHeaderLength = 100_000_000

const isWholeNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((each) => Number.isSafeInteger(each) && each >= 0)

/** Reads the bytes of the header alone. */
function headerOf(file: string): { readonly text: string; readonly start: number; readonly size: number } | null {
  const descriptor = openSync(file, 'r')
  try {
    const { size } = fstatSync(descriptor)
    const eight = Buffer.alloc(8)
    if (readSync(descriptor, eight, 0, 8, 0) < 8) return null
    const length = Number(eight.readBigUInt64LE())
    if (length > maxHeaderLength || 8 + length > size) return null
    const header = Buffer.alloc(length)
    readSync(descriptor, header, 0, length, 8)
    return { text: header.toString('utf8'), start: 8 + length, size }
  } finally {
    closeSync(descriptor)
  }
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

/**
 * Reads which tensors a .safetensors file holds, and where (https://github.com/huggingface/safetensors#format). Tensors of other
 * number types than half and single floats are left out.
 * @throws UnusableModel where the file is another one, or a part of one.
 */
export function readSafetensors(file: string): StoredTensors {
  const name = basename(file)
  const header = headerOf(file)
  const entries = header && parsed(header.text)
  if (!header || !entries) throw new UnusableModel(`${name} is not a .safetensors file. Install the model again.`)
  const tensors = new Map<string, StoredTensor>()
  for (const [key, entry] of Object.entries(entries)) {
    if (key === '__metadata__') continue
    const { dtype, shape, data_offsets: offsets } = (entry ?? {}) as Record<string, unknown>
    if (!isWholeNumbers(shape) || !isWholeNumbers(offsets) || offsets.length !== 2)
      throw new UnusableModel(`${name} has a damaged header. Install the model again.`)
    const [from = 0, to = 0] = offsets
    if (header.start + to > header.size) throw new UnusableModel(`${name} is cut off. Install the model again.`)
    if (dtype !== 'F16' && dtype !== 'F32') continue
    const length = shape.reduce((product, each) => product * each, 1) * elementBytes[dtype]
    if (to - from !== length) throw new UnusableModel(`${name} has a damaged header. Install the model again.`)
    tensors.set(key, { type: typeOf[dtype], shape, offset: header.start + from, length })
  }
  return tensors
}
