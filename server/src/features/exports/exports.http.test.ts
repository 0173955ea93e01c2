import { inflateSync } from 'node:zlib'
import { PDFDocument } from '@cantoo/pdf-lib'
import Psd from '@webtoon/psd'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { ExportInput } from '#contract/cards/export.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { sniffPicture } from '#domain/pictures/sniff-picture.ts'
import { exportFiles, exportFormats } from '#domain/transfer/export-format.ts'
import { readRecord } from '#server/pictures/picture-record.ts'
import { bringPicture, edited, maskPng, pixelsIn, uploadMask } from '#server-testing/edits.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { readZip } from '#server-testing/read-zip.ts'
import { seriesOf, step } from '#server-testing/series-client.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { pageHeaders } from '#server-testing/test-origin.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { verifiedCredentials } from '#server-testing/verified-credentials.ts'

// The server opens no TIFF.
sharp.unblock({ operation: ['VipsForeignLoadTiff'] })

const [width, height] = [120, 80]

/** A picture in which all pixels differ, with a bright square at its right edge. */
function textured() {
  const data = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const noise = (x * 7 + y * 13) % 23
      const isBright = x >= 90 && x < 118 && y >= 20 && y < 60
      data.set(isBright ? [230 + noise, 40, 30 + noise] : [40 + noise, 60 + noise, 70], (y * width + x) * 3)
    }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

const secretPrompt = 'a zebrafinch by the fjord'
const context = withTestServer({
  providers: [
    createInstantProvider({ generate: async ({ seed }) => ({ bytes: await textured(), seed, warnings: [] }) }),
  ],
})
let ada: TestClient
let card: GenerationShape
let title: string
const idsOf = ({ images }: GenerationShape) => images.map(({ id }) => id)
const idOf = (made: GenerationShape) => idsOf(made)[0] ?? ''

beforeAll(async () => {
  ada = await signUp(context.server)
  const { body } = await ada.send<{ id: string }>('POST', '/api/projects', { title: 'Fjord: spring' })
  title = 'Fjord- spring'
  card = await ada.settled(await ada.generate({ prompt: secretPrompt, projectId: body.id, aspectRatio: '3:2' }))
})

const asked = (over: Partial<ExportInput>): ExportInput => ({ imageIds: [idOf(card)], format: 'png', ...over })
const ask = (over: Partial<ExportInput>, client = ada, signal?: AbortSignal) =>
  context.server.app.request('/api/exports', {
    method: 'POST',
    body: JSON.stringify(asked(over)),
    headers: { ...pageHeaders(context.server), cookie: client.cookie, 'content-type': 'application/json' },
    ...(signal && { signal }),
  })
async function exported(over: Partial<ExportInput>): Promise<{ reply: Response; bytes: Buffer }> {
  const reply = await ask(over)
  const bytes = Buffer.from(await reply.arrayBuffer())
  expect([reply.status, reply.status === 200 ? '' : bytes.toString()]).toEqual([200, ''])
  return { reply, bytes }
}
async function refused(over: object, client = ada) {
  const reply = await ask(over, client)
  const body = (await reply.json()) as { message: string; data?: { issues?: { message: string }[] } }
  return [reply.status, body.data?.issues?.[0]?.message ?? body.message]
}
const nameIn = (reply: Response) =>
  decodeURIComponent(/filename\*=UTF-8''(.+)$/.exec(reply.headers.get('content-disposition') ?? '')?.[1] ?? '')

