import { useMutation, useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { textDifference } from '#domain/lineage/text-difference.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { type AskedModel, modelsQuery } from '#web/data/models/models.ts'
import { improvePrompt, type LanguageModelText, languageModelQuery } from '#web/data/words/language-model.ts'
import { announce } from '#web/ui/announce.ts'
import { Button, Spinner } from '#web/ui/button.tsx'
import { useKeys } from '#web/ui/keyboard.ts'
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
  // From the field as well, above the keys of the panel that it is part of.
  useKeys('panel', [['Escape', onClose]], { within: editing.field })
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

/** A proposal, with the text that it improves. */
type Proposal = LanguageModelText & { readonly asked: string }

/** Asks for proposals, at once where they are free; the last one stays until another has arrived. */
function useProposal({ editing, model, projectId }: Omit<ImprovePanelProps, 'onClose'>) {
  // The price of an earlier opening may be another one by now.
  const offer = useQuery({ ...languageModelQuery, staleTime: 0, refetchOnMount: 'always' })
  const { data: models = [] } = useQuery(modelsQuery)
  // A model that a race hides has no name here, and this machine is no model.
  const known = models.find(({ name, value }) => model.modelOf === undefined && [name, value].includes(model.name))
  const named = (known ?? models.find(({ isAvailable }) => isAvailable))?.name ?? model.name
  const [proposal, setProposal] = useState<Proposal | null>(null)
  const controller = useRef<AbortController | null>(null)
  const asking = useMutation({
    mutationFn(asked: string) {
      controller.current = new AbortController()
      return improvePrompt({ prompt: asked, model: named, projectId }, controller.current.signal)
    },
    onSuccess(answer, asked) {
      setProposal({ ...answer, asked })
      announce(texts.by(answer.languageModel, answer.price))
    },
  })
  useEffect(() => () => controller.current?.abort(), [])
  const ask = () => asking.mutate(editing.text.prompt.trim())
  const hasStarted = useRef(false)
  const start = useEffectEvent(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    ask()
  })
  const current = offer.isFetchedAfterMount ? offer.data : undefined
  const isFree = current !== undefined && current.languageModel !== null && current.price === 0
  useEffect(() => {
    if (isFree) start()
  }, [isFree])
  return { offer, current, asking, ask, proposal }
}

/** The states of asking, with the proposal as a difference to what is written. Its buttons keep their places. */
function ImprovePanel({ onClose, ...props }: ImprovePanelProps) {
  const { editing } = props
  const { offer, current, asking, ask, proposal } = useProposal(props)
  const wasAsked = proposal !== null || !asking.isIdle
  const problem = asking.isError ? asking.error : !wasAsked && offer.isError && !offer.isFetching ? offer.error : null
  if (!wasAsked && current?.languageModel === null)
    return <ConnectLanguageModel missing={texts.missing} returnTo="[data-improve]" onLeave={onClose} />
  const name = current?.languageModel ?? ''
  const retry = () => (wasAsked ? ask() : void offer.refetch())
  return (
    <div className="improve-state">
      {proposal && <PromptPieces pieces={textDifference(editing.text.prompt, proposal.text)} />}
      {proposal?.text === editing.text.prompt && <p className="text-muted">{texts.unchanged}</p>}
      {problem ? (
        <p role="alert" className="text-danger">
          {errorMessage(problem, texts.failed)}
        </p>
      ) : asking.isPending ? (
        <p role="status" className="flex items-center gap-2">
          <Spinner /> {texts.working(name)}
        </p>
      ) : (
        !proposal && (
          <p role="status" className="flex items-center gap-2">
            {current ? texts.offer(name, current.price) : texts.loading}
          </p>
        )
      )}
      <div className="improve-end">
        {proposal && (
          <small className="mr-auto min-w-0 flex-[1_1_160px] truncate text-12 text-muted">
            {texts.by(proposal.languageModel, proposal.price)}
          </small>
        )}
        <span className="ml-auto flex gap-2">
          <Button kind="quiet" size="small" onClick={onClose}>
            {asking.isPending && !proposal ? texts.stop : texts.keep}
          </Button>
          {/* The same button in every state: it keeps the focus, and a second press does nothing else. */}
          <Button
            key="ask"
            kind={proposal ? 'line' : 'solid'}
            size="small"
            busy={asking.isPending || (!wasAsked && !current && !problem)}
            onClick={problem ? retry : ask}
          >
            {wasAsked && !asking.isPending ? texts.again : texts.ask}
          </Button>
          {proposal && (
            <Button
              key="accept"
              kind="solid"
              size="small"
              ref={focusOnce}
              onClick={() => {
                editing.accept(proposal.text, proposal.asked)
                announce(texts.accepted)
                onClose()
              }}
            >
              {texts.accept}
            </Button>
          )}
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
