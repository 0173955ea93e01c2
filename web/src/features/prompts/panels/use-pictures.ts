import { useEffect, useRef, useState } from 'react'
import { maxReferencePictures } from '#domain/prompt/named-reference.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { maxUploadBytes, uploadPicture } from '#web/data/pictures/send-pictures.ts'
import { referenceTexts } from './texts.ts'

const texts = referenceTexts.form

/** A file that is being uploaded, or that failed. It keeps its position among the uploads. */
export type PendingUpload = {
  readonly key: number
  readonly file: File
  readonly state: { readonly kind: 'sending' } | { readonly kind: 'failed'; readonly reason: string }
}
type Upload = PendingUpload | { readonly key: number; readonly id: string }

export type PictureIds = { readonly imageIds: readonly string[]; readonly uploadIds: readonly string[] }

const isPending = (upload: Upload): upload is PendingUpload => 'file' in upload
const storedUpload = (id: string, key: number): Upload => ({ id, key })

/** The pictures of a reference that is edited: own images, and files that are uploaded as soon as they are chosen. */
export function usePictures(before: PictureIds) {
  const [imageIds, setImageIds] = useState(before.imageIds)
  const [uploads, setUploads] = useState<readonly Upload[]>(() => before.uploadIds.map(storedUpload))
  const nextKey = useRef(before.uploadIds.length)
  const aborts = useRef(new Map<number, AbortController>())
  useEffect(() => {
    const running = aborts.current
    return () => {
      for (const abort of running.values()) abort.abort()
    }
  }, [])

  const replace = (upload: Upload) => setUploads((now) => now.map((each) => (each.key === upload.key ? upload : each)))
  const removeUpload = (key: number) => {
    aborts.current.get(key)?.abort()
    setUploads((now) => now.filter((each) => each.key !== key))
  }
  const send = async ({ key, file }: PendingUpload) => {
    const fail = (reason: string) => replace({ key, file, state: { kind: 'failed', reason } })
    if (file.size > maxUploadBytes) return fail(texts.tooLarge)
    const abort = new AbortController()
    aborts.current.set(key, abort)
    replace({ key, file, state: { kind: 'sending' } })
    try {
      const { id } = await uploadPicture(file, { kind: 'picture', signal: abort.signal, onProgress: () => undefined })
      replace({ key, id })
    } catch (error) {
      if (!abort.signal.aborted) fail(errorMessage(error, texts.uploadFailed))
    } finally {
      aborts.current.delete(key)
    }
  }

  const uploadIds = uploads.flatMap((upload) => (isPending(upload) ? [] : [upload.id]))
  const pending = uploads.filter(isPending)
  const room = Math.max(0, maxReferencePictures - imageIds.length - uploads.length)
  return {
    imageIds: [...imageIds],
    uploadIds,
    uploads,
    pending,
    room,
    isChanged: pending.length > 0 || `${imageIds};${uploadIds}` !== `${before.imageIds};${before.uploadIds}`,
    state: pending.some(({ state }) => state.kind === 'failed')
      ? ('failed' as const)
      : pending.length > 0
        ? ('sending' as const)
        : imageIds.length + uploadIds.length === 0
          ? ('empty' as const)
          : ('ready' as const),
    addFiles(files: readonly File[]) {
      const added = files
        .slice(0, room)
        .map((file): PendingUpload => ({ key: nextKey.current++, file, state: { kind: 'sending' } }))
      setUploads((now) => [...now, ...added])
      for (const upload of added) void send(upload)
    },
    retry: (upload: PendingUpload) => void send(upload),
    removeUpload,
    /** Adds an own image, or removes it. */
    toggleImage: (id: string) =>
      setImageIds((now) => (now.includes(id) ? now.filter((each) => each !== id) : [...now, id])),
  }
}

export type Pictures = ReturnType<typeof usePictures>
