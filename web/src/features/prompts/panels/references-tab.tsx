import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { ReferenceShape } from '#contract/prompts/reference-calls.ts'
import { matchesWords } from '#domain/text/matches-words.ts'
import { imageAddress, uploadAddress } from '#web/data/pictures/image-address.ts'
import { deleteReference, referencesQuery } from '#web/data/words/named-references.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, ListLoading, LoadFailed } from '#web/ui/page-states.tsx'
import { NoMatch, Row, TabBar } from './tab-parts.tsx'
import { referenceTexts, wordTexts } from './texts.ts'

type ReferencesTabProps = {
  onInsert: ((text: string) => void) | null
  onCreate(): void
  onEdit(reference: ReferenceShape): void
}

/** The named references, with the pictures of their newest versions. */
export function ReferencesTab({ onInsert, onCreate, onEdit }: ReferencesTabProps) {
  const [words, setWords] = useState('')
  return (
    <>
      <TabBar search={referenceTexts.search} words={words} onSearch={setWords}>
        <Button kind="solid" onClick={onCreate}>
          <Plus aria-hidden="true" />
          {referenceTexts.create}
        </Button>
      </TabBar>
      <References words={words} onInsert={onInsert} onEdit={onEdit} onClear={() => setWords('')} />
    </>
  )
}

type ReferencesProps = Pick<ReferencesTabProps, 'onInsert' | 'onEdit'> & { words: string; onClear(): void }

function References({ words, onInsert, onEdit, onClear }: ReferencesProps) {
  const { data: references, isError, refetch } = useQuery(referencesQuery)
  if (!references && isError) return <LoadFailed {...referenceTexts.failed} onTryAgain={() => void refetch()} />
  if (!references) return <ListLoading label={referenceTexts.loading} rows={6} className="px-6 max-sm:px-4" />
  if (references.length === 0) return <EmptyState {...referenceTexts.empty} />
  const isMatch = matchesWords(words)
  const matching = references.filter(({ name }) => isMatch(name))
  if (matching.length === 0) return <NoMatch {...referenceTexts.noMatch} onClear={onClear} />
  return (
    <ul aria-label={wordTexts.tabs.references} className="min-h-0 flex-1 overflow-y-auto px-6 pb-4 max-sm:px-4">
      {matching.map((reference) => (
        <ReferenceRow key={reference.id} reference={reference} onInsert={onInsert} onEdit={onEdit} />
      ))}
    </ul>
  )
}

type ReferenceRowProps = Pick<ReferencesTabProps, 'onInsert' | 'onEdit'> & { reference: ReferenceShape }

function ReferenceRow({ reference, onInsert, onEdit }: ReferenceRowProps) {
  const name = `@${reference.name}`
  const [newest] = reference.versions
  const addresses = [
    ...(newest?.imageIds ?? []).map((id) => imageAddress(id, 256)),
    ...(newest?.uploadIds ?? []).map((id) => uploadAddress(id, 256)),
  ]
  return (
    <Row
      name={name}
      pictures={
        <span className="flex flex-none gap-1 max-sm:max-w-12 max-sm:overflow-hidden">
          {addresses.slice(0, 3).map((address) => (
            <img
              key={address}
              src={address}
              alt=""
              loading="lazy"
              draggable={false}
              className="size-12 flex-none rounded-8 bg-raised object-cover"
            />
          ))}
        </span>
      }
      action={onInsert && { text: wordTexts.insert, label: wordTexts.insertName(name), run: () => onInsert(name) }}
      removeText={referenceTexts.removeText}
      onEdit={() => onEdit(reference)}
      onRemove={() => deleteReference(reference.id)}
    >
      <p className="truncate text-13 text-muted tabular-nums">
        {referenceTexts.about(referenceTexts.kinds[reference.kind], addresses.length, reference.versions.length)}
      </p>
    </Row>
  )
}
