import type { Point } from '#domain/geometry/rect.ts'

/** The chromaticities (CIE 1931 x, y) of a color space's white and its primaries. */
export type Primaries = { readonly white: Point; readonly red: Point; readonly green: Point; readonly blue: Point }

/** Light for a signal, both 0 to 1: a power of the signal, or a table of equal steps. */
export type Transfer = { readonly gamma: number } | { readonly table: readonly number[] }

type Vector = readonly [number, number, number]
type Matrix = readonly [Vector, Vector, Vector]

const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const transform = (matrix: Matrix, vector: Vector): Vector => [
  dot(matrix[0], vector),
  dot(matrix[1], vector),
  dot(matrix[2], vector),
]
const cross = ([a, b, c]: Vector, [d, e, f]: Vector): Vector => [b * f - c * e, c * d - a * f, a * e - b * d]

/** The factors by which three columns make up a vector (Cramer's rule). */
function solve(columns: Matrix, [x, y, z]: Vector): Vector {
  const [a, b, c] = columns
  const target: Vector = [x, y, z]
  const whole = dot(a, cross(b, c))
  return [dot(target, cross(b, c)) / whole, dot(a, cross(target, c)) / whole, dot(a, cross(b, target)) / whole]
}

const xyzOf = ({ x, y }: Point): Vector => [x / y, 1, (1 - x - y) / y]

/** Illuminant of the profile connection space (ICC.1:2022, 7.2.16). */
const d50: Vector = [0.9642, 1, 0.8249]
/** The Bradford transform to the responses of the cones, and back (ICC.1:2022, annex E). */
const bradford: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
]
const inverseBradford: Matrix = [
  [0.9869929, -0.1470543, 0.1599627],
  [0.4323053, 0.5183603, 0.0492912],
  [-0.0085287, 0.0400428, 0.9684867],
]

/** The primaries as XYZ of the connection space, adapted to its white. */
function adaptedPrimaries({ white, red, green, blue }: Primaries): Matrix {
  const columns: Matrix = [xyzOf(red), xyzOf(green), xyzOf(blue)]
  const source = xyzOf(white)
  const shares = solve(columns, source)
  const [from, to] = [transform(bradford, source), transform(bradford, d50)]
  const adapted = (column: Vector, share: number): Vector => {
    const [l, m, s] = transform(bradford, [column[0] * share, column[1] * share, column[2] * share])
    return transform(inverseBradford, [(l * to[0]) / from[0], (m * to[1]) / from[1], (s * to[2]) / from[2]])
  }
  return [adapted(columns[0], shares[0]), adapted(columns[1], shares[1]), adapted(columns[2], shares[2])]
}

/** A number as s15Fixed16 (ICC.1:2022, 4.6). */
function fixed(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeInt32BE(Math.round(value * 65_536), 4 * index)
  return bytes
}

const element = (type: string, data: Buffer) => Buffer.concat([Buffer.from(`${type}\0\0\0\0`, 'latin1'), data])
const xyz = (value: Vector) => element('XYZ ', fixed(...value))
const words = (text: string) => {
  const head = Buffer.alloc(20)
  head.writeUInt32BE(1, 0)
  head.writeUInt32BE(12, 4)
  head.write('enUS', 8, 'latin1')
  head.writeUInt32BE(2 * text.length, 12)
  head.writeUInt32BE(28, 16)
  return element('mluc', Buffer.concat([head, Buffer.from(text, 'utf16le').swap16()]))
}

function curve(transfer: Transfer): Buffer {
  if ('gamma' in transfer) return element('para', Buffer.concat([Buffer.alloc(4), fixed(transfer.gamma)]))
  const { table } = transfer
  const bytes = Buffer.alloc(4 + 2 * table.length)
  bytes.writeUInt32BE(table.length, 0)
  for (const [index, light] of table.entries())
    bytes.writeUInt16BE(Math.round(65_535 * Math.min(1, Math.max(0, light))), 4 + 2 * index)
  return element('curv', bytes)
}

type ProfileOptions = { readonly model: 'rgb' | 'gray'; readonly primaries: Primaries; readonly transfer: Transfer }

/** An ICC profile (version 4.3, ICC.1:2010) of a display with these primaries and this transfer. */
export function colorProfile({ model, primaries, transfer }: ProfileOptions): Buffer {
  const light = curve(transfer)
  const common: [string, Buffer][] = [
    ['desc', words('Described')],
    ['cprt', words('No copyright')],
    ['wtpt', xyz(d50)],
  ]
  const [red, green, blue] = adaptedPrimaries(primaries)
  const colors: [string, Buffer][] =
    model === 'gray'
      ? [['kTRC', light]]
      : [
          ['rXYZ', xyz(red)],
          ['gXYZ', xyz(green)],
          ['bXYZ', xyz(blue)],
          ['rTRC', light],
          ['gTRC', light],
          ['bTRC', light],
        ]
  return assemble(model, [...common, ...colors])
}

const headerBytes = 128

function assemble(model: ProfileOptions['model'], tags: readonly [string, Buffer][]): Buffer {
  const header = Buffer.alloc(headerBytes)
  const directory = Buffer.alloc(4 + 12 * tags.length)
  directory.writeUInt32BE(tags.length, 0)
  let at = headerBytes + directory.length
  const contents: Buffer[] = []
  for (const [index, [name, data]] of tags.entries()) {
    directory.write(name, 4 + 12 * index, 'latin1')
    directory.writeUInt32BE(at, 8 + 12 * index)
    directory.writeUInt32BE(data.length, 12 + 12 * index)
    // Each begins at a multiple of four.
    const padded = Buffer.concat([data, Buffer.alloc(-data.length & 3)])
    contents.push(padded)
    at += padded.length
  }
  header.writeUInt32BE(at, 0)
  header.writeUInt32BE(0x04300000, 8)
  header.write(`mntr${model === 'gray' ? 'GRAY' : 'RGB '}XYZ `, 12, 'latin1')
  // Any date: the profile is only read here.
  header.writeUInt16BE(2026, 24)
  header.writeUInt16BE(1, 26)
  header.writeUInt16BE(1, 28)
  header.write('acsp', 36, 'latin1')
  fixed(...d50).copy(header, 68)
  return Buffer.concat([header, directory, ...contents])
}
