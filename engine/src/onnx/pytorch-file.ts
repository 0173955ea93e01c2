import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { UnusableModel } from '../unusable-model.ts'

export type PyTorchTensor = { readonly shape: readonly number[]; readonly data: Float32Array }
/** The tensors of a file by their names. */
export type PyTorchTensors = ReadonlyMap<string, PyTorchTensor>

class Unreadable extends Error {}

/** The entries of a zip archive that are stored as they are, which PyTorch's always are. */
function storedEntries(archive: Buffer): ReadonlyMap<string, Buffer> {
  const end = archive.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  if (end < 0) throw new Unreadable('no archive')
  const entries = new Map<string, Buffer>()
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (archive.readUInt32LE(at) !== 0x02014b50 || archive.readUInt16LE(at + 10) !== 0) throw new Unreadable('entry')
    const length = archive.readUInt32LE(at + 24)
    const nameLength = archive.readUInt16LE(at + 28)
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    const local = archive.readUInt32LE(at + 42)
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    if (start + length > archive.length) throw new Unreadable('cut')
    // Without the name of the folder that everything is in.
    entries.set(name.slice(name.indexOf('/') + 1), archive.subarray(start, start + length))
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return entries
}

/** A function or class that a pickle names. None is ever called: three are known, and what they would make is made here. */
class Named {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}
/** Where the numbers of a tensor are stored. */
class Stored {
  readonly type: string
  readonly key: string
  constructor(type: string, key: string) {
    this.type = type
    this.key = key
  }
}
class View {
  readonly stored: Stored
  readonly offset: number
  readonly shape: readonly number[]
  constructor(stored: Stored, offset: number, shape: readonly number[]) {
    this.stored = stored
    this.offset = offset
    this.shape = shape
  }
}

const isWholeNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((each) => Number.isSafeInteger(each) && each >= 0)

function call(made: unknown, args: unknown): unknown {
  const name = made instanceof Named ? made.name : ''
  if (name === 'collections OrderedDict') return new Map()
  const parts = Array.isArray(args) ? args : []
  if (name === 'torch._utils _rebuild_parameter') return parts[0]
  const [stored, offset, shape, strides] = parts
  if (name !== 'torch._utils _rebuild_tensor_v2' || !(stored instanceof Stored)) throw new Unreadable(name)
  if (!isWholeNumbers([offset]) || !isWholeNumbers(shape) || !isWholeNumbers(strides)) throw new Unreadable('tensor')
  const packed = shape.map((_, i) => shape.slice(i + 1).reduce((product, each) => product * each, 1))
  if (packed.some((stride, i) => shape[i] !== 1 && stride !== strides[i])) throw new Unreadable('strides')
  return new View(stored, Number(offset), shape)
}

/**
 * Reads the pickle that lists the tensors (https://github.com/python/cpython/blob/main/Lib/pickle.py has the codes). It is read as
 * data: a pickle that would call anything else than PyTorch's own three functions is refused.
 */
