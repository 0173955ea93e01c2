import { ArrowLeft, X } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { useEffect, useRef, useState } from 'react'
import type { ImportReply } from '#contract/prompts/name.ts'
import type { ReferenceShape } from '#contract/prompts/reference-calls.ts'
import type { SavedPromptShape } from '#contract/prompts/saved-prompt.ts'
import type { WordListShape } from '#contract/prompts/word-list.ts'
import type { NewWords, UnnamedReference, WrittenPrompt } from '#web/data/words/new-words.ts'
import { countUseOfPrompt } from '#web/data/words/saved-prompts.ts'
import { IconButton } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/join-classes.ts'
import { ConfirmDialog, Modal } from '#web/ui/modal.tsx'
import { Dialog } from '#web/ui/popups.tsx'
import { ListForm, TextFileForm } from './list-form.tsx'
import { ListsTab } from './lists-tab.tsx'
import { ReferenceForm } from './reference-form.tsx'
import { ReferenceUses } from './reference-uses.tsx'
import { ReferencesTab } from './references-tab.tsx'
import { SavedPromptForm } from './saved-prompt-form.tsx'
import { SavedPromptsTab } from './saved-prompts-tab.tsx'
import { openTab } from './tab-parts.tsx'
import { listTexts, promptTexts, referenceTexts, usesTexts, wordTexts } from './texts.ts'
import type { FormProps } from './words-form.tsx'

const wordsTabs = ['prompts', 'references', 'lists'] as const
export type WordsTab = (typeof wordsTabs)[number]

export type WordsDialogProps = {
  /** The tab that is opened first. */
  tab: WordsTab
  /** The content of the prompt box, offered to be saved; null where there is none. */
  written: WrittenPrompt | null
  /** A form that is open from the start, and the dialog with it; null: the tab. */
  opens: NewWords | null
  /** Puts a saved prompt into the prompt box, after which the use is counted and the dialog closes. Null: the dialog only manages. */
  onUse: ((saved: SavedPromptShape) => void) | null
  /** Puts `@anna` or `__light__` at the caret of the prompt box, after which the dialog closes. */
  onInsert: ((text: string) => void) | null
  onClose(): void
}

/** The form or view in place of the tabs. */
type OpenForm =
  | { readonly kind: 'prompt'; readonly saved: SavedPromptShape | null; readonly written: WrittenPrompt | null }
  | {
      readonly kind: 'reference'
      readonly reference: ReferenceShape | null
      readonly unnamed: UnnamedReference | null
    }
  | { readonly kind: 'uses'; readonly reference: ReferenceShape }
  | { readonly kind: 'list'; readonly list: WordListShape | null }
  | { readonly kind: 'text-file'; readonly file: File }

const newForm = (opens: NewWords): OpenForm =>
  opens.kind === 'prompt' ? { ...opens, saved: null } : { ...opens, reference: null }

function titleOf(form: OpenForm): string {
  switch (form.kind) {
    case 'prompt':
      return form.saved ? promptTexts.edit : promptTexts.create
    case 'reference':
      return form.reference ? referenceTexts.edit : referenceTexts.create
    case 'uses':
      return usesTexts.label(`@${form.reference.name}`)
    case 'list':
      return form.list ? listTexts.edit : listTexts.create
    case 'text-file':
      return listTexts.fromFile.title
  }
}

