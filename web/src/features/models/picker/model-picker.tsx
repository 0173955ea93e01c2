import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, ChevronDown, CloudOff, KeyRound, Minus, Star } from 'lucide-react'
import { type MouseEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { ModelShape } from '#contract/models/model.ts'
import { canAfford } from '#domain/credits/affordable.ts'
import { isKeyed } from '#domain/models/providers.ts'
import { useAccountState } from '#web/data/account/account-state.ts'
import { useCredits } from '#web/data/credits.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { favourModel, modelsQuery } from '#web/data/models/models.ts'
import { useStore } from '#web/data/store.ts'
import { phoneQuery, useMediaQuery } from '#web/ui/browser-state.ts'
import { Button, buttonClass, IconButton } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/join-classes.ts'
import { Sheet } from '#web/ui/modal.tsx'
import { tryAgain } from '#web/ui/page-states.tsx'
import { Popover } from '#web/ui/popups.tsx'
import { showToast } from '#web/ui/toast.ts'
import { chosenModel, useDefaultModel } from './default-model.ts'
import { priceOf } from './model-filter.ts'
import { ModelList } from './model-list.tsx'
import { modelTexts } from './texts.ts'

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
            <FavoriteButton model={shown} />
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
          <span className="text-muted tabular-nums">{modelTexts.waits(model.usualSeconds, model.stats.speed)}</span>
          {priceOf(model) === 0 && <span className="text-muted">{modelTexts.credits(0)}</span>}
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

/** A line under the prompt while the built-in painter is chosen: it is no AI model, with the two ways to one. */
export function NotAiNote() {
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-13 text-muted">
      <p className="mr-auto">{modelTexts.notAi}</p>
      <Link
        to="/models"
        search={{ tab: 'machine' }}
        className={joinClasses(buttonClass('line', 'small'), 'tabular-nums')}
      >
        {modelTexts.installAi}
      </Link>
      <Link to="/models" className={buttonClass('quiet', 'small')}>
        {modelTexts.useKey}
      </Link>
    </div>
  )
}

type ModelDetailsProps = {
  readonly model: ModelShape
  /** Of a retired model the one to use in its place. */
  readonly successor: ModelShape | null
  onUse(model: ModelShape): void
}

