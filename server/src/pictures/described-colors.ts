import { open, readFile } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'
import type { Point } from '#domain/geometry/rect.ts'
import { pngChunks } from '#domain/records/png-chunks.ts'
import type { PictureSource } from '../operations/decoding-room.ts'
import { colorProfile, type Primaries, type Transfer } from './color-profile.ts'
import { isPng } from './png-record.ts'
import { pngChunk } from './png-texts.ts'

/** Chunks by which a PNG says what its colors are, in the order in which they count (PNG, third edition, 4.3). */
const colorChunks = ['cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM'] as const
type ColorChunks = Partial<Record<(typeof colorChunks)[number], Buffer>>

/** The color chunks stand before the pixels; in this many bytes at the beginning, texts before them included. */
const headBytes = 65_536
/** The signature and the IHDR chunk. */
const headEnd = 33

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
  const found = { white: point(0), red: point(8), green: point(16), blue: point(24) }
  return Object.values(found).every(({ x, y }) => y > 0 && x + y <= 1) && canMakeWhite(found) ? found : null
}

const isNear = (a: Primaries, b: Primaries) =>
  (['white', 'red', 'green', 'blue'] as const).every(
    (name) => Math.abs(a[name].x - b[name].x) < 0.002 && Math.abs(a[name].y - b[name].y) < 0.002,
  )

/** The colors of gAMA and cHRM; null where they are about those of sRGB. */
function measuredColors({ gAMA, cHRM }: ColorChunks): Colors | null {
  const gamma = gAMA?.length === 4 ? gAMA.readUInt32BE(0) / unit : srgbGamma
  const primaries = chromaticities(cHRM) ?? rec709
  const isSrgbCurve = Math.abs(gamma - srgbGamma) < gammaTolerance
  if (gamma <= 0.01 || (isSrgbCurve && isNear(primaries, rec709))) return null
  return { primaries, transfer: isSrgbCurve ? tableOf(srgbLight) : { gamma: 1 / gamma } }
}

function colorsOf(head: Uint8Array): Colors | null {
  const found: ColorChunks = {}
  for (const { type, data } of pngChunks(head)) {
    const name = colorChunks.find((each) => each === type)
    if (name) found[name] ??= Buffer.from(data)
    if (type === 'IDAT') break
  }
  if (found.cICP) return codedColors(found.cICP)
  return found.iCCP || found.sRGB ? null : measuredColors(found)
}

async function headOf(source: PictureSource): Promise<Uint8Array> {
  if (typeof source !== 'string') return source.subarray(0, headBytes)
  const file = await open(source, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** The color type of IHDR: with 2 its pixels have color, in a palette or not. */
const hasColor = (head: Uint8Array) => ((head[25] ?? 0) & 2) !== 0

/**
 * A picture whose colors its decoder reads: libvips reads ICC profiles alone. A PNG that describes its colors by cICP, or by gAMA and
 * cHRM, gets the profile that says the same; every other picture is given back as it is.
 */
export async function withColorProfile(source: PictureSource): Promise<PictureSource> {
  const head = await headOf(source)
  const colors = isPng(Buffer.from(head)) ? colorsOf(head) : null
  if (!colors) return source
  const file = typeof source === 'string' ? await readFile(source) : Buffer.from(source)
  const profile = colorProfile({ model: hasColor(head) ? 'rgb' : 'gray', ...colors })
  const described = Buffer.concat([Buffer.from('Described\0\0', 'latin1'), deflateSync(profile)])
  const kept = [...pngChunks(file, headEnd)]
    .filter(({ type }) => !colorChunks.some((name) => name === type))
    .map(({ start, end }) => file.subarray(start, end))
  return Buffer.concat([file.subarray(0, headEnd), pngChunk('iCCP', described), ...kept])
}
