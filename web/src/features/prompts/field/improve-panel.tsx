import { useMutation, useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { textDifference } from '#domain/lineage/text-difference.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { type AskedModel, modelsQuery } from '#web/data/models/models.ts'
import { improvePrompt, languageModelQuery } from '#web/data/words/language-model.ts'
import { announce } from '#web/ui/announce.ts'
import { Button, Spinner } from '#web/ui/button.tsx'
import { Popover } from '#web/ui/popups.tsx'
import { PromptPieces } from '#web/viewing/prompt-pieces.tsx'
import { ConnectLanguageModel } from './connect-language-model.tsx'
import { improveTexts as texts } from './texts.ts'
import { promptToolTexts } from './tool-texts.ts'
import type { PromptEditing } from './use-prompt-editing.ts'

type ImprovePanelProps = {
  editing: PromptEditing
  /** The model that the prompt is for. */
  model: Pick<AskedModel, 'name' | 'modelOf'>
  projectId: string | null
  onClose(): void
}

/** Asks a language model for a better prompt, beside its field: nothing is replaced before it is accepted. */
export function ImprovePopover(props: ImprovePanelProps) {
  const { editing, onClose } = props
  return (
    <Popover.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Popover.Anchor virtualRef={editing.field as RefObject<HTMLTextAreaElement>} />
      <Popover.Portal>
        <Popover.Content
          side="top"
          align="start"
          sideOffset={12}
          collisionPadding={12}
          aria-label={promptToolTexts.improveTitle}
          className="popover improve-panel"
          // A proposal may have cost something: it goes by its own buttons and Escape alone.
          onInteractOutside={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            editing.field.current?.focus({ preventScroll: true })
          }}
        >
          <ImprovePanel {...props} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** The states of asking, with the proposal as a difference to what is written. */
function ImprovePanel({ editing, model, projectId, onClose }: ImprovePanelProps) {
  const offer = useQuery(languageModelQuery)
  const { data: models = [] } = useQuery(modelsQuery)
  // A model that a race hides has no name here, and this machine is no model.
  const known = models.find(({ name, value }) => model.modelOf === undefined && [name, value].includes(model.name))
  const named = (known ?? models.find(({ isAvailable }) => isAvailable))?.name ?? model.name
  const asked = useRef<AbortController | null>(null)
  const improving = useMutation({
    mutationFn() {
      asked.current = new AbortController()
      return improvePrompt({ prompt: editing.text.prompt.trim(), model: named, projectId }, asked.current.signal)
    },
    onSuccess: ({ languageModel, price }) => announce(texts.by(languageModel, price)),
  })
  useEffect(() => () => asked.current?.abort(), [])
  const { languageModel, price } = offer.data ?? { languageModel: null, price: 0 }
  const start = useEffectEvent(() => improving.mutate())
  const isFree = languageModel !== null && price === 0
  useEffect(() => {
    if (isFree) start()
  }, [isFree])

  if (offer.isPending)
    return (
      <p role="status" className="improve-state">
        <Spinner /> {texts.loading}
      </p>
    )
  if (languageModel === null && offer.data)
    return <ConnectLanguageModel missing={texts.missing} returnTo="[data-improve]" onLeave={onClose} />
  if (improving.isPending)
    return (
      <div className="improve-state">
        <p role="status" className="flex items-center gap-2">
          <Spinner /> {texts.working(languageModel ?? '')}
        </p>
        <div className="improve-end">
          <Button kind="quiet" size="small" onClick={onClose}>
            {texts.stop}
          </Button>
        </div>
      </div>
    )
  if (improving.isError || offer.isError)
    return (
      <div className="improve-state">
        <p role="alert" className="text-danger">
          {errorMessage(improving.error ?? offer.error, texts.failed)}
        </p>
        <div className="improve-end">
          <Button kind="quiet" size="small" onClick={onClose}>
            {texts.keep}
          </Button>
          <Button kind="solid" size="small" onClick={() => (offer.isError ? void offer.refetch() : improving.mutate())}>
            {texts.again}
          </Button>
        </div>
      </div>
    )
  if (!improving.data)
    return (
      <div className="improve-state">
        <p>{texts.offer(languageModel ?? '', price)}</p>
        <div className="improve-end">
          <Button kind="quiet" size="small" onClick={onClose}>
            {texts.keep}
          </Button>
          <Button kind="solid" size="small" onClick={() => improving.mutate()}>
            {texts.ask}
          </Button>
        </div>
      </div>
    )
  const { text, languageModel: by, price: paid } = improving.data
  return (
    <div className="improve-state">
      <PromptPieces pieces={textDifference(editing.text.prompt, text)} />
      {text === editing.text.prompt && <p className="text-muted">{texts.unchanged}</p>}
      <div className="improve-end">
        <small className="mr-auto min-w-0 flex-[1_1_160px] truncate text-12 text-muted">{texts.by(by, paid)}</small>
        <span className="ml-auto flex gap-2">
          <Button kind="quiet" size="small" onClick={onClose}>
            {texts.keep}
          </Button>
          <Button kind="line" size="small" onClick={() => improving.mutate()}>
            {texts.again}
          </Button>
          <Button
            kind="solid"
            size="small"
            ref={focusOnce}
            onClick={() => {
              editing.accept(text)
              announce(texts.accepted)
              onClose()
            }}
          >
            {texts.accept}
          </Button>
        </span>
      </div>
    </div>
  )
}

/** Gives the focus to the button that takes a proposal, unless the user has gone elsewhere meanwhile. */
function focusOnce(button: HTMLButtonElement | null): void {
  const isInside =
    document.activeElement === document.body || button?.closest('[role="dialog"]')?.contains(document.activeElement)
  if (isInside) button?.focus({ preventScroll: true })
}
