import { useQuery } from '@tanstack/react-query'
import { CircleAlert, RotateCw, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { UploadShape } from '#contract/cards/upload.ts'
import type { Attachment } from '#domain/prompt/attachment.ts'
import { recentAssetsQuery } from '#web/data/assets/assets.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { imageAddress } from '#web/data/pictures/image-address.ts'
import { maxUploadBytes, uploadPicture } from '#web/data/pictures/send-pictures.ts'
import { IconButton } from '#web/ui/button.tsx'
import { moveFocus } from '#web/ui/focus.ts'
import { LoadFailedLine } from '#web/ui/page-states.tsx'
import { referenceTexts } from './texts.ts'

/** A file that is being uploaded, or that failed. */
type Upload = {
  readonly id: number
  readonly file: File
  readonly state:
    | { readonly kind: 'sending'; readonly part: number }
    | { readonly kind: 'failed'; readonly reason: string }
}

type Listeners = {
  onArrived(upload: UploadShape, file: File): void
  /** Called when the last one has arrived, and none has failed. */
  onAllArrived?(): void
}

/**
 * Uploads files in parallel. Arrived files are reported in the order in which they were added and leave the list;
 * failed ones stay, with the reason.
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
    if (file.size > maxUploadBytes) {
      setState(id, { kind: 'failed', reason: referenceTexts.tooLarge })
      return done()
    }
    const abort = new AbortController()
    aborts.current.set(id, abort)
    try {
      const onProgress = (part: number) => setState(id, { kind: 'sending', part })
      const upload = await uploadPicture(file, { onProgress, signal: abort.signal, kind: 'picture' })
      await before
      // Removed from the list while it waited for its turn.
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

  /** Sends it at once; it is reported after all that were added before. */
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
    /** Cancels an upload, or removes a failed one from the list. */
    remove({ id }: Upload) {
      aborts.current.get(id)?.abort()
      drop(id)
    },
  }
}

type UploadListProps = { uploads: readonly Upload[]; onRetry(upload: Upload): void; onRemove(upload: Upload): void }

/** Running uploads with their progress, and refused ones with the reason. */
export function UploadList({ uploads, onRetry, onRemove }: UploadListProps) {
  if (uploads.length === 0) return null
  return (
    <ul aria-label={referenceTexts.uploads} className="mt-3 grid gap-1">
      {uploads.map((upload) => (
        <li key={upload.id} className="flex items-center gap-2 rounded-8 bg-raised py-1.5 pr-1 pl-3 text-13">
          <div className="min-w-0 flex-1">
            <p className="truncate font-medium">{upload.file.name}</p>
            <UploadState upload={upload} />
          </div>
          {upload.state.kind === 'failed' && (
            <IconButton size="small" label={referenceTexts.retry} onClick={() => onRetry(upload)}>
              <RotateCw />
            </IconButton>
          )}
          <IconButton
            size="small"
            label={
              upload.state.kind === 'failed'
                ? referenceTexts.dismiss(upload.file.name)
                : referenceTexts.cancel(upload.file.name)
            }
            onClick={() => onRemove(upload)}
          >
            <X />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}

function UploadState({ upload: { file, state } }: { upload: Upload }) {
  if (state.kind === 'failed')
    return (
      <p role="alert" className="flex gap-1.5 py-0.5 text-12 text-danger">
        <CircleAlert aria-hidden="true" className="mt-px size-3.5" />
        {state.reason}
      </p>
    )
  return (
    <p className="flex items-center gap-2 text-12 text-muted tabular-nums">
      <progress
        aria-label={referenceTexts.progress(file.name)}
        value={state.part}
        className="h-1 flex-1 appearance-none overflow-hidden rounded-round bg-raised [&::-moz-progress-bar]:bg-ink [&::-webkit-progress-bar]:bg-raised [&::-webkit-progress-value]:bg-ink"
      />
      <span className="w-20 text-right">
        {state.part < 1 ? referenceTexts.percent(state.part) : referenceTexts.checking}
      </span>
    </p>
  )
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** The newest images: one press attaches one. Renders nothing without images. */
export function RecentImages({ onPick }: { onPick(attachment: Omit<Attachment, 'kind'>): void }) {
  const { data: assets, isError, refetch } = useQuery(recentAssetsQuery)
  if (!assets && isError) return <LoadFailedLine text={referenceTexts.recentFailed} onTryAgain={() => void refetch()} />
  if (!assets || assets.length === 0) return null

  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    moveFocus([...event.currentTarget.querySelectorAll('button')], step)
  }

  return (
    <fieldset className="mt-5" onKeyDown={walk}>
      <legend className="mb-2 font-medium text-13">{referenceTexts.recent}</legend>
      <div className="grid grid-cols-6 gap-1.5 max-sm:grid-cols-4">
        {assets.map(({ id, prompt, orderNum, averageColor }) => (
          <button
            key={id}
            type="button"
            aria-label={referenceTexts.pickable(prompt, orderNum + 1)}
            data-tooltip={prompt}
            className="aspect-square overflow-hidden rounded-8 bg-raised hover:outline-2 hover:outline-ink"
            style={{ backgroundColor: averageColor ?? undefined }}
            onClick={() => onPick({ id, name: prompt, thumbnailUrl: imageAddress(id, 256) })}
          >
            <img
              src={imageAddress(id, 256)}
              alt=""
              loading="lazy"
              draggable={false}
              className="size-full object-cover"
            />
          </button>
        ))}
      </div>
    </fieldset>
  )
}
