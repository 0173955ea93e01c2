import { PanelRight, Sparkles } from 'lucide-react'
import { useRef } from 'react'
import { createUserStore } from '#web/data/storage/user-store.ts'
import { useStore } from '#web/data/store.ts'
import { inspirationTexts } from '#web/features/compose/texts.ts'
import { buttonClass, IconButton } from '#web/ui/button.tsx'
import { lazyPart, useLazyPart } from '#web/ui/lazy-part.tsx'
import { SampleList } from './sample-list.tsx'

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

/** The panel at the right of a wide screen; hidden, the button that shows it again. */
export function InspirationsPanel() {
  const isShown = useStore(panelState) === 'shown'
  const isToggled = useRef(false)
  const toggle = () => {
    isToggled.current = true
    panelState.set(isShown ? 'hidden' : 'shown')
  }
  const button = (
    <IconButton
      // A new button each time, which takes over the focus of the pressed one.
      key={String(isShown)}
      ref={(element) => {
        if (isToggled.current) element?.focus()
      }}
      size="small"
      label={isShown ? inspirationTexts.hide : inspirationTexts.show}
      aria-expanded={isShown}
      onClick={toggle}
    >
      <PanelRight />
    </IconButton>
  )
  if (!isShown) return <div className="fixed top-[72px] right-4 z-bar max-lg:hidden">{button}</div>
  return (
    <aside
      aria-label={inspirationTexts.heading}
      className="w-[312px] shrink-0 overflow-y-auto border-hairline border-l py-4 pr-2 pl-3 max-lg:hidden"
    >
      <header className="mb-2 flex items-center justify-between pr-2 pl-2">
        <h2 className="font-semibold text-13">{inspirationTexts.heading}</h2>
        {button}
      </header>
      <SampleList />
    </aside>
  )
}

export type PanelState = 'shown' | 'hidden'

/** Whether the panel of inspirations is shown on wide screens; kept for the user. */
const panelState = createUserStore<PanelState>(
  'inspirations',
  (stored) => (stored === 'hidden' ? 'hidden' : 'shown'),
  'latest',
)
