import { useQuery } from '@tanstack/react-query'
import { Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { StyleShape } from '#contract/cards/style.ts'
import { deleteStyle, setPinned, stylesQuery } from '#web/data/styles.ts'
import { announce } from '#web/ui/announce.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog, Modal, ModalClose } from '#web/ui/modal.tsx'
import { showToast } from '#web/ui/toast.ts'
import { StyleBrowser, type StyleFilter } from './style-browser.tsx'
import { StyleForm } from './style-form.tsx'
import { styleTexts } from './texts.ts'
import './styles.css'

type StyleDialogProps = {
  /** The style that is attached to the prompt. */
  attachedId: string | null
  onAdd(style: StyleShape): void
  onDetach(styleId: string): void
  onClose(): void
}

/** The style in the form: a new one, or an own one that is edited. */
type Written = 'new' | StyleShape

/** Picks a style for the prompt, and creates own styles. */
export function StyleDialog({ attachedId, onAdd, onDetach, onClose }: StyleDialogProps) {
  const { data: styles } = useQuery(stylesQuery)
  const [filter, setFilter] = useState<StyleFilter>({ tab: 'community', family: null, words: '' })
  const [viewedId, setViewedId] = useState(attachedId)
  const [written, setWritten] = useState<Written | null>(null)
  const viewed = styles?.find(({ id }) => id === viewedId) ?? null

  return (
    <Modal
      title={styleTexts.title}
      returnTo='[data-attach="style"]'
      onClose={onClose}
      className="style-dialog grid h-[728px] grid-cols-[minmax(0,1fr)_320px] [--modal-width:1120px] max-tablet:h-[800px] max-tablet:grid-cols-[minmax(0,1fr)_264px] max-sm:h-[calc(100dvh_-_24px)] max-sm:grid-cols-1 max-sm:grid-rows-[minmax(0,1fr)_auto]"
      header={
        <div className="absolute top-3 right-3 z-raised">
          <ModalClose />
        </div>
      }
    >
      {written === null ? (
        <>
          <StyleBrowser
            filter={filter}
            viewedId={viewed?.id ?? null}
            onFilter={(change) => setFilter({ ...filter, ...change })}
            onView={setViewedId}
            onCreate={() => setWritten('new')}
          />
          <StyleDetails
            style={viewed}
            isAttached={viewed !== null && viewed.id === attachedId}
            onAdd={(style) => {
              onAdd(style)
              onClose()
            }}
            onDetach={onDetach}
            onEdit={setWritten}
          />
        </>
      ) : (
        <StyleForm
          key={written === 'new' ? 'new' : written.id}
          style={written === 'new' ? null : written}
          onCancel={() => setWritten(null)}
          onSaved={(style) => {
            setFilter({ tab: 'private', family: null, words: '' })
            setViewedId(style.id)
            setWritten(null)
          }}
        />
      )}
    </Modal>
  )
}

type StyleDetailsProps = {
  style: StyleShape | null
  isAttached: boolean
  onAdd(style: StyleShape): void
  onDetach(styleId: string): void
  onEdit(style: StyleShape): void
}

/** The right pane: everything about the viewed style, and its actions. */
function StyleDetails({ style, isAttached, onAdd, onDetach, onEdit }: StyleDetailsProps) {
  if (!style)
    return (
      <aside className="style-details">
        <p className="m-auto py-2 text-13 text-muted">{styleTexts.hint}</p>
      </aside>
    )
  const { title, username, exampleUrls, model, promptFragment, isPinned, isOwn } = style

  const pin = () => {
    announce(isPinned ? styleTexts.unpinned(title) : styleTexts.pinned(title))
    setPinned(style, { isPinned: !isPinned }).catch(() =>
      showToast({ kind: 'error', title: styleTexts.error, description: styleTexts.pinFailed }),
    )
  }

  return (
    <aside className="style-details" aria-label={title}>
      <h3 className="truncate pr-9 font-semibold text-16">{title}</h3>
      <p className="text-13 text-muted">{styleTexts.by(username)}</p>
      {exampleUrls.length > 0 && (
        <ul
          className="mt-4 grid flex-none grid-cols-2 gap-2 max-sm:mt-2 max-sm:grid-cols-6 max-sm:gap-1.5"
          aria-label={styleTexts.examples(title)}
        >
          {exampleUrls.map((url) => (
            <li key={url}>
              <img
                className="aspect-square w-full rounded-8 bg-raised object-cover"
                src={url}
                alt=""
                draggable={false}
              />
            </li>
          ))}
        </ul>
      )}
      <dl className="mt-4 grid grid-cols-[72px_minmax(0,1fr)] gap-x-0 gap-y-1.5 text-13 wrap-anywhere max-sm:mt-2">
        <dt className="text-muted">{styleTexts.model}</dt>
        <dd>{model}</dd>
        <dt className="text-muted">{styleTexts.adds}</dt>
        <dd>{promptFragment}</dd>
      </dl>
      {isOwn && <OwnStyleActions style={style} onEdit={onEdit} onDeleted={onDetach} />}
      <div className="style-actions mt-auto flex gap-2 pt-4 max-sm:pt-3">
        {isAttached ? (
          <Button kind="line" className="flex-1" onClick={() => onDetach(style.id)}>
            {styleTexts.remove}
          </Button>
        ) : (
          <Button kind="solid" className="flex-1" onClick={() => onAdd(style)}>
            {styleTexts.add}
          </Button>
        )}
        <Button kind="line" aria-pressed={isPinned} onClick={pin}>
          {isPinned ? <PinOff aria-hidden="true" /> : <Pin aria-hidden="true" />}
          {isPinned ? styleTexts.unpin : styleTexts.pin}
        </Button>
      </div>
    </aside>
  )
}

type OwnStyleActionsProps = { style: StyleShape; onEdit(style: StyleShape): void; onDeleted(styleId: string): void }

/** Actions that only the owner of a style has. */
function OwnStyleActions({ style, onEdit, onDeleted }: OwnStyleActionsProps) {
  const [isAsking, setAsking] = useState(false)

  const remove = async () => {
    setAsking(false)
    try {
      await deleteStyle(style.id)
      onDeleted(style.id)
      announce(styleTexts.deleted(style.title))
    } catch {
      showToast({ kind: 'error', title: styleTexts.error, description: styleTexts.deleteFailed })
    }
  }

  return (
    <div className="mt-4 flex gap-1">
      <Button kind="quiet" size="small" onClick={() => onEdit(style)}>
        <Pencil aria-hidden="true" />
        {styleTexts.edit}
      </Button>
      <Button kind="quiet" size="small" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" />
        {styleTexts.delete}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={styleTexts.deleteTitle(style.title)}
          text={styleTexts.deleteText}
          confirmLabel={styleTexts.delete}
          onConfirm={() => void remove()}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
