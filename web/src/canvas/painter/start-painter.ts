import { coveringSide } from '#domain/layout/picture-box.ts'
import { pictureBoxes } from '../scene/picture-boxes.ts'
import { tileSide } from '../tiles/tile-levels.ts'
import type { FromPainter, LoadedNow, Look, PaintRequest, ToPainter } from './paint-protocol.ts'
import { paintTile, tileBleed } from './paint-tile.ts'
import { createPictureCache, type LoadPicture } from './picture-cache.ts'
import { type PictureSource, pictureSource, soonestSource, sourceKey, standIns } from './picture-source.ts'

/** Pictures that load within this time are painted together. */
const gatherMs = 40
/**
 * A tile that should wait for its pictures is painted without them after this long; later while the view is fast, which is when
 * paintings take frames from it.
 */
const maxWaitMs: Readonly<Record<LoadedNow, number>> = { all: 300, 'stand-ins': 1_000 }

type Job = {
  readonly request: PaintRequest
  readonly missing: Map<string, PictureSource>
  /** Sheets that replace missing pictures, where nothing does yet. They are loaded first. */
  readonly standInsMissing: Map<string, PictureSource>
  /** Those of `missing` that something stands in for. */
  readonly sharper: ReadonlySet<string>
  since: number
  lacksPictures: boolean
}

type PainterDeps = {
  readonly load: LoadPicture
  /** The typeface of the cards: another one would change the line breaks. */
  readonly font: Promise<unknown>
  send(message: FromPainter, transfer: Transferable[]): void
}

/**
 * Paints tiles in a worker. A request with missing pictures is painted again when they have loaded. Returns the handler
 * of messages of `paint-protocol.ts`.
 */
export function startPainter({ load, send, font }: PainterDeps): (message: ToPainter) => Promise<void> {
  const jobs = new Map<number, Job>()
  let loadedNow: LoadedNow = 'all'
  let isGathering = false
  const pictures = createPictureCache(load, () => {
    if (!isGathering) setTimeout(repaint, gatherMs)
    isGathering = true
  })
  let look: Look | null = null

  const paint = ({ request, missing, lacksPictures }: Job) => {
    if (!look) return
    const side = Math.round(tileSide * request.devicePixelRatio) + tileBleed
    const canvas = new OffscreenCanvas(side, side)
    const context = canvas.getContext('2d')
    if (!context) return
    paintTile(context, { request, look, pictures })
    const bitmap = canvas.transferToImageBitmap()
    const isComplete = missing.size === 0
    if (isComplete) jobs.delete(request.id)
    send({ id: request.id, bitmap, isComplete, lacksPictures }, [bitmap])
  }

  const wantMissing = () => {
    const waiting = [...jobs.values()].reverse()
    // The latest request is loaded first.
    pictures.want([
      ...waiting.flatMap(({ missing, sharper }) =>
        [...missing].flatMap(([key, source]) => (loadedNow === 'all' || !sharper.has(key) ? source : [])),
      ),
      ...waiting.flatMap(({ standInsMissing }) => [...standInsMissing.values()]),
    ])
  }

  /** Whether the last sheet that replaces a job's pictures has just loaded. */
  const standInsCame = ({ standInsMissing }: Job) => {
    const before = standInsMissing.size
    for (const [key, source] of standInsMissing) if (pictures.isSettled(source)) standInsMissing.delete(key)
    return before > 0 && standInsMissing.size === 0
  }

  const repaint = () => {
    isGathering = false
    const now = performance.now()
    for (const job of [...jobs.values()]) {
      const before = job.missing.size
      for (const [key, source] of job.missing) {
        if (!pictures.isSettled(source)) continue
        job.missing.delete(key)
        job.lacksPictures ||= !pictures.has(source)
      }
      const isTooLate = job.missing.size < before && now - job.since > maxWaitMs[loadedNow]
      if (job.missing.size > 0 && !isTooLate && !standInsCame(job)) continue
      job.since = now
      paint(job)
    }
    wantMissing()
  }

  const take = (request: PaintRequest) => {
    const scale = request.zoom * request.devicePixelRatio
    const missing = new Map<string, PictureSource>()
    const standInsMissing = new Map<string, PictureSource>()
    const sharper = new Set<string>()
    let isPaintable = true
    let lacksPictures = false
    for (const card of request.cards)
      for (const [place, box] of card.isCollapsed ? [] : pictureBoxes(card, request.zoom).entries()) {
        const image = card.face.images[place]
        if (image?.state !== 'picture' || card.hidden.pictures.includes(place)) continue
        const source = pictureSource(image, { side: coveringSide(image, box) * scale, detail: request.detail })
        if (pictures.isSettled(source)) {
          lacksPictures ||= !pictures.has(source)
          continue
        }
        // Any available file is good enough while the view moves.
        if (request.detail === 'moving' && standIns(image).some(pictures.has)) continue
        const key = sourceKey(source)
        missing.set(key, source)
        if (standIns(image).some(pictures.has)) {
          sharper.add(key)
          continue
        }
        isPaintable = false
        const soonest = soonestSource(image)
        if (soonest && source.kind === 'file' && !pictures.isSettled(soonest)) {
          standInsMissing.set(sourceKey(soonest), soonest)
          sharper.add(key)
        }
      }
    const job = { request, missing, standInsMissing, sharper, since: performance.now(), lacksPictures }
    jobs.set(request.id, job)
    const isPaintedFirst = request.timing === 'now' || (request.timing === 'whenComplete' && isPaintable)
    if (isPaintedFirst || missing.size === 0) paint(job)
    if (missing.size > 0) wantMissing()
  }

  const ready = font.catch(() => {})

  return async (message) => {
    await ready
    switch (message.kind) {
      case 'look':
        look = message.look
        return
      case 'paint':
        return take(message.request)
      case 'load':
        loadedNow = message.what
        return wantMissing()
      case 'forget':
        jobs.delete(message.id)
        return wantMissing()
    }
  }
}
