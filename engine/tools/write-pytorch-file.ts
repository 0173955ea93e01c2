import { crc32 } from 'node:zlib'

type Tensors = ReadonlyMap<string, { readonly shape: readonly number[]; readonly data: Float32Array }>
type Form = {
  /** A name that all weights are put below. */
  readonly below?: string | null
  /** What the pickle calls for each tensor, and what it says of its numbers, as lines of `GLOBAL`. */
  readonly rebuild?: string
  readonly storage?: string
  /** A shape that the first tensor claims. */
  readonly claims?: readonly number[]
}

const number = (value: number) =>
  Buffer.from([0x4a, value & 255, (value >> 8) & 255, (value >> 16) & 255, value >>> 24])
const text = (value: string) => Buffer.concat([Buffer.from('X'), number(value.length).subarray(1), Buffer.from(value)])
const list = (values: readonly number[]) => Buffer.concat([Buffer.from('('), ...values.map(number), Buffer.from('t')])
const code = (characters: string) => Buffer.from(characters, 'latin1')

/** The pickle of `torch.save` for an ordered dictionary of tensors, as protocol 2 writes it. */
export function tensorPickle(
  tensors: Tensors,
  {
    below = null,
    rebuild = 'torch._utils\n_rebuild_tensor_v2\n',
    storage = 'torch\nFloatStorage\n',
    claims,
  }: Form = {},
): Buffer {
  const entries = [...tensors].map(([name, { shape, data }], place) => {
    const claimed = place === 0 ? (claims ?? shape) : shape
    const strides = claimed.map((_, i) => claimed.slice(i + 1).reduce((product, each) => product * each, 1))
    const id = [text('storage'), code(`c${storage}q\x05`), text(String(place)), text('cpu'), number(data.length)]
    const made = [code('(('), ...id, code('tQ'), number(0), list(claimed), list(strides), code('\x89')]
    const hooks = code('ccollections\nOrderedDict\n)R')
    return Buffer.concat([text(name), code(`c${rebuild}`), ...made, hooks, code('tR')])
  })
  const dictionary = Buffer.concat([code('ccollections\nOrderedDict\n)Rq\x00('), ...entries, code('u')])
  const whole = below === null ? [dictionary] : [code('}'), text(below), dictionary, code('s')]
  return Buffer.concat([code('\x80\x02'), ...whole, code('.')])
}

/** A zip archive of entries that are not compressed. */
function zip(entries: readonly (readonly [string, Uint8Array])[]): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, content] of entries) {
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt32LE(crc32(content), 14)
    head.writeUInt32LE(content.length, 18)
    head.writeUInt32LE(content.length, 22)
    head.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    head.copy(entry, 6, 4, 28)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(at, 42)
    directory.push(entry, Buffer.from(name))
    bodies.push(head, Buffer.from(name), Buffer.from(content))
    at += head.length + name.length + content.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...bodies, listed, end])
}

/** A file as `torch.save` writes it. @param form.pickle In place of the pickle of the tensors. */
export function writePyTorchFile(tensors: Tensors, { pickle, ...form }: Form & { readonly pickle?: Buffer } = {}) {
  const numbers = [...tensors.values()].map(
    ({ data }, place) => [`net/data/${place}`, new Uint8Array(data.buffer)] as const,
  )
  return zip([['net/data.pkl', pickle ?? tensorPickle(tensors, form)], ...numbers, ['net/version', Buffer.from('3\n')]])
}
