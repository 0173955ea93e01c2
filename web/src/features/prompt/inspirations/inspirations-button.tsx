import { Sparkles } from 'lucide-react'
import { buttonClass } from '#web/ui/button.tsx'
import { lazyPart, useLazyPart } from '#web/ui/lazy-part.tsx'
import { inspirationTexts } from './texts.ts'

const dialog = lazyPart(async () => (await import('./inspirations-dialog.tsx')).InspirationsDialog)

/** On screens without room for the panel: opens the inspirations over the page. */
export function InspirationsButton() {
  const { Part, open, close } = useLazyPart(dialog)
  return (
    <>
      <button
        type="button"
        id="inspirations-button"
        aria-haspopup="dialog"
        className={`${buttonClass('line', 'small')} bg-ground`}
        onPointerEnter={dialog.warm}
        onClick={open}
      >
        <Sparkles aria-hidden="true" className="text-muted" />
        {inspirationTexts.open}
      </button>
      {Part && <Part onClose={close} />}
    </>
  )
}
