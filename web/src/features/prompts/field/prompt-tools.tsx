import { useQuery } from '@tanstack/react-query'
import { BookMarked, Undo2, WandSparkles } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { SavedSettings } from '#contract/prompts/saved-prompt.ts'
import { type AskedModel, modelsQuery } from '#web/data/models/models.ts'
import { announce } from '#web/ui/announce.ts'
import { lazyPart, useLazyPart } from '#web/ui/lazy-part.tsx'
import { promptToolTexts as texts } from './tool-texts.ts'
import type { PromptEditing } from './use-prompt-editing.ts'
import './prompt-tools.css'

const improvePopover = lazyPart(async () => (await import('./improve-panel.tsx')).ImprovePopover)
const promptPanel = lazyPart(async () => (await import('../panels/words-dialog.tsx')).WordsDialog)

type PromptToolsProps = {
  editing: PromptEditing
  /** The model that the prompt is for; null while the models are loading, and where none is available. */
  model: Pick<AskedModel, 'name' | 'modelOf'> | null
  /** The settings that a prompt is saved with; null in a box without settings. */
  settings: SavedSettings | null
  projectId: string | null
  disabled: boolean
}

/** The tools of every prompt box: to improve the prompt, to bring back what was written, and the panel of saved prompts. */
export function PromptTools({ editing, model, settings, projectId, disabled }: PromptToolsProps) {
  const { Part, open, close } = useLazyPart(promptPanel)
  const chosen = useRef<(() => void) | null>(null)
  useEffect(() => {
    if (Part) return
    const put = chosen.current
    chosen.current = null
    // After the dialog has given the focus back.
    if (put) setTimeout(put)
  }, [Part])
  const choose = (put: () => void) => {
    chosen.current = put
    close()
  }
  const { data: models = [] } = useQuery(modelsQuery)
  const { prompt } = editing.text
  const saved = { prompt, model: models.find(({ name }) => name === model?.name)?.value ?? null, settings }
  return (
    <div className="prompt-tools">
      <ImproveChip editing={editing} model={model} projectId={projectId} disabled={disabled} />
      {editing.text.improvedFrom !== null && (
        <button
          type="button"
          className="chip chip-square"
          aria-label={texts.restore}
          data-tooltip={texts.restore}
          disabled={disabled}
          onClick={() => {
            editing.restore()
            announce(texts.restored)
          }}
        >
          <Undo2 aria-hidden="true" />
        </button>
      )}
      <button
        type="button"
        className="chip"
        data-prompt-panel
        aria-haspopup="dialog"
        disabled={disabled}
        data-tooltip={texts.savedUse}
        onPointerEnter={promptPanel.warm}
        onFocus={promptPanel.warm}
        onClick={open}
      >
        <BookMarked aria-hidden="true" />
        <span className="chip-text">{texts.saved}</span>
      </button>
      {Part && (
        <Part
          tab="prompts"
          written={prompt.trim() === '' ? null : saved}
          opens={null}
          onUse={(used) => choose(() => editing.use(used))}
          onInsert={(text) => choose(() => editing.insert(text))}
          onClose={close}
        />
      )}
    </div>
  )
}

function ImproveChip({ editing, model, projectId, disabled }: Omit<PromptToolsProps, 'settings'>) {
  const { Part, open, close } = useLazyPart(improvePopover)
  const reason = editing.text.prompt.trim() === '' ? texts.blank : model ? null : texts.noModel
  return (
    <>
      <button
        type="button"
        className="chip"
        data-improve
        data-state={Part ? 'open' : undefined}
        aria-haspopup="dialog"
        aria-expanded={Part !== null}
        aria-disabled={reason !== null || undefined}
        aria-description={reason ?? undefined}
        disabled={disabled}
        data-tooltip={reason ?? texts.improveUse}
        onPointerEnter={improvePopover.warm}
        onFocus={improvePopover.warm}
        onClick={() => reason === null && (Part ? close() : open())}
      >
        <WandSparkles aria-hidden="true" />
        <span className="chip-text">{texts.improve}</span>
      </button>
      {Part && model && <Part editing={editing} model={model} projectId={projectId} onClose={close} />}
    </>
  )
}
