import { constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib'
import type { Context } from 'hono'
import type { WriteLine } from '#server/features/boards/read-board.ts'
import type { Place } from '#server/operations/admission.ts'
import type { AppEnv, CallDeps } from '../app-context.ts'
import { networkOf } from '../guards/client-address.ts'
import { endingStream } from './ending-stream.ts'

/**
 * The best first, at the level where the network is the bottleneck. 10,000 cards are 2.3 MB: 0.85 MB in 17 ms of CPU by zstd,
 * 0.87 MB in 25 ms by brotli, 0.89 MB in 36 ms by gzip; brotli's next levels take twice the time for 3 % less.
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

/** A client that takes nothing for this long gets nothing more. */
const maxPauseMs = 30_000

type Lines = {
  readonly body: ReadableStream<Uint8Array>
  readonly write: WriteLine
  end(): void
  fail(error: unknown): void
}

/**
 * A body that accepts lines as fast as they are compressed, and keeps what the reader has not taken yet: a slow reader must not keep the
 * database waiting. It breaks off where there is no room for more.
 * @param takeRoom Takes room for so many bytes until the reader has them; null: there is none.
 */
function openLines(encoding: Encoding | null, takeRoom: (bytes: number) => Place | null): Lines {
  const compressor = encoding ? compressors[encoding]() : null
  const unsent: { readonly bytes: Uint8Array; readonly room: Place }[] = []
  /** Room of what was handed on, until more is asked for: it waits in the connection. */
  let handedOn: Place | undefined
  const left = Promise.withResolvers<void>()
  let more = Promise.withResolvers<void>()
  let state: 'open' | 'ended' | 'left' = 'open'
  let isFirst = true
  const isOpen = () => state === 'open'
  let failure: unknown

  function leave(): void {
    state = 'left'
    compressor?.destroy()
    handedOn?.release()
    for (const { room } of unsent.splice(0)) room.release()
    left.resolve()
    more.resolve()
  }
  function fail(error: unknown): void {
    if (state === 'left') return
    failure = error
    leave()
  }
  function add(bytes: Uint8Array): void {
    if (state !== 'open') return
    const room = takeRoom(bytes.byteLength)
    if (room) unsent.push({ bytes, room })
    else fail(new Error('The client takes too little of what it has asked for.'))
    more.resolve()
  }
  function finish(): void {
    if (state === 'open') state = 'ended'
    more.resolve()
  }
  compressor?.on('data', add)
  compressor?.on('end', finish)

  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        handedOn?.release()
        for (;;) {
          const next = unsent.shift()
          handedOn = next?.room
          if (next) return controller.enqueue(next.bytes)
          if (failure !== undefined) return controller.error(failure)
          if (state === 'ended') return controller.close()
          if (state === 'left') return
          more = Promise.withResolvers()
          await more.promise
        }
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  )
  return {
    body,
    async write(line) {
      if (state !== 'open') return false
      const bytes = Buffer.from(`${line}\n`)
      if (compressor) {
        const compressed = new Promise<void>((resolve) => compressor.write(bytes, () => resolve()))
        // The first line is flushed at once instead of waiting for more to compress.
        if (isFirst) compressor.flush()
        isFirst = false
        await Promise.race([compressed, left.promise])
      } else add(bytes)
      return isOpen()
    },
    end() {
      if (compressor) compressor.end()
      else finish()
    },
    fail,
  }
}

type LinesDeps = Pick<CallDeps, 'log'> & { readonly work: Pick<CallDeps['work'], 'boardReads' | 'unsentLines'> }

/**
 * A reply of JSON lines, sent as they are read, with the caller's preferred compression. An error breaks the reply off: its
 * reader knows from the first line how many cards follow. Waits for its turn: each reading takes a connection of the database.
 * @param read Reads all of it, line by line.
 */
export async function linesReply(
  c: Context<AppEnv>,
  { log, work }: LinesDeps,
  read: (write: WriteLine) => Promise<void>,
): Promise<Response> {
  const owner = c.get('userId') ?? networkOf(c.get('address'))
  const turn = await work.boardReads.take({ owner, weight: 1, signal: c.req.raw.signal })
  const encoding = encodingOf(c.req.header('accept-encoding'))
  const lines = openLines(encoding, (bytes) => work.unsentLines.tryTake({ owner, weight: bytes }))
  read(lines.write)
    .then(lines.end, (error: unknown) => {
      log.error({ err: error }, 'a board could not be read to its end')
      lines.fail(error)
    })
    .finally(turn.release)
  return new Response(
    endingStream(lines.body, () => {}, maxPauseMs),
    {
      headers: {
        'content-type': 'application/x-ndjson',
        'cache-control': 'private, no-store',
        vary: 'Accept-Encoding, Cookie',
        'x-accel-buffering': 'no',
        ...(encoding ? { 'content-encoding': encoding } : {}),
      },
    },
  )
}
