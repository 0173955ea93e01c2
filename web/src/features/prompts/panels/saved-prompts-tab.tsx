import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Plus, Upload } from 'lucide-react'
import { useState } from 'react'
import type { SavedPromptFormat, SavedPromptShape } from '#contract/prompts/saved-prompt.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { modelsQuery } from '#web/data/models/models.ts'
import { useRested } from '#web/data/use-rested.ts'
import {
  deleteSavedPrompt,
  importSavedPrompts,
  savedPromptPagesQuery,
  savedPromptsAddress,
} from '#web/data/words/saved-prompts.ts'
import { announce } from '#web/ui/announce.ts'
import { Button } from '#web/ui/button.tsx'
import { chooseFile } from '#web/ui/files.ts'
import { joinClasses } from '#web/ui/join-classes.ts'
import { EmptyState, ListLoading, LoadFailed, LoadFailedLine } from '#web/ui/page-states.tsx'
import { ImportFailure, ImportResult } from './import-result.tsx'
import { NoMatch, Row, TabBar } from './tab-parts.tsx'
import { promptTexts, wordTexts } from './texts.ts'

const importTypes = '.json,.csv,.txt,application/json,text/csv,text/plain'

type SavedPromptsTabProps = {
  /** Whether something is written that can be saved. */
  hasWritten: boolean
  onUse: ((saved: SavedPromptShape) => void) | null
  onCreate(): void
  onSaveWritten(): void
  onEdit(saved: SavedPromptShape): void
}

/** The saved prompts, found by the server, page by page. */
export function SavedPromptsTab({ hasWritten, onUse, onCreate, onSaveWritten, onEdit }: SavedPromptsTabProps) {
  const [words, setWords] = useState('')
  const imported = useMutation({
    mutationFn: importSavedPrompts,
    onSuccess: ({ saved }) => announce(promptTexts.imported(saved)),
  })
  const chooseImport = async () => {
    const file = await chooseFile(importTypes)
    if (file) imported.mutate(file)
  }
  return (
    <>
      <TabBar search={promptTexts.search} words={words} onSearch={setWords}>
        <Button kind="line" busy={imported.isPending} onClick={() => void chooseImport()}>
          {!imported.isPending && <Upload aria-hidden="true" className="max-sm:hidden" />}
          {wordTexts.imports.action}
        </Button>
        <Button kind={hasWritten ? 'line' : 'solid'} onClick={onCreate}>
          <Plus aria-hidden="true" className="max-sm:hidden" />
          {promptTexts.create}
        </Button>
        {hasWritten && (
          <Button kind="solid" onClick={onSaveWritten}>
            {promptTexts.saveWritten}
          </Button>
        )}
      </TabBar>
      {imported.data && (
        <ImportResult
          result={imported.data}
          saved={promptTexts.imported(imported.data.saved)}
          onDismiss={imported.reset}
        />
      )}
      {imported.error && <ImportFailure text={errorMessage(imported.error, wordTexts.imports.failed)} />}
      <SavedPrompts words={words} onUse={onUse} onEdit={onEdit} onClear={() => setWords('')} />
    </>
  )
}

type SavedPromptsProps = Pick<SavedPromptsTabProps, 'onUse' | 'onEdit'> & { words: string; onClear(): void }

function SavedPrompts({ words, onUse, onEdit, onClear }: SavedPromptsProps) {
  const asked = useRested(words).trim()
  const query = useInfiniteQuery(savedPromptPagesQuery(asked))
  const { data, isError, isPlaceholderData, hasNextPage, isFetchingNextPage, refetch, fetchNextPage } = query
  if (!data && isError) return <LoadFailed {...promptTexts.failed} onTryAgain={() => void refetch()} />
  if (!data) return <ListLoading label={promptTexts.loading} rows={6} className="px-6 max-sm:px-4" />
  const prompts = data.pages.flatMap(({ items }) => items)
  if (prompts.length === 0)
    return asked === '' ? <EmptyState {...promptTexts.empty} /> : <NoMatch {...promptTexts.noMatch} onClear={onClear} />
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto px-6 pb-3 max-sm:px-4">
        <ul
          aria-label={wordTexts.tabs.prompts}
          aria-busy={isPlaceholderData}
          className={joinClasses(isPlaceholderData && 'opacity-60')}
        >
          {prompts.map((saved) => (
            <SavedPromptRow key={saved.id} saved={saved} onUse={onUse} onEdit={onEdit} />
          ))}
        </ul>
        {isError && <LoadFailedLine text={promptTexts.moreFailed} onTryAgain={() => void fetchNextPage()} />}
        {hasNextPage && !isError && (
          <Button
            kind="line"
            busy={isFetchingNextPage}
            className="mt-3 w-full"
            onClick={() => !isPlaceholderData && void fetchNextPage()}
          >
            {promptTexts.more}
          </Button>
        )}
      </div>
      <Exports />
    </>
  )
}

type SavedPromptRowProps = Pick<SavedPromptsTabProps, 'onUse' | 'onEdit'> & { saved: SavedPromptShape }

function SavedPromptRow({ saved, onUse, onEdit }: SavedPromptRowProps) {
  const { data: models } = useQuery(modelsQuery)
  const { id, name, text, tags, model, usedCount } = saved
  const modelName = model && (models?.find(({ value }) => value === model)?.name ?? model)
  const about = [modelName, usedCount > 0 && promptTexts.used(usedCount)].filter(Boolean).join(' · ')
  return (
    <Row
      name={name}
      action={onUse && { text: promptTexts.use, label: promptTexts.labelOfUse(name), run: () => onUse(saved) }}
      removeText={promptTexts.removeText}
      onEdit={() => onEdit(saved)}
      onRemove={() => deleteSavedPrompt(id)}
    >
      <p dir="auto" className="truncate text-left text-13 text-muted">
        {text.slice(0, 300)}
      </p>
      {(tags.length > 0 || about !== '') && (
        <p className="mt-1 flex flex-wrap items-center gap-x-1.5 gap-y-1 text-12 text-muted">
          {tags.map((tag) => (
            <bdi key={tag} className="badge max-w-full truncate">
              {tag}
            </bdi>
          ))}
          {about}
        </p>
      )}
    </Row>
  )
}

const formats: readonly SavedPromptFormat[] = ['json', 'text', 'csv']

/** All saved prompts as a file, in each format. */
const Exports = () => (
  <p className="flex flex-none items-center gap-4 border-hairline border-t px-6 py-3 text-13 text-muted max-sm:px-4 pointer-coarse:gap-8">
    {promptTexts.exports.label}
    {formats.map((format) => (
      <a key={format} href={savedPromptsAddress(format)} download className="text-link touch-target">
        {promptTexts.exports[format]}
      </a>
    ))}
  </p>
)