function unpickle(bytes: Buffer): unknown {
  const memo = new Map<number, unknown>()
  const stack: unknown[] = []
  const marks: number[] = []
  let at = 0
  const take = (length: number) => {
    at += length
    if (at > bytes.length) throw new Unreadable('cut')
    return at - length
  }
  const line = () => {
    const end = bytes.indexOf(10, at)
    const text = bytes.toString('latin1', at, end)
    at = end + 1
    return text
  }
  const sinceMark = () => stack.splice(marks.pop() ?? 0)
  const tuple = (length: number) => void stack.push(stack.splice(stack.length - length))
  const setItems = (items: unknown[]) => {
    const into = stack.at(-1)
    if (!(into instanceof Map)) throw new Unreadable('items')
    for (let i = 0; i < items.length; i += 2) into.set(items[i], items[i + 1])
  }
  for (;;) {
    const code = String.fromCharCode(bytes.readUInt8(take(1)))
    switch (code) {
      case '\x80':
        take(1)
        break
      case '}':
        stack.push(new Map())
        break
      case ']':
        stack.push([])
        break
      case ')':
        tuple(0)
        break
      case '(':
        marks.push(stack.length)
        break
      case 't':
        stack.push(sinceMark())
        break
      case '\x85':
      case '\x86':
      case '\x87':
        tuple(code.charCodeAt(0) - 0x84)
        break
      case 'c':
        stack.push(new Named(`${line()} ${line()}`))
        break
      case 'X': {
        const length = bytes.readUInt32LE(take(4))
        const from = take(length)
        stack.push(bytes.toString('utf8', from, from + length))
        break
      }
      case 'J':
        stack.push(bytes.readInt32LE(take(4)))
        break
      case 'K':
        stack.push(bytes.readUInt8(take(1)))
        break
      case 'M':
        stack.push(bytes.readUInt16LE(take(2)))
        break
      case 'G':
        stack.push(bytes.readDoubleBE(take(8)))
        break
      case 'N':
        stack.push(null)
        break
      case '\x88':
      case '\x89':
        stack.push(code === '\x88')
        break
      case 'Q': {
        // ('storage', its type, its key, where it was, how many numbers)
        const id = stack.pop()
        const [, type, key] = Array.isArray(id) ? id : []
        if (!(type instanceof Named) || typeof key !== 'string') throw new Unreadable('storage')
        stack.push(new Stored(type.name, key))
        break
      }
      case 'R': {
        const args = stack.pop()
        stack.push(call(stack.pop(), args))
        break
      }
      case 'b':
        // Attributes of a dictionary: versions of layers, which no weight depends on.
        stack.pop()
        break
      case 'q':
        memo.set(bytes.readUInt8(take(1)), stack.at(-1))
        break
      case 'r':
        memo.set(bytes.readUInt32LE(take(4)), stack.at(-1))
        break
      case 'h':
        stack.push(memo.get(bytes.readUInt8(take(1))))
        break
      case 'j':
        stack.push(memo.get(bytes.readUInt32LE(take(4))))
        break
      case 's':
        setItems(stack.splice(stack.length - 2))
        break
      case 'u':
        setItems(sinceMark())
        break
      case '.':
        return stack.pop()
      default:
        throw new Unreadable(`code ${code.charCodeAt(0)}`)
    }
  }
}

function tensorOf({ stored, offset, shape }: View, entries: ReadonlyMap<string, Buffer>): PyTorchTensor {
  const bytes = entries.get(`data/${stored.key}`)
  const count = shape.reduce((product, each) => product * each, 1)
  if (stored.type !== 'torch FloatStorage' || !bytes || (offset + count) * 4 > bytes.length)
    throw new Unreadable('numbers')
  // Copied: its place in the archive need not be a multiple of four.
  return { shape, data: new Float32Array(Uint8Array.from(bytes.subarray(offset * 4, (offset + count) * 4)).buffer) }
}

/**
 * Reads the weights of a net that PyTorch saved (`torch.save`, since its version 1.6): a zip archive with a pickle. Weights that were
 * put below one name ('params', 'params_ema') are taken from there.
 * @throws UnusableModel where it is no such file, holds other numbers than single floats, or asks for code to be run.
 */
export async function readPyTorchFile(path: string): Promise<PyTorchTensors> {
  try {
    const entries = storedEntries(await readFile(path))
    const saved = unpickle(entries.get('data.pkl') ?? Buffer.alloc(0))
    if (!(saved instanceof Map)) throw new Unreadable('no names')
    const weights: unknown = saved.get('params_ema') ?? saved.get('params') ?? saved
    if (!(weights instanceof Map)) throw new Unreadable('no names')
    const views = [...weights].filter(([, value]) => value instanceof View)
    return new Map(views.map(([name, view]) => [String(name), tensorOf(view, entries)]))
  } catch (error) {
    if (!(error instanceof Unreadable || error instanceof RangeError)) throw error
    throw new UnusableModel(`${basename(path)} is damaged, or no file of weights of PyTorch. Install it again.`, {
      cause: error,
    })
  }
}