describe('POST /api/exports', () => {
  it.each(['png', 'jpeg', 'webp', 'avif', 'tiff'] as const)(
    'sends one image as %s in the exact size and resolution, named by the template, in sRGB',
    async (format) => {
      const { reply, bytes } = await exported({ format, width: 50, height: 40, dpi: 300, quality: 80 })
      const { extension, mediaType } = exportFiles[format]
      expect(reply.headers.get('content-type')).toBe(mediaType)
      expect(nameIn(reply)).toBe(`${title}-1-${card.model}-${card.images[0]?.seed}.${extension}`)
      const read = await sharp(bytes).metadata()
      expect(read).toMatchObject({ width: 50, height: 40, space: 'srgb', depth: 'uchar' })
      // The reader looks into Exif for PNG, JPEG and TIFF alone.
      const isInExif = format === 'webp' || format === 'avif'
      // XResolution and YResolution: 300,000 thousandths.
      if (isInExif) expect(read.exif?.includes(Buffer.from('e0930400e8030000e0930400e8030000', 'hex'))).toBe(true)
      else expect(read.density).toBe(300)
      if (format === 'png') expect(bytes.toString('latin1').split('pHYs')).toHaveLength(2)
    },
  )

  it('scales down by one side, never enlarges by it, and crops around what draws attention', async () => {
    const sizeOf = async (over: Partial<ExportInput>) => {
      const { width, height } = await sharp((await exported(over)).bytes).metadata()
      return [width, height]
    }
    expect(await sizeOf({ longestSide: 60 })).toEqual([60, 40])
    expect(await sizeOf({ height: 400 })).toEqual([width, height])
    expect(await sizeOf({ width: 300, height: 300 })).toEqual([300, 300])
    const { bytes } = await exported({ width: 40, height: 80 })
    // The red square at the right is in it.
    expect((await sharp(bytes).stats()).channels[0]?.mean).toBeGreaterThan(110)
  })

  it('loses no pixel as PNG and TIFF', async () => {
    const { data } = await pixelsIn(await textured())
    for (const format of ['png', 'tiff'] as const)
      expect((await pixelsIn((await exported({ format })).bytes)).data.equals(data)).toBe(true)
  })

  it.each(exportFormats)('keeps the record, or the origin alone, or nothing, in a %s', async (format) => {
    const levels = ['keep', 'minimal', 'none'] as const
    const [keep, minimal, none] = await Promise.all(
      levels.map(async (metadata) => (await exported({ format, metadata, dpi: 300 })).bytes),
    )
    const says = (bytes: Buffer | undefined, word: string) => bytes?.includes(word)
    const told = [secretPrompt, idOf(card), card.id, card.model ?? '', 'Ada', '<espalier:record>']
    expect(says(keep, secretPrompt)).toBe(true)
    expect(says(keep, 'digitalsourcetype/algorithmicMedia')).toBe(true)
    expect(says(minimal, 'digitalsourcetype/algorithmicMedia')).toBe(true)
    expect(told.filter((word) => says(minimal, word))).toEqual([])
    const traces = [...told, 'xmp', 'rdf', 'digitalsource', 'c2pa', 'jumb', 'Espalier', 'sharp', 'vips', 'ICC', 'http']
    expect(traces.filter((word) => says(none, word))).toEqual([])
    if (format === 'png') expect(await readRecord(keep ?? Buffer.alloc(0))).toMatchObject({ prompt: secretPrompt })
  })

  it.each(['png', 'jpeg', 'webp', 'avif', 'tiff'] as const)(
    'signs a %s anew, with what was done and the original in it',
    async (format) => {
      const converted = format === 'png' ? 'c2pa.transcoded' : 'c2pa.converted'
      const ask = async (over: Partial<ExportInput>) =>
        verifiedCredentials(`image/${format}`, (await exported({ format, ...over })).bytes)
      expect(await ask({ width: 40, height: 40, dpi: 72, metadata: 'minimal' })).toEqual({
        state: 'Valid',
        actions: ['c2pa.opened', 'c2pa.cropped', 'c2pa.resized', converted],
        source: 'algorithmicMedia',
      })
      expect(await ask({})).toMatchObject({ state: 'Valid', actions: ['c2pa.opened', converted] })
      expect(await ask({ metadata: 'none' })).toBeNull()
    },
  )

  it('sends several images as one zip, each under a name of its own', async () => {
    const { reply, bytes } = await exported({ imageIds: idsOf(card), format: 'jpeg', nameTemplate: '{project}' })
    expect(reply.headers.get('content-type')).toBe('application/zip')
    expect(nameIn(reply)).toBe('fjord-spring-4.zip')
    const files = readZip(bytes)
    expect([...files.keys()]).toEqual([`${title}.jpg`, `${title}-2.jpg`, `${title}-3.jpg`, `${title}-4.jpg`])
    expect([...files.values()].map((file) => sniffPicture(file))).toEqual(Array(4).fill('jpeg'))
  })

  it('has begun before the first picture is made, and makes no more once its client leaves', async () => {
    const leaving = new AbortController()
    const reply = await ask({ imageIds: idsOf(card), format: 'avif', width: 1_500, height: 1_500 }, ada, leaving.signal)
    const reader = reply.body?.getReader()
    const begun = performance.now()
    const { value } = (await reader?.read()) ?? {}
    expect(Buffer.from(value ?? []).readUInt32LE()).toBe(0x04034b50)
    expect(performance.now() - begun).toBeLessThan(1_000)
    leaving.abort()
    await reader?.cancel().catch(() => {})
    const read = vi.spyOn(context.server.storage, 'get')
    await exported({ format: 'jpeg' })
    expect(read.mock.calls.map(([key]) => key).filter((key) => key.startsWith('images/'))).toHaveLength(1)
    read.mockRestore()
  })

  it('writes a PSD whose composite and layers are the pictures to the pixel, by another reader', async () => {
    const photo = await bringPicture(context.server, ada, await textured())
    const isWhite = (x: number, y: number) => x >= 50 && x < 60 && y >= 30 && y < 38
    const maskUploadId = await uploadMask(context.server, ada, await maskPng(width, height, isWhite))
    const erased = await edited(ada, photo.imageId, { operation: 'erase', maskUploadId })
    const cropped = await edited(ada, photo.imageId, {
      operation: 'crop',
      frame: { x: 80, y: 10, width: 40, height: 60 },
    })
    const layersOf = async (over: Partial<ExportInput>) => {
      const png = await pixelsIn((await exported({ ...over, format: 'png' })).bytes)
      const psd = Psd.parse(Uint8Array.from((await exported({ ...over, format: 'psd', dpi: 300 })).bytes).buffer)
      expect([psd.width, psd.height]).toEqual([png.info.width, png.info.height])
      expect(Buffer.from(await psd.composite(false)).equals(png.data)).toBe(true)
      return Object.fromEntries(
        await Promise.all(
          psd.layers.map(
            async (layer) => [layer.name, { layer, pixels: Buffer.from(await layer.composite()) }] as const,
          ),
        ),
      )
    }
    const { Result, Source, Selection } = await layersOf({ imageIds: [idOf(erased)] })
    expect(Source?.pixels.equals((await pixelsIn(await textured())).data)).toBe(true)
    expect(Source?.layer.isHidden && Selection?.layer.isHidden && !Result?.layer.isHidden).toBe(true)
    const white = (x: number, y: number) => Selection?.pixels[(y * width + x) * 4]
    expect([white(55, 34), white(10, 10)]).toEqual([255, 0])
    const ofCrop = await layersOf({ imageIds: [idOf(cropped)] })
    expect(ofCrop.Source?.pixels.equals(ofCrop.Result?.pixels ?? Buffer.alloc(0))).toBe(true)
    await layersOf({ imageIds: [idOf(erased)], width: 30, height: 60 })
  })

  it.each([
    [{ nameTemplate: '{project}-{author}' }, '{author} is not known.'],
    [{ nameTemplate: '{prompt}', metadata: 'minimal' }, '{prompt} would tell the prompt'],
    [{ longestSide: 10, width: 10 }, 'Either longestSide, or width and height.'],
    [{ width: 16_000, height: 16_000 }, 'At most 50 million pixels.'],
    [{ quality: 0 }, 'Too small'],
    [{ imageIds: [] }, 'Too small'],
    [{ dpi: 1.5 }, 'Invalid input'],
    [{ more: 1 }, 'Unrecognized key'],
  ])('refuses %o with 400', async (over, sentence) => {
    const [status, message] = await refused(over)
    expect([status, message]).toEqual([400, expect.stringContaining(sentence)])
  })

  it('refuses before its first byte what is not the user’s, in the trash, in a race, or without a file', async () => {
    const bob = await signUp(context.server)
    expect((await refused({}, bob))[0]).toBe(404)
    const { ask: askSeries, ended } = seriesOf(() => ada)
    const race = await askSeries({ kind: 'race', hidesNames: true, steps: [step(), step({ canvasX: 2_000 })] })
    const raced = await ended(race.body.id)
    const made = await ada.settled({ projectId: raced.projectId, id: raced.steps[0]?.generationId ?? '' })
    expect(await refused({ imageIds: [idOf(card), idOf(made)] })).toEqual([
      409,
      'Image 2 of 2: part of a race. Not before the race has a winner.',
    ])
    const gone = await ada.settled(await ada.generate({ prompt: 'gone', projectId: card.projectId }))
    const { database, storage } = context.server
    const { rows } = await database.system.execute<{ storage_key: string }>(
      sql`select storage_key from generated_images where id = ${idOf(gone)}`,
    )
    await storage.remove(rows[0]?.storage_key ?? '')
    expect(await refused({ imageIds: idsOf(gone) })).toEqual([409, 'Image 1 of 4: the file is gone.'])
    await ada.send('DELETE', `/api/generations/${gone.id}`)
    expect(await refused({ imageIds: idsOf(gone) })).toEqual([
      409,
      'Images 1, 2, 3, 4 of 4: in the trash. Restore what you want to export.',
    ])
  })
})

