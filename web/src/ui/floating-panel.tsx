import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useRef } from 'react'
import { useBackCloses } from './back-closes.ts'
import { phoneQuery, useMediaQuery } from './browser-state.ts'
import { IconButton } from './button.tsx'
import { joinClasses } from './join-classes.ts'
import { useKeys } from './keyboard.ts'
import { PageMark } from './page-mark.tsx'

type FloatingPanelProps = {
  /** Its heading, and its name for screen readers. */
  title: string
  closeLabel: string
  /** Its place: the class that the page is marked with while the panel is open. */
  part: 'asset-drawer' | 'assistant-panel' | 'comments-panel' | 'compose-panel' | 'point-panel' | 'side-panel'
  className?: string
  /** Its element, where the caller places or focuses it. */
  panelRef?: RefObject<HTMLElement | null>
  /** When Escape closes it: while the focus is inside, or also while it is in no overlay. */
  closesFrom: 'inside' | 'both'
  /** Before the heading. */
  lead?: ReactNode
  /** After the heading. */
  subtitle?: ReactNode
  /** Before the button that closes it. */
  actions?: ReactNode
  onClose(): void
  children: ReactNode
}

/** A panel over the canvas, which stays usable beside it: a heading, a close button, and the content. Escape closes it as well. */
export function FloatingPanel(props: FloatingPanelProps) {
  const { title, closeLabel, part, className, panelRef, closesFrom, lead, subtitle, actions, onClose, children } = props
  const own = useRef<HTMLElement>(null)
  const node = panelRef ?? own
  // On a phone it covers what is below it.
  useBackCloses(useMediaQuery(phoneQuery), onClose)
  useKeys('panel', [['Escape', onClose]], { within: node, reach: closesFrom })
  return (
    <section
      ref={node}
      role="dialog"
      aria-label={title}
      tabIndex={-1}
      className={joinClasses('floating-panel popover', part, className)}
    >
      <PageMark part={part} />
      <header>
        {lead}
        <h2 className="font-semibold text-13">{title}</h2>
        {subtitle}
        <div className="ml-auto flex min-w-0 items-center">
          {actions}
          <IconButton size="small" label={closeLabel} keys="Esc" onClick={onClose}>
            <X />
          </IconButton>
        </div>
      </header>
      {children}
    </section>
  )
}
