import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StyleShape } from '#contract/style.ts'
import { stylesQuery } from '#web/data/styles.ts'
import { styleTexts } from '#web/features/compose/texts.ts'
import { Modal, ModalClose } from '#web/ui/modal.tsx'
import { StyleBrowser, type StyleFilter } from './style-browser.tsx'
import { StyleDetails } from './style-details.tsx'
import { StyleForm } from './style-form.tsx'
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
      className="style-dialog"
      header={
        <div className="style-dialog-close">
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
