import type { KeyboardEvent } from 'react'
import type { GenerationShape } from '#contract/generation.ts'
import type { ModelShape } from '#contract/model.ts'
import { useStore } from '#web/data/use-store.ts'
import { Button } from '#web/ui/button.tsx'
import { changeDraft, draft } from './draft.ts'
import { SettingsChips } from './settings-chips.tsx'
import { promptTexts } from './texts.ts'
import { useGo } from './use-go.ts'
import './prompt.css'

type PromptBoxProps = {
  model: ModelShape | null
  areModelsLoading: boolean
  projectId: string | null
  onHandOver(generation: GenerationShape): void
}

/** The text, the chips under it, and Go. */
export function PromptBox({ model, areModelsLoading, projectId, onHandOver }: PromptBoxProps) {
  const { prompt, ...wish } = useStore(draft)
  const { isBusy, go } = useGo({ model, projectId, onHandOver })

  const reason = () => {
    if (areModelsLoading) return promptTexts.loadingModels
    if (!model) return promptTexts.noModel
    return prompt.trim() === '' ? promptTexts.blank : null
  }

  const goByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void go()
  }

  return (
    <div className="prompt-box">
      <textarea
        aria-label={promptTexts.label}
        placeholder={promptTexts.placeholder}
        className="prompt-text"
        rows={3}
        disabled={isBusy}
        value={prompt}
        onChange={(event) => changeDraft({ prompt: event.target.value })}
        onKeyDown={goByKey}
      />
      <div className="mt-2 flex flex-wrap items-center gap-0.5">
        <SettingsChips wish={wish} model={model} disabled={isBusy} onChange={changeDraft} />
        <div className="ml-auto flex items-center gap-3">
          <span className="text-12 text-muted">{promptTexts.images}</span>
          <Button kind="go" busy={isBusy} reason={reason()} data-tooltip-keys="Ctrl ↵" onClick={() => void go()}>
            {isBusy ? promptTexts.busy : promptTexts.go}
          </Button>
        </div>
      </div>
    </div>
  )
}