/** Saved prompts, named references and lists of words: used in the prompt box, created, edited, imported and exported. */
export function WordsDialog({ tab: firstTab, written, opens, onUse, onInsert, onClose }: WordsDialogProps) {
  const [tab, setTab] = useState(firstTab)
  const [form, setForm] = useState(() => opens && newForm(opens))
  const [renewed, setRenewed] = useState<ReferenceShape | null>(null)
  const [imported, setImported] = useState<ImportReply | null>(null)
  const [asking, setAsking] = useState<'form' | 'dialog' | null>(null)
  const changes = useRef(false)
  const opener = useFocusOfForm(form)

  const leave = (left: 'form' | 'dialog') => {
    if (changes.current) setAsking(left)
    else leaveAnyway(left)
  }
  const leaveAnyway = (left: 'form' | 'dialog') => {
    setAsking(null)
    if (left === 'form' && !opens) setForm(null)
    else onClose()
  }
  const openForm = (next: OpenForm) => {
    opener.current = document.activeElement
    setForm(next)
  }
  const insert =
    onInsert &&
    ((text: string) => {
      onInsert(text)
      onClose()
    })
  const use =
    onUse &&
    ((saved: SavedPromptShape) => {
      onUse(saved)
      countUseOfPrompt(saved.id)
      onClose()
    })
  const isWritten = written !== null && written.prompt.trim() !== ''

  return (
    <Modal
      title={wordTexts.title}
      returnTo=".canvas, main"
      onClose={() => leave(form ? 'form' : 'dialog')}
      className="h-[680px] [--modal-width:760px] max-sm:h-[calc(100dvh_-_24px)]"
      header={
        <header className="modal-header flex-none">
          {form && !opens && (
            <IconButton label={wordTexts.back} className="-ml-3 max-sm:-ml-2" onClick={() => leave('form')}>
              <ArrowLeft />
            </IconButton>
          )}
          <Dialog.Title className="min-w-0 flex-1 truncate font-semibold text-16">
            {form ? titleOf(form) : wordTexts.title}
          </Dialog.Title>
          <IconButton label={wordTexts.close} onClick={() => leave('dialog')}>
            <X />
          </IconButton>
        </header>
      }
    >
      {!opens && (
        <Tabs.Root
          value={tab}
          onValueChange={(value) => setTab(wordsTabs.find((each) => each === value) ?? 'prompts')}
          className={joinClasses('min-h-0 flex-1 flex-col', form ? 'hidden' : 'flex')}
        >
          <Tabs.List aria-label={wordTexts.title} className="tabs mx-6 max-sm:mx-4">
            {wordsTabs.map((each) => (
              <Tabs.Trigger key={each} value={each} data-words-tab className="tab pointer-coarse:h-11">
                {wordTexts.tabs[each]}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          <Tabs.Content value={tab} tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
            {tab === 'prompts' && (
              <SavedPromptsTab
                hasWritten={isWritten}
                onUse={use}
                onCreate={() => openForm({ kind: 'prompt', saved: null, written: null })}
                onSaveWritten={() => openForm({ kind: 'prompt', saved: null, written })}
                onEdit={(saved) => openForm({ kind: 'prompt', saved, written: null })}
              />
            )}
            {tab === 'references' && (
              <ReferencesTab
                renewed={renewed}
                onDismiss={() => setRenewed(null)}
                onInsert={insert}
                onCreate={() => openForm({ kind: 'reference', reference: null, unnamed: null })}
                onEdit={(reference) => openForm({ kind: 'reference', reference, unnamed: null })}
                onUses={(reference) => openForm({ kind: 'uses', reference })}
              />
            )}
            {tab === 'lists' && (
              <ListsTab
                imported={imported}
                onImported={setImported}
                onInsert={insert}
                onCreate={() => openForm({ kind: 'list', list: null })}
                onTextFile={(file) => openForm({ kind: 'text-file', file })}
                onEdit={(list) => openForm({ kind: 'list', list })}
              />
            )}
          </Tabs.Content>
        </Tabs.Root>
      )}
      {form && (
        <Form
          form={form}
          changes={changes}
          onCancel={() => leave('form')}
          onSaved={() => {
            if (opens) onClose()
            // A form that was left while it was being saved must not close the next one.
            else setForm((now) => (now === form ? null : now))
          }}
          onRenewed={setRenewed}
          onImported={setImported}
          onLeave={onClose}
        />
      )}
      {asking && (
        <ConfirmDialog
          title={wordTexts.discard.title}
          text={wordTexts.discard.text}
          confirmLabel={wordTexts.discard.action}
          returnTo={openTab}
          onConfirm={() => leaveAnyway(asking)}
          onClose={() => setAsking(null)}
        />
      )}
    </Modal>
  )
}

/** Gives the focus back to the button that has opened a form, else to the open tab. */
function useFocusOfForm(form: OpenForm | null) {
  const opener = useRef<Element | null>(null)
  useEffect(() => {
    if (form !== null || opener.current === null) return
    const button = opener.current
    opener.current = null
    const target = button.isConnected ? button : document.querySelector(openTab)
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
  }, [form])
  return opener
}

type OpenFormProps = FormProps & {
  form: OpenForm
  onRenewed(reference: ReferenceShape): void
  onImported(reply: ImportReply): void
  onLeave(): void
}

function Form({ form, onRenewed, onImported, onLeave, ...props }: OpenFormProps) {
  switch (form.kind) {
    case 'prompt':
      return <SavedPromptForm {...props} saved={form.saved} written={form.written} />
    case 'reference':
      return <ReferenceForm {...props} reference={form.reference} unnamed={form.unnamed} onRenewed={onRenewed} />
    case 'uses':
      return <ReferenceUses reference={form.reference} onLeave={onLeave} />
    case 'list':
      return <ListForm {...props} list={form.list} />
    case 'text-file':
      return <TextFileForm {...props} file={form.file} onImported={onImported} />
  }
}
