import { useEffect, useRef, useState } from 'react'
import type { GenerationShape } from '#contract/generation.ts'
import type { ModelShape } from '#contract/model.ts'
import { settingsForModel } from '#domain/models/settings-for-model.ts'
import { errorMessage } from '#web/data/api-error.ts'
import { requestGeneration } from '#web/data/generations.ts'
import { showToast } from '#web/ui/toast.ts'
import { changeDraft, draft } from './draft.ts'
import { promptTexts } from './texts.ts'

/** From the press of Go to the hand-over to the project's page. */
const handOverMs = 1_500

type GoOptions = {
  model: ModelShape | null
  projectId: string | null
  onHandOver(generation: GenerationShape): void
}

/** Go: asks for the images and, 1.5 seconds after the press, hands over to the project's page. */
export function useGo({ model, projectId, onHandOver }: GoOptions) {
  const [isBusy, setBusy] = useState(false)
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  const go = async () => {
    if (isBusy || !model) return
    const { prompt, ...wish } = draft.get()
    if (prompt.trim() === '')
      return showToast({ kind: 'error', title: promptTexts.error, description: promptTexts.blank })
    const pressedAt = performance.now()
    setBusy(true)
    try {
      const input = { prompt: prompt.trim(), model: model.name, projectId, ...settingsForModel(wish, model) }
      const generation = await requestGeneration(input, crypto.randomUUID())
      const leftMs = Math.max(0, pressedAt + handOverMs - performance.now())
      await new Promise((resolve) => setTimeout(resolve, leftMs))
      changeDraft({ prompt: '' })
      // Whoever has left the page meanwhile is not dragged away from where they are.
      if (isHere.current) onHandOver(generation)
    } catch (error) {
      const description = errorMessage(error, promptTexts.failedWithoutReason)
      showToast({ kind: 'error', title: promptTexts.failed, description })
    } finally {
      setBusy(false)
    }
  }

  return { isBusy, go }
}