/** Everything about one model: the right pane of the picker. */
function ModelDetails({ model, successor, onUse }: ModelDetailsProps) {
  const credits = useCredits()
  const isBeyond = model.isAvailable && credits != null && !canAfford(model.prices, credits.available)
  const stats = [
    [modelTexts.images, modelTexts.imagesOf(model.stats.images)],
    [modelTexts.secondsLabel, modelTexts.waits(model.usualSeconds, model.stats.speed)],
    ...(credits === null ? [] : [[modelTexts.creditsLabel, modelTexts.creditsEach(model.stats.credits)]]),
  ]
  return (
    <div className="flex min-h-full flex-col gap-4 p-5">
      <div>
        <div className="-mt-2 -mr-2 flex items-center gap-2">
          <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 font-semibold text-16">
            {model.name} <span className="badge">{model.badge}</span>
          </p>
          <FavoriteButton model={model} />
        </div>
        <p className="mt-2 text-13 text-muted">{model.description}</p>
      </div>
      <dl className="grid grid-cols-3 border-hairline border-y py-3 tabular-nums">
        {stats.map(([label, value]) => (
          <div key={label}>
            <dt className="text-12 text-muted">{label}</dt>
            <dd className="font-medium text-14">{value}</dd>
          </div>
        ))}
      </dl>
      {model.usualSeconds !== null && <p className="text-13 text-muted">{modelTexts.usually(model.usualSeconds)}</p>}
      {model.ownKey && <p className="text-13 text-muted">{modelTexts.ownKey}</p>}
      {model.notice && (
        <p className="flex gap-2 rounded-8 bg-raised p-3 text-13">
          <CloudOff aria-hidden="true" className="mt-0.5 text-muted" /> {model.notice}
        </p>
      )}
      {isBeyond && <p className="text-13 text-danger">{modelTexts.beyondCredits}</p>}
      <p className="flex flex-wrap gap-1">
        {model.features.map((feature) => (
          <span key={feature} className="badge">
            {feature}
          </span>
        ))}
      </p>
      {model.missing ? (
        <p className="mt-auto flex gap-2 rounded-8 bg-raised p-3 text-13">
          <KeyRound aria-hidden="true" className="mt-0.5 text-muted" />
          <span>
            <span className="block font-medium">{successor ? modelTexts.retired : modelTexts.missing}</span>
            <span className="text-muted">{model.missing}</span>
            {successor ? (
              <SuccessorButton successor={successor} onUse={onUse} />
            ) : (
              <span className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
                {isKeyed(model.provider) && <OwnKeyLink />}
                <ConnectLink />
                <InstallLink />
              </span>
            )}
          </span>
        </p>
      ) : (
        <ul className="mt-auto grid gap-1 text-13">
          {capabilityLines(model).map((line) => (
            <li key={line.text} className={`flex items-center gap-2 ${line.can ? '' : 'text-muted'}`}>
              {line.can ? <Check aria-hidden="true" className="text-muted" /> : <Minus aria-hidden="true" />}
              {line.text}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Chooses the model that takes the place of a retired one. */
function SuccessorButton({ successor, onUse }: { successor: ModelShape; onUse(model: ModelShape): void }) {
  return (
    <Button kind="solid" size="small" className="mt-2" onClick={() => onUse(successor)}>
      {modelTexts.use(successor.name)}
    </Button>
  )
}

type CapabilityLine = { readonly text: string; readonly can: boolean }

const texts = modelTexts.can

/** The things that a model supports, then in one line those that it does not. */
export function capabilityLines({ capabilities }: Pick<ModelShape, 'capabilities'>): CapabilityLine[] {
  const { supportsStyles, supportsImagePrompts, supportsCustomRatios, supportsEditing, supportsRaw } = capabilities
  const can = [
    supportsStyles && supportsImagePrompts && texts.stylesAndPrompts,
    supportsStyles && !supportsImagePrompts && texts.styles,
    !supportsStyles && supportsImagePrompts && texts.prompts,
    supportsCustomRatios ? texts.allRatios : texts.ownRatio,
    supportsEditing && texts.editing,
    supportsRaw && texts.raw,
  ].filter((text) => text !== false)
  const cannot = [
    !supportsStyles && texts.styles,
    !supportsImagePrompts && texts.prompts,
    !supportsEditing && texts.editing,
    !supportsRaw && texts.raw,
  ].filter((text) => text !== false)
  const lines = can.map((text) => ({ text, can: true }))
  if (cannot.length === 0) return lines
  return [...lines, { text: texts.nothing(cannot.map((text) => text.toLowerCase()).join(', no ')), can: false }]
}

/** Links to the page with every provider and its key. */
function ConnectLink() {
  return (
    <Link to="/models" className="text-link">
      {modelTexts.connect}
    </Link>
  )
}

/** Links to the models that can be installed on the server's machine. */
function InstallLink() {
  return (
    <Link to="/models" search={{ tab: 'machine' }} className="text-link">
      {modelTexts.install}
    </Link>
  )
}

/** Links signed-in users to their own keys. */
function OwnKeyLink() {
  const account = useAccountState()
  if (account.status !== 'signed-in') return null
  return (
    <Link to="/manage-account" search={{ tab: 'model-keys' }} className="text-link">
      {modelTexts.addKey}
    </Link>
  )
}

/** Marks a model as a favorite, which comes first in the picker. Takes effect at once. */
function FavoriteButton({ model }: { model: Pick<ModelShape, 'name' | 'value' | 'isFavourite'> }) {
  const account = useAccountState()
  if (account.status !== 'signed-in') return null
  const { name, value, isFavourite } = model
  const turn = () =>
    favourModel({ model: value, isFavourite: !isFavourite }).catch((error: unknown) =>
      showToast({
        kind: 'error',
        title: modelTexts.favourFailed,
        description: errorMessage(error, modelTexts.noConnection),
      }),
    )
  return (
    <IconButton
      label={isFavourite ? modelTexts.unfavour(name) : modelTexts.favour(name)}
      aria-pressed={isFavourite}
      onClick={() => void turn()}
    >
      <Star className={isFavourite ? 'fill-current' : ''} />
    </IconButton>
  )
}

/** Chooses a model and stores the choice. */
const chooseModel = (value: string): void => chosenModel.set(value)

/**
 * The model that Go will use: the chosen one where it is available, else the default. Null while loading or without
 * any.
 */
export function useChosenModel(): ModelShape | null {
  const { data: models } = useQuery(modelsQuery)
  const value = useStore(chosenModel)
  const usable = models?.filter(({ isAvailable }) => isAvailable) ?? []
  const wanted = usable.filter(({ isShown }) => isShown)
  // With all of them switched off, Go still needs one.
  const available = wanted.length > 0 ? wanted : usable
  const byDefault = useDefaultModel(available)
  return available.find((model) => model.value === value) ?? byDefault
}
