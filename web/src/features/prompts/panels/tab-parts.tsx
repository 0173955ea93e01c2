import { useMutation } from '@tanstack/react-query'
import { Pencil, Search, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { errorMessage } from '#web/data/http/api-error.ts'
import { announce } from '#web/ui/announce.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/join-classes.ts'
import { ConfirmDialog } from '#web/ui/modal.tsx'
import { EmptyState } from '#web/ui/page-states.tsx'
import { showToast } from '#web/ui/toast.ts'
import { wordTexts } from './texts.ts'

/** Selector of the open tab of the dialog. */
export const openTab = '[data-words-tab][aria-selected="true"]'

type TabBarProps = { search: string; words: string; onSearch(words: string): void; children: ReactNode }

/** The search of a tab, and its buttons. */
export const TabBar = ({ search, words, onSearch, children }: TabBarProps) => (
  <div className="flex flex-none flex-wrap items-center gap-2 px-6 py-3 max-sm:px-4">
    <label className="flex h-9 min-w-0 flex-1 items-center gap-2 rounded-8 bg-raised px-2.5 text-13 focus-within:outline-2 focus-within:outline-(--focus) max-sm:basis-full pointer-coarse:h-11">
      <Search aria-hidden="true" className="text-muted" />
      <input
        dir="auto"
        type="search"
        aria-label={search}
        placeholder={search}
        data-first-focus
        maxLength={200}
        className="min-w-0 flex-1 bg-transparent outline-none [&::-webkit-search-cancel-button]:appearance-none"
        value={words}
        onChange={(event) => onSearch(event.target.value)}
      />
    </label>
    {children}
  </div>
)

type NoMatchProps = { title: string; text: string; onClear(): void }

/** Replaces the list where a search finds nothing. */
export const NoMatch = ({ title, text, onClear }: NoMatchProps) => (
  <EmptyState title={title} text={text}>
    <Button kind="line" onClick={onClear}>
      {wordTexts.clear}
    </Button>
  </EmptyState>
)

type RowAction = { readonly text: string; readonly label: string; run(): void }

type RowProps = {
  /** The name as it is shown, such as `@anna`. */
  name: string
  /** In front of the name. */
  pictures?: ReactNode
  /** Below the name. */
  children: ReactNode
  /** The button that takes it into the prompt; null where the dialog only manages. */
  action: RowAction | null
  /** Another button, before those to edit and delete. */
  more?: RowAction
  removeText: string
  onEdit(): void
  onRemove(): Promise<void>
}

/** An entry of a tab. */
export const Row = ({ name, pictures, children, action, more, removeText, onEdit, onRemove }: RowProps) => (
  <li
    className={joinClasses(
      '-mx-2 flex items-center gap-3 rounded-8 px-2 py-2.5 [contain-intrinsic-size:auto_64px] [content-visibility:auto] hover:bg-raised',
      more && 'max-sm:flex-wrap max-sm:justify-end max-sm:gap-y-1.5',
    )}
  >
    {pictures}
    {/* On a phone, more than two buttons stand below the name. */}
    <div className={joinClasses('min-w-0 flex-1', more && 'max-sm:basis-[calc(100%_-_76px)]')}>
      {/* Names of any script begin at the same edge; a cut is at their own end. */}
      <p dir="auto" className="truncate text-left font-medium">
        {name}
      </p>
      {children}
    </div>
    <div className="flex flex-none items-center gap-1 pointer-coarse:gap-3">
      {action && (
        <Button kind="line" size="small" aria-label={action.label} className="mr-1" onClick={action.run}>
          {action.text}
        </Button>
      )}
      {more && (
        <Button kind="quiet" size="small" aria-label={more.label} onClick={more.run}>
          {more.text}
        </Button>
      )}
      <IconButton size="small" label={wordTexts.edit(name)} onClick={onEdit}>
        <Pencil />
      </IconButton>
      <RemoveButton name={name} text={removeText} onRemove={onRemove} />
    </div>
  </li>
)

type RemoveButtonProps = { name: string; text: string; onRemove(): Promise<void> }

/** Deletes an entry after a confirmation. */
function RemoveButton({ name, text, onRemove }: RemoveButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const { mutate: remove } = useMutation({
    mutationFn: onRemove,
    onSuccess: () => announce(wordTexts.removed(name)),
    onError: (error) =>
      showToast({
        kind: 'error',
        title: wordTexts.error,
        description: errorMessage(error, wordTexts.removeFailed),
      }),
  })
  return (
    <>
      <IconButton size="small" label={wordTexts.remove(name)} onClick={() => setAsking(true)}>
        <Trash2 />
      </IconButton>
      {isAsking && (
        <ConfirmDialog
          title={wordTexts.removeTitle(name)}
          text={text}
          confirmLabel={wordTexts.removeAction}
          returnTo={openTab}
          onConfirm={() => {
            setAsking(false)
            remove()
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
