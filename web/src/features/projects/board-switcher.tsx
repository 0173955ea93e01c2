import { ChevronDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { useHasNewElsewhere } from '#web/data/review.ts'
import { IconButton } from '#web/ui/button.tsx'
import { LazySlot, offlinePart } from '#web/ui/lazy-part.tsx'
import { NewDot } from '#web/ui/new-dot.tsx'
import { Popover } from '#web/ui/popups.tsx'
import { boardTexts } from './board-texts.ts'

const boardList = offlinePart(async () => (await import('./board-list.tsx')).BoardList)

/** Opens the latest boards below the island of the title, beside which it stands. */
export function BoardSwitcher({ projectId }: { projectId: string }) {
  const [isOpen, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const fromIsland = () => {
    const island = trigger.current?.closest('.island')
    return island && trigger.current
      ? island.getBoundingClientRect().left - trigger.current.getBoundingClientRect().left
      : 0
  }
  const hasNew = useHasNewElsewhere(projectId)
  const close = () => setOpen(false)
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <IconButton
          ref={trigger}
          label={hasNew ? boardTexts.switcherWithNew : boardTexts.switcher}
          className="relative w-8! shrink-0"
        >
          <ChevronDown className="size-3.5!" />
          {hasNew && <NewDot className="absolute top-1.5 right-1 ring-2 ring-panel" />}
        </IconButton>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          // 8 below the island, whose height is 4 more than the button's at each side.
          sideOffset={12}
          alignOffset={fromIsland()}
          collisionPadding={8}
          aria-label={boardTexts.switcher}
          className="popover w-80 max-w-[calc(100vw-16px)] p-2"
        >
          <LazySlot part={boardList} props={{ projectId, onClose: close }} onClose={close} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
