import { Readable } from 'node:stream'
import type { Context } from 'hono'
import type { z } from 'zod'
import { exportBody, exportSheetBody } from '#contract/cards/export.ts'
import { failure, type Result, success } from '#domain/result.ts'
import { slugOf } from '#domain/text/file-names.ts'
import { exportFiles } from '#domain/transfer/export-format.ts'
import type { Refusal } from '#server/db/refusal.ts'
import { contactSheetBytes, makeContactSheet } from '../../features/exports/contact-sheet.ts'
import {
  exportOne,
  exportWork,
  keepOnDisk,
  type MadeFile,
  planExport,
  zipExport,
  zipName,
} from '../../features/exports/export-images.ts'
import { readExportedImages } from '../../features/exports/exported-images.ts'
import type { AppEnv, CallDeps } from '../app-context.ts'
import { jsonBody, reply } from '../openapi/openapi-parts.ts'
import { attachment } from '../replies/attachment.ts'
import { endingStream } from '../replies/ending-stream.ts'
import { errorReply } from '../replies/error-reply.ts'
import { fileRoute } from './file-route.ts'

/** Bytes of memory of an export beside its pictures: the buffers of its zip, and what is known of each image. */
const bytesPerExport = 1_000_000
const bytesPerImage = 8_000

/** Reads the body of a call by its schema. */
async function readBody<Schema extends z.ZodType>(
  c: Context<AppEnv>,
  schema: Schema,
): Promise<Result<z.output<Schema>, Refusal>> {
  const body = schema.safeParse(await c.req.json().catch(() => null))
  if (body.success) return success(body.data)
  const issues = body.error.issues.map(({ path, message }) => ({ path, message }))
  return failure({ code: 'invalid', data: { issues } })
}

type Sent = {
  readonly body: ReadableStream<Uint8Array>
  readonly name: string
  readonly mediaType: string
  /** null: known only at its end. */
  readonly byteSize: number | null
}

/**
 * Sends a file that is made while it is sent, within the room for exports. @param make Is given a signal that is aborted when the reply
 * ends, however it ends: with it goes all that is held for the file.
 */
async function sendMade(
  { work }: CallDeps,
  c: Context<AppEnv>,
  { weight, make }: { readonly weight: number; make(signal: AbortSignal): Promise<Result<Sent, Refusal>> },
): Promise<Response> {
  const place = await work.exports.take({ owner: c.get('userId'), weight, signal: c.req.raw.signal })
  const ended = new AbortController()
  const release = () => {
    ended.abort()
    place.release()
  }
  const sent = await make(AbortSignal.any([c.req.raw.signal, ended.signal])).catch((error: unknown) => {
    release()
    throw error
  })
  if (!sent.ok) {
    release()
    return errorReply(sent.error)
  }
  const { body, name, mediaType, byteSize } = sent.value
  return c.newResponse(endingStream(body, release), 200, {
    'content-type': mediaType,
    'content-disposition': attachment(name),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(byteSize !== null && { 'content-length': String(byteSize) }),
  })
}

const sentFile = ({ byteSize, read }: MadeFile) => ({
  byteSize,
  body: Readable.toWeb(read()) as ReadableStream<Uint8Array>,
})

const pictures = Object.values(exportFiles).map(({ mediaType }) => [mediaType, { schema: {} }] as const)

export const exportRoute = fileRoute(
  {
    call: 'POST /exports',
    scope: 'read',
    summary: 'Images as files of a format and size: one as itself, several as a zip',
    description:
      'Width and height together are exact, cropped around what draws attention; one side alone scales down and never enlarges. sRGB. `metadata`: `keep` has the record and a signature with the original in it, `minimal` the origin and the signature, `none` nothing. A name has {project}, {n}, {model}, {seed}, {date}, {width}, {height} and, with `keep`, {prompt}. Refused before the first byte with 409 where an image is in the trash, in an open race or without a file.',
    body: jsonBody(exportBody),
    replies: {
      200: {
        description: 'The file, or the zip',
        content: Object.fromEntries([...pictures, ['application/zip', { schema: {} }]]),
      },
    },
  },
  async (deps, c) => {
    const read = await readBody(c, exportBody)
    if (!read.ok) return errorReply(read.error)
    const body = read.value
    const userId = c.get('userId')
    return sendMade(deps, c, {
      weight: bytesPerExport + bytesPerImage * body.imageIds.length,
      async make(signal) {
        const work = exportWork(deps.work, userId, signal)
        const planned = await planExport(deps, { userId, body, maxBytes: work.maxBytes })
        if (!planned.ok) return planned
        const plan = planned.value
        const [only] = plan.files
        if (plan.files.length > 1 || !only)
          return success({
            body: zipExport(deps, plan, work),
            name: zipName(plan),
            mediaType: 'application/zip',
            byteSize: null,
          })
        const { mediaType } = exportFiles[body.format]
        return success({ ...sentFile(await exportOne(deps, plan, work)), name: only.name, mediaType })
      },
    })
  },
)

export const exportSheetRoute = fileRoute(
  {
    call: 'POST /exports/sheet',
    scope: 'read',
    summary: 'Images as a contact sheet: rows of pictures on pages of A4, as a PDF',
    description:
      'Captions have number, model and size; prompts only where they are asked for. Refused with 409 where an image is in the trash, in an open race or without a file.',
    body: jsonBody(exportSheetBody),
    replies: { 200: reply('The sheet', 'application/pdf') },
  },
  async (deps, c) => {
    const read = await readBody(c, exportSheetBody)
    if (!read.ok) return errorReply(read.error)
    const body = read.value
    const userId = c.get('userId')
    return sendMade(deps, c, {
      weight: contactSheetBytes(body.imageIds.length),
      async make(signal) {
        const images = await readExportedImages(deps, { userId, imageIds: body.imageIds })
        if (!images.ok) return images
        const bytes = await makeContactSheet(deps, { images: images.value, body, signal })
        const { temporaryFiles } = deps.work.of(userId, signal)
        const name = `${slugOf(body.title || (images.value[0]?.projectTitle ?? '')).normalize('NFC')}.pdf`
        return success({
          ...sentFile(await keepOnDisk(bytes, { temporaryFiles, signal })),
          name,
          mediaType: 'application/pdf',
        })
      },
    })
  },
)
