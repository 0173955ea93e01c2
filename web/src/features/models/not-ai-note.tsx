import { ConnectLink } from './connect-link.tsx'
import { modelTexts } from './texts.ts'

/** Stands under the prompt while the built-in painter is chosen: it is no AI model, and how to get one. */
export function NotAiNote() {
  return (
    <p className="max-w-[68ch] text-13 text-muted">
      <strong className="font-medium text-ink">{modelTexts.notAi.lead}</strong> {modelTexts.notAi.text} <ConnectLink />
    </p>
  )
}
