import { Clapperboard, type LucideIcon, Shuffle, Sparkles, X } from 'lucide-react'
import type { Rect } from '#domain/geometry/rect.ts'
import { useBoardSession, useOverlay } from '#web/features/board/board-session.ts'
import { composeBranch } from '#web/features/board/cards/new-cards.ts'
import type { BranchSource } from '#web/features/board/overlays.ts'
import { composePanelTexts } from '#web/features/compose/texts.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Dialog, Popover } from '#web/ui/popups.tsx'
import { showToast } from '#web/ui/toast.ts'
import { type BranchOption, branchOptions, optionTexts } from './compose-drafts.ts'
import './compose-panel.css'

const icons: Record<BranchOption, LucideIcon> = { enhance: Sparkles, remix: Shuffle, motion: Clapperboard }

/** Asks for the kind of a branch. */
export function BranchDialog() {
  const overlay = useOverlay(useBoardSession(), 'branch')
  if (!overlay) return null
  const { source, at } = overlay
  return at ? <OpenPopover source={source} at={at} /> : <OpenDialog source={source} />
}

/** Chooses a kind; `close` closes what asked for it and gives the focus back, where no panel follows. */
function useChoice(source: BranchSource, close: () => void) {
  const session = useBoardSession()
  return (option: BranchOption) => {
    if (option !== 'motion') return composeBranch(session, option, source)
    close()
    showToast({ kind: 'info', title: composePanelTexts.comingSoon, description: composePanelTexts.comingSoonText })
  }
}

/** The kinds beside the button of a picture, which stays in view. */
function OpenPopover({ source, at }: { source: BranchSource; at: Rect }) {
  const { overlays } = useBoardSession()
  const { x: left, y: top, width, height } = at
  const close = () => {
    overlays.close('branch')
    document
      .querySelector<HTMLElement>(`[data-image="${source.imageId}"] .picture-open`)
      ?.focus({ preventScroll: true })
  }
  const choose = useChoice(source, close)
  return (
    <Popover.Root open onOpenChange={(isOpen) => !isOpen && close()}>
      <Popover.Trigger asChild>
        <span
          aria-hidden="true"
          tabIndex={-1}
          className="pointer-events-none fixed"
          style={{ left, top, width, height }}
        />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={composePanelTexts.dialogTitle}
          className="popover branch-popover w-[280px] p-1.5"
          side="right"
          align="start"
          sideOffset={8}
          collisionPadding={12}
          onOpenAutoFocus={focusFirstOption}
          // The panel that follows takes the focus itself; else the picture has it again.
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          {branchOptions.map((option) => (
            <Option key={option} option={option} onChoose={() => choose(option)} />
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function OpenDialog({ source }: { source: BranchSource }) {
  const { overlays } = useBoardSession()
  const close = () => overlays.close('branch')
  const choose = useChoice(source, close)
  return (
    <Dialog.Root open returnTo={`[data-card="${source.parentId}"]`} onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content
          className="dialog p-2!"
          aria-describedby={undefined}
          onOpenAutoFocus={focusFirstOption}
          // The panel that follows takes the focus itself.
          onCloseAutoFocus={(event) => overlays.find('compose') && event.preventDefault()}
        >
          <header className="flex items-center justify-between pt-2 pb-1 pl-4">
            <Dialog.Title className="font-semibold text-16">{composePanelTexts.dialogTitle}</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label={composePanelTexts.close}>
                <X />
              </IconButton>
            </Dialog.Close>
          </header>
          {branchOptions.map((option) => (
            <Option key={option} option={option} onChoose={() => choose(option)} />
          ))}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Option({ option, onChoose }: { option: BranchOption; onChoose(): void }) {
  const Icon = icons[option]
  const { name, text } = optionTexts(option)
  return (
    <button
      type="button"
      data-option={option}
      className="branch-option flex items-center rounded-12 text-left hover:bg-raised focus-visible:bg-raised focus-visible:-outline-offset-2"
      onClick={onChoose}
    >
      <span className="branch-option-icon grid flex-none place-items-center rounded-8 bg-raised">
        <Icon aria-hidden="true" />
      </span>
      <span>
        <span className="block font-medium">{name}</span>
        <span className="block text-13 text-muted">{text}</span>
      </span>
    </button>
  )
}

/** Focuses the first option, not the close button. */
function focusFirstOption(event: Event): void {
  const option = event.currentTarget instanceof Element ? event.currentTarget.querySelector('.branch-option') : null
  if (!(option instanceof HTMLElement)) return
  event.preventDefault()
  option.focus()
}
