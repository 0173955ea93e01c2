import { CircleAlert, RotateCw, X } from 'lucide-react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { referenceTexts } from './texts.ts'
import type { Upload } from './use-uploads.ts'

type UploadListProps = { uploads: readonly Upload[]; onRetry(upload: Upload): void; onRemove(upload: Upload): void }

/** Files on their way, each with how far it is, and those that were refused, each with why. */
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
