import { minSheet, type PictureSource, sourceKey } from './picture-source.ts'

/** Fetches and decodes a picture. Rejects where there is none. */
export type LoadPicture = (source: PictureSource, signal: AbortSignal) => Promise<ImageBitmap>

/** A browser opens six connections to a server over HTTP/1.1; the page needs some for itself. */
const maxLoading = 4
/** A picture that failed to load is requested again after this long. */
const retryMs = 5_000

type Loading = { readonly source: PictureSource; readonly abort: AbortController; isUnderWay: boolean }

type Kind = 'file' | 'large sheet' | 'small sheet'

const kindOf = (source: PictureSource): Kind => {
  if (source.kind === 'file') return 'file'
  return source.size === minSheet ? 'small sheet' : 'large sheet'
}

const mebibyte = 1024 * 1024
/** Room for 15 large sheets or 90 files of 512 pixels, of which files leave first. */
const sharpRoom = { kinds: ['file', 'large sheet'], mostBytes: 96 * mebibyte } as const
/** Room for 120 small sheets, those of 12,000 cards. */
const standInRoom = { kinds: ['small sheet'], mostBytes: 192 * mebibyte } as const

/**
 * Pictures that are decoded or being loaded. The least recently used files go first, then large sheets. Small sheets have room of their
 * own: where sharper files are more than there is room for, each picture still has its stand-in.
 */
export type PictureCache = ReturnType<typeof createPictureCache>

/** @param onChange Is called when pictures have loaded or failed. */
export function createPictureCache(load: LoadPicture, onChange: () => void) {
  const bitmaps = new Map<string, { readonly bitmap: ImageBitmap; readonly kind: Kind }>()
  const loading = new Map<string, Loading>()
  const failedAt = new Map<string, number>()

  const sizeOf = ({ width, height }: ImageBitmap) => width * height * 4

  const keep = (source: PictureSource, bitmap: ImageBitmap) => {
    const kept = sourceKey(source)
    const kind = kindOf(source)
    bitmaps.set(kept, { bitmap, kind })
    const { kinds, mostBytes } = kind === 'small sheet' ? standInRoom : sharpRoom
    const inRoom = kinds.flatMap((each) => [...bitmaps].filter(([, found]) => found.kind === each))
    let bytes = inRoom.reduce((sum, [, found]) => sum + sizeOf(found.bitmap), 0)
    for (const [key, old] of inRoom) {
      if (bytes <= mostBytes) return
      if (key === kept) continue
      bitmaps.delete(key)
      bytes -= sizeOf(old.bitmap)
      old.bitmap.close()
    }
  }

  const next = () => {
    const underWay = [...loading.values()].filter(({ isUnderWay }) => isUnderWay).length
    // The newest first: the latest request is what is visible now.
    const waiting = [...loading].filter(([, { isUnderWay }]) => !isUnderWay).reverse()
    for (const [key, one] of waiting.slice(0, maxLoading - underWay)) {
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
