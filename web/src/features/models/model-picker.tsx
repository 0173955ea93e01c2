import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { type MouseEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { ModelShape } from '#contract/model.ts'
import { modelsQuery } from '#web/data/models/models.ts'
import { phoneQuery, useMediaQuery } from '#web/ui/browser-state.ts'
import { Button } from '#web/ui/button.tsx'
import { tryAgain } from '#web/ui/page-states.tsx'
import { Popover } from '#web/ui/popups.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { ConnectLink, InstallLink } from './connect-link.tsx'
import { FavouriteButton } from './favourite-button.tsx'
import { ModelDetails, SuccessorButton } from './model-details.tsx'
import { ModelList } from './model-list.tsx'
import { modelTexts } from './texts.ts'
import { chooseModel, useChosenModel } from './use-chosen-model.ts'

/** The pill at the bottom left, which opens the catalogue. */
export function ModelPicker() {
  const { data: all, isError, refetch } = useQuery(modelsQuery)
  const chosen = useChosenModel()
  const [active, setActive] = useState<ModelShape | null>(null)
  const hover = useHoverOpen()
  const isPhone = useMediaQuery(phoneQuery)

  const models = useMemo(() => all?.filter(({ isShown }) => isShown), [all])
  if (!models && isError)
    return (
      <div className="island flex h-10 items-center gap-3 rounded-round! pr-1 pl-4 text-13">
        <span role="alert">{modelTexts.failed}</span>
        <Button kind="quiet" size="small" onClick={() => void refetch()}>
          {tryAgain}
        </Button>
      </div>
    )
  if (!models) return <div role="status" aria-label={modelTexts.loading} className="shimmer h-10 w-52 rounded-round" />

  // The list may have been read again since: with a mark, or without a model that was switched off.
  const shown = models.find(({ value }) => value === active?.value) ?? chosen ?? models[0] ?? null
  const choose = (model: ModelShape) => {
    chooseModel(model.value)
    hover.close()
  }
  const successor = models.find((model) => model.isAvailable && model.value === shown?.successor) ?? null
  const list = <ModelList models={models} chosen={chosen} active={shown} onActivate={setActive} onChoose={choose} />
  const pill = <ModelPill model={chosen} />

  if (isPhone)
    return (
      <Sheet title={modelTexts.heading} open={hover.isOpen} onOpenChange={hover.setOpen} trigger={pill}>
        {list}
        {shown && (
          <div className="flex items-center justify-between gap-2 border-hairline border-t py-1 pr-2 pl-5 text-13">
            <span className="min-w-0 truncate font-medium">{shown.name}</span>
            <FavouriteButton model={shown} />
          </div>
        )}
        {shown?.missing && (
          <p className="px-5 pb-4 text-13 text-muted">
            {shown.missing}{' '}
            {successor ? (
              <SuccessorButton successor={successor} onUse={choose} />
            ) : (
              <>
                <ConnectLink /> · <InstallLink />
              </>
            )}
          </p>
        )}
      </Sheet>
    )

  return (
    <Popover.Root open={hover.isOpen} onOpenChange={hover.setOpen}>
      <Popover.Trigger asChild onClick={hover.pin} {...hover.pointer}>
        {pill}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          side="top"
          align="start"
          sideOffset={8}
          collisionPadding={16}
          aria-label={modelTexts.heading}
          className="popover flex h-[396px] max-h-(--radix-popover-content-available-height) w-[720px] max-w-(--radix-popover-content-available-width) overflow-hidden rounded-16!"
          // Opened on hover, it must not take the focus from the prompt.
          onOpenAutoFocus={(event) => hover.byPointer && event.preventDefault()}
          onCloseAutoFocus={(event) => hover.byPointer && event.preventDefault()}
          {...hover.pointer}
        >
          {list}
          <div className="w-[300px] shrink-0 overflow-y-auto border-hairline border-l">
            {shown && <ModelDetails model={shown} successor={successor} onUse={choose} />}
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function ModelPill({ model, ...rest }: { model: ModelShape | null }) {
  return (
    <button
      type="button"
      {...rest}
      className="island flex h-10 items-center gap-2 rounded-round! px-4 font-medium text-13 hover:text-ink"
    >
      <span className="sr-only">{modelTexts.pick}</span>
      {model ? (
        <>
          {model.name}
          <span className="badge">{model.badge}</span>
          <span className="text-muted tabular-nums">{modelTexts.seconds(model.stats.speed)}</span>
        </>
      ) : (
        modelTexts.noneAvailable
      )}
      <ChevronDown aria-hidden="true" className="text-muted" />
    </button>
  )
}

const closeDelayMs = 200

/** Opens on hover and closes 200 ms after the pointer has left; a click, a tap or a key opens it for good. */
function useHoverOpen() {
  const [state, setState] = useState<'closed' | 'hovered' | 'pinned'>('closed')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const isMouse = (event: PointerEvent) => event.pointerType === 'mouse'
  return {
    isOpen: state !== 'closed',
    byPointer: state === 'hovered',
    close: () => setState('closed'),
    setOpen(open: boolean) {
      clearTimeout(timer.current)
      setState(open ? 'pinned' : 'closed')
    },
    /** A click on a list that was opened on hover keeps it open instead of closing it. */
    pin(event: MouseEvent) {
      if (state !== 'hovered') return
      event.preventDefault()
      setState('pinned')
    },
    pointer: {
      onPointerEnter(event: PointerEvent) {
        clearTimeout(timer.current)
        if (isMouse(event)) setState((before) => (before === 'closed' ? 'hovered' : before))
      },
      onPointerLeave(event: PointerEvent) {
        if (!isMouse(event)) return
        timer.current = setTimeout(() => setState((before) => (before === 'hovered' ? 'closed' : before)), closeDelayMs)
      },
    },
  }
}

/** A note under the prompt while the built-in painter is chosen: it is no AI model, with a link to connect one. */
export function NotAiNote() {
  return (
    <p className="max-w-[68ch] text-13 text-muted">
      <strong className="font-medium text-ink">{modelTexts.notAi.lead}</strong> {modelTexts.notAi.text} <InstallLink />{' '}
      · <ConnectLink />
    </p>
  )
}
