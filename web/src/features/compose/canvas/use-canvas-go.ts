import { whyNotGo } from '../go-button.tsx'
import { composePanelTexts } from '../texts.ts'
import { useGo } from '../use-go.ts'
import type { CanvasDraft } from './use-canvas-draft.ts'

type Described = Pick<CanvasDraft, 'model' | 'models' | 'plan'> & { readonly draft: { readonly prompt: string } }

/**
 * Go of what is described on a canvas.
 * @param send Requests it, and gives the words back where that fails.
 * @param refusal Why it can't be sent, whatever the words are; null where it can.
 */
export function useCanvasGo(
  { draft: { prompt }, model, models, plan }: Described,
  send: () => Promise<void>,
  refusal: string | null = null,
) {
  const reason = refusal ?? whyNotGo(prompt, { model, models, count: plan.count })
  const { failed: title, failedWithoutReason: fallback } = composePanelTexts
  const state = models === 'loading' && prompt.trim() !== '' ? 'reading' : 'ready'
  return { reason, go: useGo({ reason, state, failed: { title, fallback }, send }).go }
}
