import { type BoardSession, useOverlay } from '#web/features/board/board-session.ts'
import { WordsDialog } from '../panels/words-dialog.tsx'

/** The form for a new prompt or reference over the canvas. Renders nothing while closed. */
export function PromptPanel({ session }: { session: BoardSession }) {
  const overlay = useOverlay(session, 'prompt-panel')
  if (!overlay) return null
  return (
    <WordsDialog
      tab={overlay.opens.kind === 'prompt' ? 'prompts' : 'references'}
      written={null}
      opens={overlay.opens}
      onUse={null}
      onInsert={null}
      key={JSON.stringify(overlay.opens)}
      // A form that is saved late must not close the next one.
      onClose={() => session.overlays.find('prompt-panel') === overlay && session.overlays.close('prompt-panel')}
    />
  )
}
