import { constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib'
import type { Context } from 'hono'
import { z } from 'zod'
import { coordinate } from '#contract/generation.ts'
import { openPlacedProject } from '../../features/boards/place-unplaced-cards.ts'
import { readBoard } from '../../features/boards/read-board.ts'
import type { AppDeps, AppEnv } from '../app-context.ts'
import { errorReply } from '../error-reply.ts'

const query = z
  .strictObject({ x: z.coerce.number().pipe(coordinate).optional(), y: z.coerce.number().pipe(coordinate).optional() })
  .refine(({ x, y }) => (x === undefined) === (y === undefined), { message: 'x and y go together.', path: ['y'] })

/**
 * The best first, at the level where the network, not this, is waited for. 10,000 cards are 2.3 MB: 0.85 MB in 17 ms of CPU
 * by zstd, 0.87 MB in 25 ms by brotli, 0.89 MB in 36 ms by gzip; brotli's next levels take twice the time for 3 % less.
 */
const compressors = {
  zstd: () => createZstdCompress(),
  br: () =>
    createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 2, [constants.BROTLI_PARAM_LGWIN]: 18 } }),
  gzip: () => createGzip({ level: 4 }),
} as const
type Encoding = keyof typeof compressors
const encodings: readonly Encoding[] = ['zstd', 'br', 'gzip']

function encodingOf(accepted: string | undefined): Encoding | null {
  const names = (accepted ?? '').split(',').map((each) => each.trim())
  const takes = (name: string) => names.some((each) => each.split(';')[0] === name && !/;\s*q=0(\.0*)?$/.test(each))
  return encodings.find(takes) ?? null
}

type Lines = {
  readonly body: ReadableStream<Uint8Array>
  write(line: string): boolean
  end(): void
  fail(error: unknown): void
}

/**
 * A body that takes lines as fast as they come, and holds what the reader has not taken yet in its compressed form: a slow
 * reader must not keep the database waiting.
 */
function openLines(encoding: Encoding | null): Lines {
  const compressor = encoding ? compressors[encoding]() : null
  let isOpen = true
  let isFirst = true
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given
      compressor?.on('data', (bytes: Buffer) => isOpen && given.enqueue(bytes))
      compressor?.on('end', () => isOpen && given.close())
    },
    cancel() {
      isOpen = false
      compressor?.destroy()
    },
  })
  return {
    body,
    write(line) {
      if (!isOpen) return false
      const bytes = Buffer.from(`${line}\n`)
      if (!compressor) controller?.enqueue(bytes)
      else compressor.write(bytes)
      // What is looked at first is not kept back until there is more to compress.
      if (isFirst) compressor?.flush()
      isFirst = false
      return true
    },
    end() {
      if (compressor) compressor.end()
      else if (isOpen) controller?.close()
    },
    fail(error) {
      if (!isOpen) return
      isOpen = false
      compressor?.destroy()
      controller?.error(error)
    },
  }
}

/** GET /api/projects/{id}/board: all cards of a project in their compact form, those that are looked at first. */
export async function streamBoard(deps: AppDeps, c: Context<AppEnv>): Promise<Response> {
  const projectId = z.uuid().safeParse(c.req.param('id'))
  const userId = c.get('userId')
  if (!projectId.success || !(await openPlacedProject(deps.db, { userId, projectId: projectId.data })))
    return errorReply({ code: 'not-found' })
  const asked = query.safeParse(c.req.query())
  if (!asked.success) return errorReply({ code: 'invalid', data: { issues: asked.error.issues } })
  const { x, y } = asked.data
  const encoding = encodingOf(c.req.header('accept-encoding'))
  const lines = openLines(encoding)
  const centre = x === undefined || y === undefined ? null : { x, y }
  readBoard(deps, { userId, projectId: projectId.data, centre }, lines.write).then(lines.end, (error: unknown) => {
    deps.log.error({ err: error }, 'a board could not be read to its end')
    lines.fail(error)
  })
  return new Response(lines.body, {
    headers: {
      'content-type': 'application/x-ndjson',
      'cache-control': 'private, no-store',
      vary: 'Accept-Encoding, Cookie',
      'x-accel-buffering': 'no',
      ...(encoding ? { 'content-encoding': encoding } : {}),
    },
  })
}
