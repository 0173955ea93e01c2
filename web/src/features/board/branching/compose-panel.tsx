import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { modelsQuery } from '#web/data/queries.ts'
import { useStore } from '#web/data/use-store.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useBoardView } from '../board-context.ts'
import type { BoardView } from '../board-view.ts'
import { AttachmentList } from './attachment-list.tsx'
import { optionTexts } from './branch-kinds.ts'
import { ComposeChips } from './compose-chips.tsx'
import type { ComposeDraft } from './compose-drafts.ts'
import { ComposeFooter } from './compose-footer.tsx'
import { composeModel } from './compose-model.ts'
import { whyNotGo } from './compose-request.ts'
import type { Composing } from './composing.ts'
import { ModelMenu } from './model-menu.tsx'
import { sendComposed } from './send-composed.ts'
import { startPlacingPanel } from './start-placing-panel.ts'
import { branchingTexts } from './texts.ts'
import { useEscapeElsewhere } from './use-escape-elsewhere.ts'

/** The panel in which a branch or a new generation is written; nothing while none is. */
export function ComposePanel() {
  const composing = useStore(useBoardView().composing)
  if (!composing) return null
  const key = composing.kind === 'new' ? 'new' : `${composing.kind} ${composing.source.imageId}`
  return <OpenPanel key={key} composing={composing} />
}

/** 'from image 2 of 4'; null for a new generation. */
function originOf({ board }: BoardView, composing: Composing): string | null {
  if (composing.kind === 'new') return null
  const images = board.getGeneration(composing.source.parentId)?.images ?? []
  const place = images.findIndex(({ id }) => id === composing.source.imageId)
  return branchingTexts.fromImage(place + 1, images.length)
}

function OpenPanel({ composing }: { composing: Composing }) {
  const view = useBoardView()
  const parentId = composing.kind === 'new' ? null : composing.source.parentId
  const [draft, setDraft] = useState(() => view.drafts.read(composing))
  const { data: models = [], isPending } = useQuery(modelsQuery)
  const parentModel = parentId === null ? null : (view.board.getGeneration(parentId)?.model ?? null)
  const model = composeModel(models, { chosen: draft.modelName, parent: parentModel })
  const reason = whyNotGo(draft, model, isPending ? 'loading' : 'loaded')
  const panel = useRef<HTMLElement>(null)
  const text = useRef<HTMLTextAreaElement>(null)

  useLayoutEffect(
    () => (panel.current ? startPlacingPanel(panel.current, view, composing) : undefined),
    [view, composing],
  )
  useEffect(() => {
    text.current?.focus({ preventScroll: true })
    text.current?.setSelectionRange(text.current.value.length, text.current.value.length)
  }, [])
  useEffect(() => {
    if (parentId === null) return
    // A parent that goes, here or in another tab, takes the panel along.
    return view.board.onArrange(() => {
      if (!view.board.getGeneration(parentId)) view.composing.set(null)
    })
  }, [view, parentId])

  useEscapeElsewhere(() => view.composing.set(null))

  const change = (part: Partial<ComposeDraft>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    view.drafts.keep(composing, next)
  }
  const close = () => {
    view.composing.set(null)
    if (parentId) document.querySelector<HTMLElement>(`[data-card="${parentId}"]`)?.focus({ preventScroll: true })
  }
  const go = () => {
    if (model && !reason) void sendComposed(view, composing, { draft, model })
  }
  const press = (event: KeyboardEvent) => {
    // Keys of a list that the panel has opened belong to that list.
    if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return
    if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) go()
    else return
    event.preventDefault()
  }

  const title = composing.kind === 'new' ? branchingTexts.newGeneration : optionTexts(composing.kind).name
  return (
    <section ref={panel} role="dialog" aria-label={title} className="compose-panel" onKeyDown={press}>
      <header>
        <h2 className="font-semibold text-13">{title}</h2>
        <p className="min-w-0 truncate text-12 text-muted">{originOf(view, composing)}</p>
        <div className="ml-auto flex min-w-0 items-center">
          {model && <ModelMenu model={model} models={models} onChoose={(modelName) => change({ modelName })} />}
          <IconButton size="small" label={branchingTexts.close} keys="Esc" onClick={close}>
            <X />
          </IconButton>
        </div>
      </header>
      <div className="compose-field">
        <AttachmentList
          attachments={draft.attachments}
          onRemove={(gone) => change({ attachments: draft.attachments.filter((attachment) => attachment !== gone) })}
        />
        <textarea
          ref={text}
          aria-label={branchingTexts.prompt}
          placeholder={branchingTexts.placeholder}
          rows={3}
          value={draft.prompt}
          onChange={(event) => change({ prompt: event.target.value })}
        />
      </div>
      <ComposeChips draft={draft} model={model} onChange={change} />
      <ComposeFooter model={model} reason={reason} onCancel={close} onGo={go} />
    </section>
  )
}
