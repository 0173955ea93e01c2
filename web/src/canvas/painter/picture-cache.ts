import { type PictureSource, sourceKey } from './picture-source.ts'

/** Fetches and decodes a picture. Rejects where there is none. */
export type LoadPicture = (source: PictureSource, signal: AbortSignal) => Promise<ImageBitmap>

/** The limit of decoded pictures: 60 sheets of small thumbnails, or 15 of large ones. */
const mostBytes = 96 * 1024 * 1024
/** A browser opens six connections to a server over HTTP/1.1; the page needs some for itself. */
const mostLoading = 4
/** A picture that failed to load is requested again after this long. */
const retryMs = 5_000

type Loading = { readonly source: PictureSource; readonly abort: AbortController; isUnderWay: boolean }

/**
 * Pictures that are decoded or being loaded; the least recently used files go first, and sheets last: where the files in view are
 * more than there is room for, each picture still has its sheet.
 */
export type PictureCache = ReturnType<typeof createPictureCache>

/** @param onChange Is called when pictures have loaded or failed. */
export function createPictureCache(load: LoadPicture, onChange: () => void) {
  const bitmaps = new Map<string, { readonly bitmap: ImageBitmap; readonly kind: PictureSource['kind'] }>()
  const loading = new Map<string, Loading>()
  const failedAt = new Map<string, number>()
  let bytes = 0

  const sizeOf = ({ width, height }: ImageBitmap) => width * height * 4

  const keep = (source: PictureSource, bitmap: ImageBitmap) => {
    const kept = sourceKey(source)
    bitmaps.set(kept, { bitmap, kind: source.kind })
    bytes += sizeOf(bitmap)
    for (const kind of ['file', 'sheet'] as const)
      for (const [key, old] of bitmaps) {
        if (bytes <= mostBytes) return
        if (key === kept || old.kind !== kind) continue
        bitmaps.delete(key)
        bytes -= sizeOf(old.bitmap)
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
