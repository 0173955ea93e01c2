import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { maxNoteLength } from '#domain/board/board-item.ts'
import { escapeNote } from '#domain/board/note-words.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { imageAddress } from '#web/data/pictures/image-address.ts'
import { Button, Spinner } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { ConfirmDialog, Modal, ModalFooter } from '#web/ui/modal.tsx'
import { LoadFailedLine } from '#web/ui/page-states.tsx'
import { LanguageOffer } from './language-offer.tsx'
import { describeTexts as texts } from './texts.ts'
import { type Description, useDescription } from './use-description.ts'

/** The image that is described, with the prompt as its text for those who do not see it. */
export type DescribedImage = { readonly id: string; readonly prompt: string }

type DescribeImageDialogProps = {
  image: DescribedImage
  /** Puts the text into the prompt box of the page. */
  onUsePrompt(text: string): void
  /** Puts the text beside the image's card; null where there is no canvas. */
  onAddNote: ((text: string) => void) | null
  /** Selector of the element to focus at the end if the previous one is gone. */
  returnTo: string
  onClose(): void
}

/** Describes an image: by a language model in a language of choice, or by hand; then the text is kept for search or used elsewhere. */
export function DescribeImageDialog({ image, onUsePrompt, onAddNote, returnTo, onClose }: DescribeImageDialogProps) {
  const description = useDescription(image.id)
  const { stored, text, trimmed } = description
  const [isLeaving, setLeaving] = useState(false)
  // Its text is data: a model may have written a link.
  const note = escapeNote(trimmed)
  const give = (to: (text: string) => void, words: string) => () => {
    description.noteUse()
    onClose()
    to(words)
  }
  return (
    <Modal
      title={texts.title}
      returnTo={returnTo}
      onClose={() => (description.hasUnkept ? setLeaving(true) : onClose())}
      className="[--modal-width:680px]"
    >
      <div className="grid min-h-0 grid-cols-[minmax(0,168px)_minmax(0,1fr)] content-start gap-5 overflow-y-auto px-6 pt-3 pb-6 max-sm:grid-cols-[minmax(0,1fr)] max-sm:gap-4 max-sm:px-4">
        <img
          src={imageAddress(image.id, 512)}
          alt={image.prompt}
          className="max-h-60 w-full rounded-12 object-contain max-sm:max-h-36"
        />
        <div className="grid content-start gap-4">
          <Asking description={description} />
          <div className="grid gap-1.5">
            <TextField
              label={texts.field}
              placeholder={texts.placeholder}
              data-first-focus
              rows={6}
              maxLength={4_000}
              value={text}
              onChange={(event) => description.type(event.target.value)}
            />
            <Byline description={description} />
          </div>
          {stored.isError && <LoadFailedLine text={texts.notRead} onTryAgain={() => void stored.refetch()} />}
        </div>
      </div>
      <Footer
        description={description}
        onUsePrompt={give(onUsePrompt, trimmed)}
        onAddNote={onAddNote && give(onAddNote, note)}
        canNote={[...note].length <= maxNoteLength}
      />
      {isLeaving && (
        <ConfirmDialog
          title={texts.discard.title}
          text={texts.discard.text}
          confirmLabel={texts.discard.action}
          onConfirm={onClose}
          onClose={() => setLeaving(false)}
        />
      )}
    </Modal>
  )
}

/** The author of the text, and the way back to the one that was replaced. */
function Byline({ description: { trimmed, languageModel, isKept, restore } }: { description: Description }) {
  if (trimmed === '' && !restore) return null
  return (
    <div className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1 text-12 text-muted">
      {trimmed !== '' && (
        <p className="mr-auto">
          {languageModel === null ? texts.writtenByYou : texts.writtenBy(languageModel)}
          {isKept && ` · ${texts.isKept}`}
        </p>
      )}
      {restore && (
        <Button kind="quiet" size="small" onClick={restore}>
          <Undo2 aria-hidden="true" />
          {texts.earlier}
        </Button>
      )}
    </div>
  )
}

/** The offer of the language model with its price, its work, or why there is no text of it. */
function Asking({ description: { writing, stop, trimmed } }: { description: Description }) {
  return (
    <LanguageOffer>
      {({ languageModel, price, language }) => (
        <div className="flex flex-wrap items-center justify-end gap-2">
          {writing.isPending ? (
            <>
              <p role="status" className="mr-auto flex items-center gap-2">
                <Spinner /> {texts.working(languageModel)}
              </p>
              <Button kind="line" onClick={stop}>
                {texts.stop}
              </Button>
            </>
          ) : (
            <>
              {writing.isError ? (
                <p role="alert" className="mr-auto text-danger [overflow-wrap:anywhere]">
                  {errorMessage(writing.error, texts.failed)}
                </p>
              ) : (
                <p className="mr-auto text-muted">{texts.offer(languageModel, price)}</p>
              )}
              <Button kind={trimmed === '' ? 'solid' : 'line'} onClick={() => writing.mutate(language)}>
                {writing.isError ? texts.again : texts.ask}
              </Button>
            </>
          )}
        </div>
      )}
    </LanguageOffer>
  )
}

type FooterProps = {
  description: Description
  onUsePrompt(): void
  onAddNote: (() => void) | null
  /** Whether the text is short enough for a note. */
  canNote: boolean
}

/** The ways to use the text. */
function Footer({ description, onUsePrompt, onAddNote, canNote }: FooterProps) {
  const { stored, trimmed, isKept, keeping, removing } = description
  const blank = trimmed === '' ? texts.noText : null
  const { data } = stored
  const failed = keeping.error
    ? errorMessage(keeping.error, texts.notKept)
    : removing.error
      ? errorMessage(removing.error, texts.notRemoved)
      : null
  return (
    <ModalFooter error={failed}>
      {data && (
        <Button
          kind="quiet"
          busy={removing.isPending}
          className="mr-auto"
          onClick={() => {
            keeping.reset()
            removing.mutate(data)
          }}
        >
          {texts.remove}
        </Button>
      )}
      {onAddNote && (
        <Button kind="line" reason={blank ?? (canNote ? null : texts.noteTooLong)} onClick={onAddNote}>
          {texts.addNote}
        </Button>
      )}
      <Button kind="line" reason={blank} onClick={onUsePrompt}>
        {texts.usePrompt}
      </Button>
      <Button
        kind="solid"
        busy={keeping.isPending}
        reason={blank ?? (isKept ? texts.isKept : null)}
        onClick={() => {
          removing.reset()
          keeping.mutate()
        }}
      >
        {texts.keep}
      </Button>
    </ModalFooter>
  )
}
