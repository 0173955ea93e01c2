import { open } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'
import type { Point } from '#domain/geometry/rect.ts'
import { sniffPicture } from '#domain/pictures/sniff-picture.ts'
import { pngHeadEnd } from '#domain/records/png-chunks.ts'
import { colorHeadBytes, describesColors, pngColorChunks } from '#domain/records/png-colors.ts'
import { colorProfile, type Primaries, type Transfer } from './color-profile.ts'
import { joinBytes } from './join-bytes.ts'
import type { PictureSource } from './picture-source.ts'
import { pngChunk } from './png-chunk.ts'

const d65: Point = { x: 0.3127, y: 0.329 }
const rec709: Primaries = {
  white: d65,
  red: { x: 0.64, y: 0.33 },
  green: { x: 0.3, y: 0.6 },
  blue: { x: 0.15, y: 0.06 },
}
const p3 = { red: { x: 0.68, y: 0.32 }, green: { x: 0.265, y: 0.69 }, blue: { x: 0.15, y: 0.06 } }

/** Color primaries by their code (ITU-T H.273, table 2). */
const primariesByCode: Readonly<Record<number, Primaries>> = {
  1: rec709,
  5: { white: d65, red: { x: 0.64, y: 0.33 }, green: { x: 0.29, y: 0.6 }, blue: { x: 0.15, y: 0.06 } },
  6: { white: d65, red: { x: 0.63, y: 0.34 }, green: { x: 0.31, y: 0.595 }, blue: { x: 0.155, y: 0.07 } },
  9: { white: d65, red: { x: 0.708, y: 0.292 }, green: { x: 0.17, y: 0.797 }, blue: { x: 0.131, y: 0.046 } },
  11: { white: { x: 0.314, y: 0.351 }, ...p3 },
  12: { white: d65, ...p3 },
}

/** Steps of a transfer that is no power: fine enough for 8 bits in the dark. */
const steps = 4_096
const tableOf = (light: (signal: number) => number): Transfer => ({
  table: Array.from({ length: steps }, (_, index) => light(index / (steps - 1))),
})

/** Luminance of white in cd/m² where a signal is absolute (ITU-R BT.2408): what is brighter is shown as white. */
const whiteNits = 203

/** IEC 61966-2-1. */
const srgbLight = (signal: number) => (signal <= 0.04045 ? signal / 12.92 : ((signal + 0.055) / 1.055) ** 2.4)
/** ITU-R BT.709. */
const videoLight = (signal: number) => (signal < 0.081 ? signal / 4.5 : ((signal + 0.099) / 1.099) ** (1 / 0.45))
/** SMPTE ST 2084. */
function pqLight(signal: number): number {
  const power = signal ** (1 / 78.84375)
  const light = (Math.max(0, power - 0.8359375) / (18.8515625 - 18.6875 * power)) ** (1 / 0.1593017578125)
  return (10_000 * light) / whiteNits
}
/** ITU-R BT.2100, of a display of 1,000 cd/m². */
function hlgLight(signal: number): number {
  const scene = signal <= 0.5 ? signal ** 2 / 3 : (Math.exp((signal - 0.55991073) / 0.17883277) + 0.28466892) / 12
  return (1_000 * scene ** 1.2) / whiteNits
}

/** Transfer characteristics by their code (ITU-T H.273, table 3). */
const transferByCode: Readonly<Record<number, () => Transfer>> = {
  1: () => tableOf(videoLight),
  4: () => ({ gamma: 2.2 }),
  5: () => ({ gamma: 2.8 }),
  6: () => tableOf(videoLight),
  8: () => ({ gamma: 1 }),
  13: () => tableOf(srgbLight),
  14: () => tableOf(videoLight),
  15: () => tableOf(videoLight),
  16: () => tableOf(pqLight),
  18: () => tableOf(hlgLight),
}

type Colors = { readonly primaries: Primaries; readonly transfer: Transfer }

/** The colors of a cICP chunk: primaries, transfer, the identity matrix and the full range; null for others, and for sRGB. */
function codedColors([primaries = 0, transfer = 0, matrix, isFull]: Uint8Array): Colors | null {
  const colors = primariesByCode[primaries]
  const light = transferByCode[transfer]
  if (!colors || !light || matrix !== 0 || isFull !== 1 || (primaries === 1 && transfer === 13)) return null
  return { primaries: colors, transfer: light() }
}

/** gAMA and cHRM count in hundred thousandths (PNG, third edition, 11.3.2). */
const unit = 100_000
/** The gamma that stands for the curve of sRGB, and how far files miss it. */
const srgbGamma = 0.45455
const gammaTolerance = 0.005

/**
 * The least area of the triangles that white and two primaries span in the diagram; those of sRGB have 0.02 to 0.04. Below it the primaries are
 * on a line, or white is theirs without one of them, and a profile of them turns colors into black.
 */
const minArea = 0.001

/** The area of a triangle; negative where its corners go clockwise. */
const areaOf = (a: Point, b: Point, c: Point) => ((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)) / 2

/** Whether light of the primaries makes their white: it lies within their triangle. */
function canMakeWhite({ white, red, green, blue }: Primaries): boolean {
  const areas = [areaOf(white, red, green), areaOf(white, green, blue), areaOf(white, blue, red)]
  return areas.every((area) => area >= minArea) || areas.every((area) => area <= -minArea)
}

