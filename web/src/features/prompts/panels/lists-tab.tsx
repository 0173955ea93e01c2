import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus, Upload } from 'lucide-react'
import { useState } from 'react'
import type { ImportReply } from '#contract/prompts/name.ts'
import type { WordListShape } from '#contract/prompts/word-list.ts'
import { matchesWords } from '#domain/text/matches-words.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { deleteWordList, importWordLists, wordListsQuery } from '#web/data/words/word-lists.ts'
import { Button } from '#web/ui/button.tsx'
import { chooseFile } from '#web/ui/files.ts'
import { EmptyState, ListLoading, LoadFailed } from '#web/ui/page-states.tsx'
import { ImportFailure, ImportResult } from './import-result.tsx'
import { NoMatch, Row, TabBar } from './tab-parts.tsx'
import { listTexts, wordTexts } from './texts.ts'

const importTypes = '.txt,.yaml,.yml,text/plain,application/yaml'
/** Words that a row shows. */
const maxWordsShown = 20

type ListsTabProps = {
  /** The outcome of the last import. */
  imported: ImportReply | null
  onImported(reply: ImportReply | null): void
  onInsert: ((text: string) => void) | null
  onCreate(): void
  /** Asks for the name of the list of a text file. */
  onTextFile(file: File): void
  onEdit(list: WordListShape): void
}

/** The lists of words. */
export function ListsTab({ imported, onImported, onInsert, onCreate, onTextFile, onEdit }: ListsTabProps) {
  const [words, setWords] = useState('')
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (file: File) => importWordLists(file, null),
    onSuccess: onImported,
  })
  const chooseImport = async () => {
    const file = await chooseFile(importTypes)
    if (!file) return
    onImported(null)
    reset()
    if (/\.ya?ml$/i.test(file.name)) mutate(file)
    else onTextFile(file)
  }
  return (
    <>
      <TabBar search={listTexts.search} words={words} onSearch={setWords}>
        <Button kind="line" busy={isPending} onClick={() => void chooseImport()}>
          {!isPending && <Upload aria-hidden="true" />}
          {wordTexts.imports.action}
        </Button>
        <Button kind="solid" onClick={onCreate}>
          <Plus aria-hidden="true" />
          {listTexts.create}
        </Button>
      </TabBar>
      {imported && (
        <ImportResult result={imported} saved={listTexts.imported(imported.saved)} onDismiss={() => onImported(null)} />
      )}
      {error && <ImportFailure text={errorMessage(error, wordTexts.imports.failed)} />}
      <Lists words={words} onInsert={onInsert} onEdit={onEdit} onClear={() => setWords('')} />
    </>
  )
}

type ListsProps = Pick<ListsTabProps, 'onInsert' | 'onEdit'> & { words: string; onClear(): void }

function Lists({ words, onInsert, onEdit, onClear }: ListsProps) {
  const { data: lists, isError, refetch } = useQuery(wordListsQuery)
  if (!lists && isError) return <LoadFailed {...listTexts.failed} onTryAgain={() => void refetch()} />
  if (!lists) return <ListLoading label={listTexts.loading} rows={6} className="px-6 max-sm:px-4" />
  if (lists.length === 0) return <EmptyState {...listTexts.empty} />
  const isMatch = matchesWords(words)
  const matching = lists.filter(({ name }) => isMatch(name))
  if (matching.length === 0) return <NoMatch {...listTexts.noMatch} onClear={onClear} />
  return (
    <ul aria-label={wordTexts.tabs.lists} className="min-h-0 flex-1 overflow-y-auto px-6 pb-4 max-sm:px-4">
      {matching.map((list) => (
        <ListRow key={list.id} list={list} onInsert={onInsert} onEdit={onEdit} />
      ))}
    </ul>
  )
}

type ListRowProps = Pick<ListsTabProps, 'onInsert' | 'onEdit'> & { list: WordListShape }

function ListRow({ list, onInsert, onEdit }: ListRowProps) {
  const name = `__${list.name}__`
  const first = list.words.slice(0, maxWordsShown).map(({ text }) => text)
  return (
    <Row
      name={name}
      action={onInsert && { text: wordTexts.insert, label: wordTexts.insertName(name), run: () => onInsert(name) }}
      removeText={listTexts.removeText}
      onEdit={() => onEdit(list)}
      onRemove={() => deleteWordList(list.id)}
    >
      <p className="flex gap-1.5 text-13 text-muted">
        <span className="flex-none tabular-nums">{listTexts.wordCount(list.words.length)}</span>
        <span aria-hidden="true">·</span>
        <span dir="auto" className="truncate">
          {first.join(', ')}
        </span>
      </p>
    </Row>
  )
}