describe('POST /api/exports/sheet', () => {
  const sheetOf = async (over: object) => {
    const reply = await context.server.app.request('/api/exports/sheet', {
      method: 'POST',
      body: JSON.stringify({ imageIds: idsOf(card), ...over }),
      headers: { ...pageHeaders(context.server), cookie: ada.cookie, 'content-type': 'application/json' },
    })
    return { reply, bytes: Buffer.from(await reply.arrayBuffer()) }
  }
  /** The parts of a PDF that are packed, unpacked. */
  const unpacked = (bytes: Buffer) =>
    [...bytes.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)]
      .map(([, content = '']) => {
        const packed = Buffer.from(content, 'latin1')
        try {
          return inflateSync(packed).toString('latin1')
        } catch {
          return content
        }
      })
      .join('\n')

  it('sends pages of pictures with words of any script, and says that they were made', async () => {
    const { reply, bytes } = await sheetOf({ title: '春の提案 안녕 Öl', columns: 2, captions: 'name' })
    expect([reply.status, reply.headers.get('content-type'), nameIn(reply)]).toEqual([
      200,
      'application/pdf',
      '春の提案-안녕-ol.pdf',
    ])
    const read = await PDFDocument.load(bytes)
    expect([read.getPageCount(), read.getTitle()]).toEqual([1, '春の提案 안녕 Öl'])
    const content = unpacked(bytes)
    expect(content.match(/\/Subtype \/Image/g) ?? bytes.toString('latin1').match(/DCTDecode/g)).toHaveLength(4)
    // The characters of its words, by the table that programs copy text with.
    for (const character of ['春', '提', '안', 'Ö'])
      expect(content.toUpperCase()).toContain(character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0'))
    expect(content).toContain('digitalsourcetype/algorithmicMedia')
    // Fonts of 13 MB, of which it has a few characters.
    expect(bytes.byteLength).toBeLessThan(200_000)
  })

  it('tells prompts only where they are asked for', async () => {
    // Its first word has a letter that no other word of a sheet has.
    const tells = async (captions: string) =>
      unpacked((await sheetOf({ captions })).bytes)
        .toUpperCase()
        .includes('<007A>')
    expect([await tells('name'), await tells('prompt')]).toEqual([false, true])
  })

  it.each([{ columns: 9 }, { imageIds: [] }, { captions: 'all' }, { more: 1 }])('refuses %o with 400', async (over) =>
    expect((await sheetOf(over)).reply.status).toBe(400),
  )
})