/** The primaries of a cHRM chunk; null where they are none, and for a chunk of another length. */
function chromaticities(data: Buffer | undefined): Primaries | null {
  if (data?.length !== 32) return null
  const point = (at: number): Point => ({ x: data.readUInt32BE(at) / unit, y: data.readUInt32BE(at + 4) / unit })
  const chromaticities = { white: point(0), red: point(8), green: point(16), blue: point(24) }
  return Object.values(chromaticities).every(({ x, y }) => y > 0 && x + y <= 1) && canMakeWhite(chromaticities)
    ? chromaticities
    : null
}

const isNear = (a: Primaries, b: Primaries) =>
  (['white', 'red', 'green', 'blue'] as const).every(
    (name) => Math.abs(a[name].x - b[name].x) < 0.002 && Math.abs(a[name].y - b[name].y) < 0.002,
  )

type Measured = { readonly gAMA?: Buffer | undefined; readonly cHRM?: Buffer | undefined }

/** The colors of gAMA and cHRM; null where they are about those of sRGB. */
function measuredColors({ gAMA, cHRM }: Measured): Colors | null {
  const gamma = gAMA?.length === 4 ? gAMA.readUInt32BE(0) / unit : srgbGamma
  const primaries = chromaticities(cHRM) ?? rec709
  const isSrgbCurve = Math.abs(gamma - srgbGamma) < gammaTolerance
  if (gamma <= 0.01 || (isSrgbCurve && isNear(primaries, rec709))) return null
  return { primaries, transfer: isSrgbCurve ? tableOf(srgbLight) : { gamma: 1 / gamma } }
}

/** The colors that the beginning of a PNG describes; null for those of sRGB, and those that its decoder reads. */
function colorsOf(head: Uint8Array): Colors | null {
  if (!describesColors(head)) return null
  const chunks = pngColorChunks(head)
  const dataOf = (name: string): Buffer | undefined => {
    const data = chunks.find(({ type }) => type === name)?.data
    return data && Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  }
  const coded = dataOf('cICP')
  return coded ? codedColors(coded) : measuredColors({ gAMA: dataOf('gAMA'), cHRM: dataOf('cHRM') })
}

async function headOf(source: PictureSource): Promise<Uint8Array> {
  if (typeof source !== 'string') return source.subarray(0, colorHeadBytes)
  await using file = await open(source, 'r')
  const { buffer, bytesRead } = await file.read(Buffer.alloc(colorHeadBytes), 0, colorHeadBytes, 0)
  return buffer.subarray(0, bytesRead)
}

/** Reads a file behind space for other bytes: its only copy in memory. @param space Bytes. */
async function readBehind(space: number, source: PictureSource): Promise<Uint8Array> {
  if (typeof source !== 'string') return joinBytes([new Uint8Array(space), source])
  await using file = await open(source, 'r')
  const { size } = await file.stat()
  const bytes = new Uint8Array(space + size)
  let at = space
  while (at < bytes.length) {
    const { bytesRead } = await file.read(bytes, at, bytes.length - at)
    if (bytesRead === 0) break
    at += bytesRead
  }
  return bytes.subarray(0, at)
}

/**
 * Puts a chunk behind the IHDR of a PNG in place of its color chunks. What stands before the last of these is moved towards it; the
 * rest, and so all pixels, stays where it is. @param bytes The file, behind space for the chunk.
 */
function putProfile(bytes: Uint8Array, chunk: Uint8Array): Uint8Array {
  const file = bytes.subarray(chunk.length)
  const replaced = [{ start: 0, end: pngHeadEnd }, ...pngColorChunks(file)]
  let at = Math.min(replaced.at(-1)?.end ?? pngHeadEnd, file.length)
  for (let index = replaced.length - 1; index > 0; index--) {
    const [from, to] = [replaced[index - 1]?.end ?? pngHeadEnd, replaced[index]?.start ?? pngHeadEnd]
    at -= to - from
    file.copyWithin(at, from, to)
  }
  // In `bytes` the chunk begins there, since it ends where `at` is in `file`.
  bytes.copyWithin(at - pngHeadEnd, chunk.length, chunk.length + pngHeadEnd)
  bytes.set(chunk, at)
  return bytes.subarray(at - pngHeadEnd)
}

/** The color type of IHDR: with 2 its pixels have color, in a palette or not. */
const hasColor = (head: Uint8Array) => ((head[25] ?? 0) & 2) !== 0

/**
 * A picture whose colors its decoder reads: libvips reads ICC profiles alone. A PNG that describes its colors by cICP, or by gAMA and
 * cHRM, gets the profile that says the same; every other picture is given back as it is.
 */
export async function withColorProfile(source: PictureSource): Promise<PictureSource> {
  const head = await headOf(source)
  const colors = sniffPicture(head) === 'png' ? colorsOf(head) : null
  if (!colors) return source
  const profile = colorProfile({ model: hasColor(head) ? 'rgb' : 'gray', ...colors })
  const chunk = pngChunk('iCCP', Buffer.concat([Buffer.from('Described\0\0', 'latin1'), deflateSync(profile)]))
  return putProfile(await readBehind(chunk.length, source), chunk)
}
