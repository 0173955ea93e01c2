import { PanelRight } from 'lucide-react'
import { useRef } from 'react'
import { useStore } from '#web/data/store.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { panelState, setPanelState } from './panel-state.ts'
import { SampleList } from './sample-list.tsx'
import { inspirationTexts } from './texts.ts'

/** The panel at the right of a wide screen; hidden, the button that shows it again. */
export function InspirationsPanel() {
  const isShown = useStore(panelState) === 'shown'
  const isToggled = useRef(false)
  const toggle = () => {
    isToggled.current = true
    setPanelState(isShown ? 'hidden' : 'shown')
  }
  const button = (
    <IconButton
      // A button of its own each time, which takes over the focus of the one that was pressed.
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
  if (!isShown) return <div className="fixed top-[72px] right-4 z-10 max-lg:hidden">{button}</div>
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
