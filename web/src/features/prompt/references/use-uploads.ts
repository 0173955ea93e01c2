import { useEffect, useRef, useState } from 'react'
import type { UploadShape } from '#contract/upload.ts'
import { errorMessage } from '#web/data/api-error.ts'
import { largestUploadBytes, uploadPicture } from '#web/data/uploads.ts'
import { referenceTexts } from './texts.ts'

/** One file on its way, or one that did not arrive. */
export type Upload = {
  readonly id: number
  readonly file: File
  readonly state:
    | { readonly kind: 'sending'; readonly part: number }
    | { readonly kind: 'failed'; readonly reason: string }
}

type Listeners = {
  onArrived(upload: UploadShape, file: File): void
  /** The last of all has arrived, and none has failed. */
  onAllArrived?(): void
}

/**
 * Uploads files beside each other. What has arrived is told in the order in which it was added, and leaves the list; what has
 * failed stays, with the reason.
 */
export function useUploads(listeners: Listeners) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const list = useRef(uploads)
  const nextId = useRef(0)
  const aborts = useRef(new Map<number, AbortController>())
  const turn = useRef(Promise.resolve())
  const latest = useRef(listeners)
  latest.current = listeners

  useEffect(() => {
    const running = aborts.current
    return () => {
      for (const abort of running.values()) abort.abort()
    }
  }, [])

  const change = (all: readonly Upload[]) => {
    list.current = all
    setUploads(all)
  }
  const drop = (id: number) => change(list.current.filter((upload) => upload.id !== id))
  const setState = (id: number, state: Upload['state']) =>
    change(list.current.map((upload) => (upload.id === id ? { ...upload, state } : upload)))

  const send = async ({ id, file }: Upload, { before, done }: { before: Promise<void>; done: () => void }) => {
    if (file.size > largestUploadBytes) {
      setState(id, { kind: 'failed', reason: referenceTexts.tooLarge })
      return done()
    }
    const abort = new AbortController()
    aborts.current.set(id, abort)
    try {
      const onProgress = (part: number) => setState(id, { kind: 'sending', part })
      const upload = await uploadPicture(file, { onProgress, signal: abort.signal })
      await before
      // Taken out of the list while it waited for its turn.
      if (abort.signal.aborted) return
      drop(id)
      latest.current.onArrived(upload, file)
      if (list.current.length === 0) latest.current.onAllArrived?.()
    } catch (error) {
      if (!abort.signal.aborted) setState(id, { kind: 'failed', reason: errorMessage(error, referenceTexts.failed) })
    } finally {
      aborts.current.delete(id)
      done()
    }
  }

  /** Sends it at once; it is told after all that were added before. */
  const enqueue = (upload: Upload) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const before = turn.current
    turn.current = before.then(() => promise)
    void send(upload, { before, done: resolve })
  }

  return {
    uploads,
    add(files: readonly File[]) {
      const added = files.map((file): Upload => ({ id: nextId.current++, file, state: { kind: 'sending', part: 0 } }))
      change([...list.current, ...added])
      for (const upload of added) enqueue(upload)
    },
    retry(upload: Upload) {
      setState(upload.id, { kind: 'sending', part: 0 })
      enqueue(upload)
    },
    /** Stops a file on its way, or takes one that has failed out of the list. */
    remove({ id }: Upload) {
      aborts.current.get(id)?.abort()
      drop(id)
    },
  }
}
