import { useEffect, useState } from 'react'
import type { RebuildScope } from '#contract/cards/picture-record.ts'
import type { FoundRecord } from '#domain/records/found-record.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { rebuildCards } from '#web/data/transfer/import-project.ts'
import { maxRecordedPicture, readPictureRecord } from '#web/data/transfer/picture-record.ts'
import { type BoardSession, useOverlay } from '#web/features/board/board-session.ts'
import { openNewGeneration } from '#web/features/board/cards/new-cards.ts'
import { selectThese } from '#web/features/board/selection.ts'
import { rebuildTexts } from '#web/features/compose/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { PageSpinner } from '#web/ui/page-states.tsx'
import { showToast } from '#web/ui/toast.ts'
import { composeDraftsOf, freshDraft } from './compose-drafts.ts'

/** The record of a picture, and the ways to generate it again. Renders nothing while closed. */
export function RebuildDialog({ session }: { session: BoardSession }) {
  const { file, record = null } = useOverlay(session, 'rebuild') ?? {}
  return file && <OpenRebuildDialog key={file.name + file.lastModified} session={session} file={file} known={record} />
}

type Reading = { readonly status: 'reading' } | { readonly status: 'read'; readonly record: FoundRecord | null }

type OpenProps = { session: BoardSession; file: File; known: FoundRecord | null }

function OpenRebuildDialog({ session, file, known }: OpenProps) {
  const [reading, setReading] = useState<Reading>(known ? { status: 'read', record: known } : { status: 'reading' })
  const close = () => session.overlays.close('rebuild')

  useEffect(() => {
    if (known) return
    const end = (record: FoundRecord | null) => setReading({ status: 'read', record })
    readPictureRecord(file).then(end, () => end(null))
  }, [file, known])

  return (
    <Modal title={rebuildTexts.title} returnTo=".canvas" onClose={close}>
      <div className="grid gap-4 overflow-y-auto px-6 max-sm:px-4 pt-2 pb-6">
        {reading.status === 'reading' && <PageSpinner label={rebuildTexts.reading} />}
        {reading.status === 'read' && !reading.record && (
          <>
            <p className="font-semibold">{rebuildTexts.nothing}</p>
            <p className="text-muted">
              {file.size > maxRecordedPicture ? rebuildTexts.tooLarge : rebuildTexts.nothingText}
            </p>
          </>
        )}
        {reading.status === 'read' && reading.record?.kind === 'ours' && (
          <OwnRecord session={session} file={file} record={reading.record} onEnd={close} />
        )}
        {reading.status === 'read' && reading.record?.kind === 'foreign' && (
          <ForeignRecord session={session} record={reading.record} onEnd={close} />
        )}
      </div>
    </Modal>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-12 text-muted">{name}</dt>
      <dd className="line-clamp-6 whitespace-pre-wrap break-words">{value}</dd>
    </div>
  )
}

type OwnRecordProps = {
  session: BoardSession
  file: File
  record: Extract<FoundRecord, { kind: 'ours' }>
  onEnd(): void
}

function OwnRecord({ session, file, record, onEnd }: OwnRecordProps) {
  const [busy, setBusy] = useState<RebuildScope | null>(null)
  const rebuild = async (scope: RebuildScope) => {
    setBusy(scope)
    try {
      const ids = await rebuildCards(session.board.projectId, file, scope)
      showToast({ kind: 'success', title: rebuildTexts.rebuilt(ids.length) })
      selectThese(session, { cards: new Set(ids) })
      onEnd()
    } catch (error) {
      setBusy(null)
      showToast({ kind: 'error', title: rebuildTexts.failed, description: errorMessage(error, rebuildTexts.tryAgain) })
    }
  }
  return (
    <>
      <dl className="grid gap-3">
        <Fact name={rebuildTexts.prompt} value={record.prompt} />
        <Fact name={rebuildTexts.model} value={record.model} />
      </dl>
      <div className="flex flex-wrap justify-end gap-2">
        {record.ancestors > 0 && (
          <Button kind="line" busy={busy === 'branch'} onClick={() => void rebuild('branch')}>
            {rebuildTexts.branch(record.ancestors + 1)}
          </Button>
        )}
        <Button kind="solid" busy={busy === 'card'} data-first-focus onClick={() => void rebuild('card')}>
          {rebuildTexts.card}
        </Button>
      </div>
    </>
  )
}

type ForeignRecordProps = { session: BoardSession; record: Extract<FoundRecord, { kind: 'foreign' }>; onEnd(): void }

function ForeignRecord({ session, record, onEnd }: ForeignRecordProps) {
  const { prompt, aspectRatio, resolution, model, tool } = record
  const unmapped = [...(model === null ? [] : [{ name: rebuildTexts.model, value: model }]), ...record.unmapped]

  const write = () => {
    onEnd()
    openNewGeneration(session)
    const composing = session.overlays.find('compose')?.composing
    if (composing)
      composeDraftsOf(session.board.projectId).put(composing, { ...freshDraft('new'), prompt, aspectRatio, resolution })
  }

  return (
    <>
      <p className="text-muted">{rebuildTexts.of[tool]}</p>
      <dl className="grid gap-3">
        <Fact name={rebuildTexts.prompt} value={prompt} />
        <Fact name={rebuildTexts.settings} value={`${aspectRatio} · ${resolution}`} />
      </dl>
      {unmapped.length > 0 && (
        <section className="grid gap-2">
          <h3 className="font-semibold text-13">{rebuildTexts.unmapped}</h3>
          <dl className="grid gap-2 text-13">
            {unmapped.map(({ name, value }) => (
              <Fact key={name} name={name} value={value} />
            ))}
          </dl>
        </section>
      )}
      <div className="flex justify-end">
        <Button kind="solid" data-first-focus onClick={write}>
          {rebuildTexts.write}
        </Button>
      </div>
    </>
  )
}
