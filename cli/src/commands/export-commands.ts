import { createWriteStream } from 'node:fs'
import { access, mkdir, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { z } from 'zod'
import { exportBody, exportSheetBody, sheetCaptions } from '#contract/cards/export.ts'
import { exportFormats, metadataLevels } from '#domain/transfer/export-format.ts'
import { defaultNameTemplate, nameVariables } from '#domain/transfer/export-names.ts'
import type { Client } from '../client.ts'
import { type Call, type Command, clientOf, type Given } from '../command.ts'
import { finishedIds } from '../named.ts'
import { CliFailure, usageFault } from '../terminal.ts'

/** The value of the option `--format` that is a contact sheet. */
const sheetFormat = 'pdf'

const numberIn = (given: Given, name: string) => {
  const written = given.text(name)
  return written === undefined ? undefined : Number(written)
}

/** A body as the contract has it. @throws CliFailure with the field that is wrong. */
function checked<Schema extends z.ZodType>(schema: Schema, asked: object): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
  const read = schema.safeParse(given)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw usageFault(`${issue?.path.join('.')}: ${issue?.message}`)
}

/** The ids of the finished images of cards, and of images, in their order. */
async function imagesOf(client: Client, names: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const name of names) {
    const { card, imageId } = await client.api.generations.find({ name })
    const ids = finishedIds(card).filter((id) => imageId === null || id === imageId)
    if (ids.length === 0) throw new CliFailure('not-found', `${name} has no image that is there yet.`)
    found.push(...ids)
  }
  return [...new Set(found)]
}

/** Writes a file as it arrives, under its name at last: one that was cut off is not left behind. @returns Its path. */
async function storeStream(
  { name, body }: { readonly name: string; readonly body: ReadableStream<Uint8Array> },
  { folder, force }: { readonly folder: string; readonly force: boolean },
  signal: AbortSignal,
): Promise<string> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, basename(name))
  const isThere = await access(path).then(
    () => true,
    () => false,
  )
  if (isThere && !force) {
    await body.cancel()
    throw new CliFailure('failed', `${path} is there already. Use --force to replace it.`)
  }
  const part = `${path}.part`
  try {
    await pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), createWriteStream(part), {
      signal,
    })
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw signal.aborted ? error : new CliFailure('failed', 'The file broke off. Export it again.')
  }
  return path
}

async function exportImages({ given, terminal }: Call, client: Client) {
  const imageIds = await imagesOf(client, given.words)
  const format = given.text('format') ?? 'png'
  const asked =
    format === sheetFormat
      ? {
          path: '/exports/sheet',
          body: checked(exportSheetBody, {
            imageIds,
            title: given.text('title'),
            columns: numberIn(given, 'columns'),
            captions: given.text('captions'),
          }),
        }
      : {
          path: '/exports',
          body: checked(exportBody, {
            imageIds,
            format,
            longestSide: numberIn(given, 'longest-side'),
            width: numberIn(given, 'width'),
            height: numberIn(given, 'height'),
            quality: numberIn(given, 'quality'),
            dpi: numberIn(given, 'dpi'),
            metadata: given.text('metadata'),
            nameTemplate: given.text('name'),
          }),
        }
  const file = await client.makeFile(asked.path, asked.body)
  return storeStream(file, { folder: given.text('output') ?? '.', force: given.has('force') }, terminal.signal)
}

export const exportCommands: readonly Command[] = [
  {
    name: 'export',
    takes: '<card-or-image...>',
    help: 'Store images in a format and size: one as a file, several as a zip, or as a PDF contact sheet',
    options: [
      { name: 'format', short: 'f', value: [...exportFormats, sheetFormat].join('|'), help: 'default: png' },
      { name: 'longest-side', value: 'pixels', help: 'scale down to this; never enlarges' },
      { name: 'width', value: 'pixels', help: 'scale down to this; with --height the exact size, cropped' },
      { name: 'height', value: 'pixels', help: 'the same' },
      { name: 'quality', value: '1-100', help: 'of jpeg, webp and avif; default: 90' },
      { name: 'dpi', value: 'number', help: 'the resolution that the file says' },
      { name: 'metadata', value: metadataLevels.join('|'), help: 'what the files say of themselves; default: keep' },
      {
        name: 'name',
        value: 'template',
        help: `of ${nameVariables.map((name) => `{${name}}`).join(' ')}; default: ${defaultNameTemplate}`,
      },
      { name: 'title', value: 'text', help: 'of a contact sheet' },
      { name: 'columns', value: '1-8', help: 'of a contact sheet; default: 4' },
      { name: 'captions', value: sheetCaptions.join('|'), help: 'of a contact sheet; default: name' },
      { name: 'output', short: 'o', value: 'folder', help: 'default: this one' },
      { name: 'force', help: 'replace a file that is there' },
    ],
    async run(call) {
      const path = await exportImages(call, await clientOf(call))
      return { lines: [path], data: { files: [path] } }
    },
  },
]
