import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { ReferenceShape } from '#contract/prompts/reference-calls.ts'
import { matchesWords } from '#domain/text/matches-words.ts'
import { imageAddress, uploadAddress } from '#web/data/pictures/image-address.ts'
import { deleteReference, referencesQuery } from '#web/data/words/named-references.ts'
import { referenceUsesQuery } from '#web/data/words/reference-uses.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { EmptyState, ListLoading, LoadFailed } from '#web/ui/page-states.tsx'
import { NoMatch, Row, TabBar } from './tab-parts.tsx'
import { referenceTexts, usesTexts, wordTexts } from './texts.ts'

type ReferencesTabProps = {
  /** The reference that was given a new version; null: none, or its offer was dismissed. */
  renewed: ReferenceShape | null
  onDismiss(): void
  onInsert: ((text: string) => void) | null
  onCreate(): void
  onEdit(reference: ReferenceShape): void
  onUses(reference: ReferenceShape): void
}

/** The named references, with the pictures of their newest versions. */
export function ReferencesTab({ renewed, onDismiss, onCreate, ...rows }: ReferencesTabProps) {
  const [words, setWords] = useState('')
  return (
    <>
      <TabBar search={referenceTexts.search} words={words} onSearch={setWords}>
        <Button kind="solid" onClick={onCreate}>
          <Plus aria-hidden="true" />
          {referenceTexts.create}
        </Button>
      </TabBar>
      {renewed && <OlderUses reference={renewed} onShow={() => rows.onUses(renewed)} onDismiss={onDismiss} />}
      <References {...rows} words={words} onClear={() => setWords('')} />
    </>
  )
}

type OlderUsesProps = { reference: ReferenceShape; onShow(): void; onDismiss(): void }

/** Offers to make cards again that were sent the version before; renders nothing where there are none. */
function OlderUses({ reference, onShow, onDismiss }: OlderUsesProps) {
  const { data, hasNextPage } = useInfiniteQuery(referenceUsesQuery(reference.id))
  const count = data?.pages.flatMap(({ items }) => items.filter(({ isCurrent }) => !isCurrent)).length ?? 0
  if (count === 0) return null
  return (
    <div
      role="status"
      className="mx-6 mb-3 flex flex-none items-center gap-2 rounded-12 bg-raised py-2 pr-2 pl-3.5 text-13 max-sm:mx-4"
    >
      <p className="min-w-0 flex-1 wrap-anywhere">
        {usesTexts.offer(`@${reference.name}`, usesTexts.offered(count, hasNextPage), count === 1 && !hasNextPage)}
      </p>
      <Button kind="line" size="small" onClick={onShow}>
        {usesTexts.show}
      </Button>
      <IconButton size="small" label={usesTexts.dismiss} onClick={onDismiss}>
        <X />
      </IconButton>
    </div>
  )
}

type RowsProps = Pick<ReferencesTabProps, 'onInsert' | 'onEdit' | 'onUses'>

function References({ words, onClear, ...row }: RowsProps & { words: string; onClear(): void }) {
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
        <ReferenceRow key={reference.id} reference={reference} {...row} />
      ))}
    </ul>
  )
}

function ReferenceRow({ reference, onInsert, onEdit, onUses }: RowsProps & { reference: ReferenceShape }) {
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
      more={{ text: usesTexts.action, label: usesTexts.label(name), run: () => onUses(reference) }}
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
