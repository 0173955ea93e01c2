import { sheetSizes } from '#domain/board/sheet.ts'
import { type PictureSource, sourceKey } from './picture-source.ts'

/** Fetches and decodes a picture. Rejects where there is none. */
export type LoadPicture = (source: PictureSource, signal: AbortSignal) => Promise<ImageBitmap>

const mebibyte = 1024 * 1024
/**
 * The limits of decoded pictures: 15 large sheets or 90 files of 512 pixels, and 120 small sheets, which are those of 12,000 cards.
 */
const mostBytes = { sharp: 96 * mebibyte, standIns: 192 * mebibyte } as const
/** A browser opens six connections to a server over HTTP/1.1; the page needs some for itself. */
const mostLoading = 4
/** A picture that failed to load is requested again after this long. */
const retryMs = 5_000

type Loading = { readonly source: PictureSource; readonly abort: AbortController; isUnderWay: boolean }

type Kind = 'file' | 'large sheet' | 'small sheet'

const kindOf = (source: PictureSource): Kind => {
  if (source.kind === 'file') return 'file'
  return source.size === Math.min(...sheetSizes) ? 'small sheet' : 'large sheet'
}

/** Where a kind is kept, and what leaves there first. */
const roomOf = (kind: Kind): { readonly name: keyof typeof mostBytes; readonly kinds: readonly Kind[] } =>
  kind === 'small sheet'
    ? { name: 'standIns', kinds: ['small sheet'] }
    : { name: 'sharp', kinds: ['file', 'large sheet'] }

/**
 * Pictures that are decoded or being loaded. The least recently used files go first, then large sheets. Small sheets have room of their
 * own: whatever is in view, each picture keeps its stand-in, and a zoom loads nothing.
 */
export type PictureCache = ReturnType<typeof createPictureCache>

/** @param onChange Is called when pictures have loaded or failed. */
export function createPictureCache(load: LoadPicture, onChange: () => void) {
  const bitmaps = new Map<string, { readonly bitmap: ImageBitmap; readonly kind: Kind }>()
  const loading = new Map<string, Loading>()
  const failedAt = new Map<string, number>()
  const bytes = { sharp: 0, standIns: 0 }

  const sizeOf = ({ width, height }: ImageBitmap) => width * height * 4

  const keep = (source: PictureSource, bitmap: ImageBitmap) => {
    const kept = sourceKey(source)
    const kind = kindOf(source)
    const room = roomOf(kind)
    bitmaps.set(kept, { bitmap, kind })
    bytes[room.name] += sizeOf(bitmap)
    for (const leaving of room.kinds)
      for (const [key, old] of bitmaps) {
        if (bytes[room.name] <= mostBytes[room.name]) return
        if (key === kept || old.kind !== leaving) continue
        bitmaps.delete(key)
        bytes[room.name] -= sizeOf(old.bitmap)
        old.bitmap.close()
      }
  }

  const next = () => {
    const underWay = [...loading.values()].filter(({ isUnderWay }) => isUnderWay).length
    // The newest first: the latest request is what is visible now.
    const waiting = [...loading].filter(([, { isUnderWay }]) => !isUnderWay).reverse()
    for (const [key, one] of waiting.slice(0, mostLoading - underWay)) {
      one.isUnderWay = true
      load(one.source, one.abort.signal)
        .then(
          (bitmap) => (loading.get(key) === one ? keep(one.source, bitmap) : bitmap.close()),
          () => one.abort.signal.aborted || failedAt.set(key, performance.now()),
        )
        .finally(() => {
          if (loading.get(key) === one) loading.delete(key)
          onChange()
          next()
        })
    }
  }

  return {
    /** The decoded picture file, which counts as used. */
    get(source: PictureSource): ImageBitmap | undefined {
      const key = sourceKey(source)
      const found = bitmaps.get(key)
      if (found) {
        bitmaps.delete(key)
        bitmaps.set(key, found)
      }
      return found?.bitmap
    },

    has: (source: PictureSource) => bitmaps.has(sourceKey(source)),

    /** Whether the file is loaded, or cannot be for now. */
    isSettled: (source: PictureSource) =>
      bitmaps.has(sourceKey(source)) || performance.now() - (failedAt.get(sourceKey(source)) ?? -retryMs) < retryMs,

    /** Loads exactly these from now on; loads for others are aborted. */
    want(sources: Iterable<PictureSource>) {
      const wanted = new Map(Array.from(sources, (source) => [sourceKey(source), source]))
      for (const [key, one] of loading) {
        if (wanted.has(key)) continue
        loading.delete(key)
        one.abort.abort()
      }
      for (const [key, source] of wanted)
        if (!loading.has(key)) loading.set(key, { source, abort: new AbortController(), isUnderWay: false })
      next()
    },
  }
}
